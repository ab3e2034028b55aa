// One question or change to the session, as a value.
// A desktop speaks to its session only in these, so a conversation can be
// printed (--dry-run), recorded (tests) and bounded in time in one place.

/// A question to, or a change of, the running session.
package enum Call: Equatable, Sendable {
  /// A method call on the session bus.
  case bus(BusCall)
  /// A method call on the session bus that answers with the path of an object, which tells
  /// the outcome later, in one signal.
  case request(BusCall, signal: BusSignal, seconds: Int)
  /// A method call on the system bus, which may take a second.
  case systemBus(BusCall)
  /// The user's logins, as logind tells of them.
  case logins
  /// A program of the user's, found by its name in the system's folders first,
  /// run without a shell. `adding` goes into its environment.
  case run(tool: String, arguments: [String], adding: [String: String] = [:])
  /// Who owns which names on the session bus.
  case busNames
  /// The root window of the X display: window manager, desktop windows, and a
  /// sample of the background's pixels.
  case rootWindow
  /// Saves the background of the root window as a picture at `path`, which must not exist.
  case saveRootWindow(path: String)
  /// Removes the root window's note of its background picture, so that only a
  /// program that paints again can bring it back.
  case forgetRootWindow
  /// Reads a text file of at most 1 MiB: settings that a desktop keeps.
  case file(path: String)
  /// Replaces a text file of settings as a whole, by a rename in its folder; without a text it
  /// is removed.
  case write(path: String, text: String?)
  /// The monitors of the X display.
  case screens
  /// What the Wayland compositor that listens at this socket says of itself.
  case wayland(socket: String)
  /// A dialogue over a unix socket.
  case dialogue(Dialogue)
  /// The names in a folder; none where there is no such folder.
  case names(in: String)
  /// The user's processes of these programs, in whatever session.
  case processes(named: [String])
  /// Starts a program that outlives this run, and waits until it has come to rest.
  case start(tool: String, arguments: [String], adding: [String: String] = [:])
  /// Waits for a moment until a process of this program is there that is not among those,
  /// and has come to rest.
  case arrival(named: String, besides: [Running])
  /// Waits until the user's processes of this program have come to rest for a moment, at most
  /// for some seconds.
  case rest(of: String)
  /// Ends a process, if it is still this one.
  case end(Running)
}

/// A method call on the session bus.
package struct BusCall: Equatable, Sendable {
  package var destination: String
  package var path: String
  package var interface: String
  package var method: String
  package var arguments: [BusValue]

  package init(
    _ destination: String, _ path: String, _ interface: String, _ method: String,
    _ arguments: [BusValue] = []
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.method = method
    self.arguments = arguments
  }
}

/// A signal of an object on the session bus.
package struct BusSignal: Equatable, Sendable {
  package var interface: String
  package var name: String
  package init(_ interface: String, _ name: String) {
    self.interface = interface
    self.name = name
  }
}

/// A value as D-Bus carries it.
package indirect enum BusValue: Equatable, Sendable {
  case string(String)
  case objectPath(String)
  case boolean(Bool)
  case byte(UInt8)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  /// Elements of one type, whose D-Bus signature is `of`.
  case array(of: String, [BusValue])
  /// `a{…}` with the given key and value signatures.
  case dictionary(key: String, value: String, [Pair])
  case structure([BusValue])
  case variant(BusValue)
  /// The file at this path, opened for reading and handed over with the message.
  case file(String)

  package struct Pair: Equatable, Sendable {
    package var key: BusValue
    package var value: BusValue
    package init(_ key: BusValue, _ value: BusValue) {
      self.key = key
      self.value = value
    }
  }
}

/// What came back for a call.
package enum Answer: Equatable, Sendable {
  case values([BusValue])
  /// A program that ran: its exit status (128 + n for a signal) and what it printed.
  case output(status: Int32, out: String, err: String)
  case names([String])
  case rootWindow(RootWindow)
  /// What a file holds, nil where there is none.
  case text(String?)
  case monitors([Monitor])
  case wayland(WaylandDisplay)
  /// What was heard in each turn of a dialogue, fewer if it came to an early end.
  case heard([[UInt8]])
  case processes([Running])
  /// A program that runs on, and what it has complained of so far.
  case started(Running, said: String)
  /// The user's logins, nil where nobody knows.
  case logins([Login]?)
  /// Nothing but that it was done (or, in a dry run, would be done).
  case done
}

/// What the root window of an X display shows.
package struct RootWindow: Equatable, Sendable {
  /// Tells this X server's life apart from every other: its socket and start.
  package var server: String
  package var width: Int
  package var height: Int
  /// `_NET_WM_NAME` of the window manager, if one runs.
  package var windowManager: String?
  /// The name of a window of type desktop that covers the root, if there is one.
  package var coveredBy: String?
  /// Colours of a grid over the background pixmap, nil where none is set.
  package var sample: [UInt32]?

  package init(
    server: String, width: Int, height: Int, windowManager: String?, coveredBy: String?,
    sample: [UInt32]?
  ) {
    self.server = server
    self.width = width
    self.height = height
    self.windowManager = windowManager
    self.coveredBy = coveredBy
    self.sample = sample
  }
}
