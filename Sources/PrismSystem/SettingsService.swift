// What the process of the settings does: it answers one question after the other as the
// program `gsettings` would, through libgio, until whoever started it hangs up. What that
// program would refuse it does not do, and says so. It is started by `SettingsProcess` alone.

internal import CGIO
internal import CLinux
internal import Glibc
internal import Prism

package enum SettingsService {
  /// The word that it is started with. Nobody finds it in the help: without the socket that
  /// only a parent gives it is no command.
  static let word = "+settings"
  /// The first byte of an answer: what the program would print follows.
  static let done = UInt8(ascii: "+")
  /// The whole of another one: the program has to be asked.
  static let undone = UInt8(ascii: "-")
  /// The most bytes of a message.
  static let mostBytes = 1 << 16

  /// Status of one that has no library, or no store that another process could read.
  static let lacking: Int32 = 69

  /// The arguments that it understands, of all that `gsettings` does.
  static func understands(_ arguments: [String]) -> Bool {
    switch arguments.first {
    case "list-recursively": arguments.count == 2
    case "reset": arguments.count == 3
    case "set": arguments.count == 4
    default: false
    }
  }

  /// Answers, where the words are those of its parent.
  /// - Returns: the exit status, nil where they are not.
  package static func run(_ words: [String]) -> Int32? {
    guard words.count == 2, words[0] == word, let parent = Int32(words[1]), parent == getppid(),
      LocalSocket.peerProcess(of: 0) == parent
    else { return nil }
    let socket = Descriptor(owning: 0)
    // Open is what the parent of our parent left open, if anything.
    _ = prism_close_from(3)
    guard prism_end_with_parent() == 0, getppid() == parent else { return lacking }
    guard unsafe pw_gio_open() == nil else { return lacking }
    while let question = socket.receive(mostBytes), !question.isEmpty {
      guard socket.send(answer(to: question)) else { break }
    }
    return 0
  }

  private static func answer(to question: [UInt8]) -> [UInt8] {
    let words = question.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard understands(words) else { return [undone] }
    switch words[0] {
    case "list-recursively":
      guard let text = unsafe pw_settings_list(words[1]) else { return [undone] }
      defer { unsafe free(text) }
      let answer = unsafe [done] + Array(String(cString: text).utf8)
      return answer.count < mostBytes ? answer : [undone]
    case "reset": return [unsafe pw_settings_reset(words[1], words[2]) ? done : undone]
    default: return [unsafe pw_settings_set(words[1], words[2], words[3]) ? done : undone]
    }
  }
}

extension Descriptor {
  /// The next message of a socket that keeps them apart, none at its end; nil if it failed, or
  /// was longer. `recv(2)`
  func receive(_ most: Int) -> [UInt8]? {
    var isCut = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      let got = retrying {
        unsafe recv(number, buffer.baseAddress, most, Int32(MSG_TRUNC))
      }
      isCut = got < 0 || got > most
      count = isCut ? 0 : got
    }
    return isCut ? nil : bytes
  }

  /// Sends one message as a whole. `send(2)`
  func send(_ message: [UInt8]) -> Bool {
    let sent = unsafe message.withUnsafeBytes { bytes in
      retrying {
        unsafe Glibc.send(number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
    }
    return sent == message.count
  }
}
