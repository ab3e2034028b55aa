// Colours of the screen as they lie on the shelf: one text, eight hexadecimal digits each.
// As a list of numbers they take longer to read and to write than all else in the state.

struct Pixels: Stored {
  var colours: [UInt32]

  init(colours: [UInt32]) { self.colours = colours }

  init(from json: Outline.Value) throws(Problem) {
    colours = []
    let text = try String(from: json)
    var colour: UInt32 = 0
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): colour = colour << 4 | UInt32(byte - 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): colour = colour << 4 | UInt32(byte - 0x57)
      default: throw json.mismatch("colours in hexadecimal digits")
      }
      if index & 7 == 7 { colours.append(colour) }
    }
    guard colours.count * 8 == text.utf8.count else {
      throw json.mismatch("colours of eight digits")
    }
  }

  var stored: JSONValue {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for colour in colours {
      for shift in stride(from: UInt32(28), through: 0, by: -4) {
        text.append(digits[Int(colour >> shift & 15)])
      }
    }
    return .string(String(decoding: text, as: UTF8.self))
  }
}
