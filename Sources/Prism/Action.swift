// An action: what everything outside says to start prism-wall, by its token. Its
// declaration says what it is called, where it is offered, what finds it and what it runs.
// The launcher, the bus, the search boxes, the notes and `run` read that and nothing else.

package struct Action: Equatable, Sendable {
  /// A place where an action may be offered. Over the bus each declared one is taken.
  package enum Place: String, CaseIterable, Sendable {
    /// The menu of the launcher: an action of the desktop entry.
    case launcher
    /// The search boxes of GNOME and Plasma.
    case search
    /// A button of a note about a picture.
    case note
    /// What a click on a note itself does, where it does anything.
    case click
  }

  package let token: String
  /// What it is called, without the name of the program.
  package let title: String
  /// One sentence without a full stop.
  package let about: String
  /// More words that find it, beside those of the title.
  package let words: [String]
  package let places: [Place]
  /// The command lines that it runs, one after another.
  package let commands: [[String]]
  /// Whether it may wait for the next login where there is no graphical session.
  package let mayWait: Bool

  package init(
    _ token: String, _ title: String, _ about: String, words: [String] = [], places: [Place],
    runs commands: [[String]], mayWait: Bool = false
  ) {
    self.token = token
    self.title = title
    self.about = about
    self.words = words
    self.places = places
    self.commands = commands
    self.mayWait = mayWait
  }
}

extension [Action] {
  package func offered(_ place: Action.Place) -> [Action] {
    filter { $0.places.contains(place) }
  }

  package func named(_ token: String) -> Action? { first { $0.token == token } }
}
