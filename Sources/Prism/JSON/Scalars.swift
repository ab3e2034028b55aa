// How strings and numbers are written.
// A string ends on its line and holds only escapes that the decoder knows; half
// a surrogate pair is noted, for whoever wants that very text. A number fits.

extension Scanner {
  // MARK: Strings

  mutating func string() throws(Problem) {
    let start = at
    let quote = bytes[at]
    at += 1
    while let byte = peek {
      switch byte {
      case quote:
        at += 1
        return
      case UInt8(ascii: "\\"):
        try escape()
      case 0..<0x20:
        throw broken(
          byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            ? "the string does not end on its line" : "a control character has to be escaped")
      default:
        at += 1
      }
    }
    at = start
    throw broken("the string never ends")
  }

  private mutating func escape() throws(Problem) {
    let start = at
    at += 1
    switch peek {
    case UInt8(ascii: "u"):
      let unit = try codeUnit()
      if unit == 0, grammar == .json5 {
        at = start
        throw broken("the character NUL cannot be used")
      }
      if unit & 0xFC00 == 0xDC00 { halfPairs.append(start) }
      guard unit & 0xFC00 == 0xD800 else { return }
      let second = at
      if at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u") {
        at += 1
        if try codeUnit() & 0xFC00 == 0xDC00 { return }
        at = second
      }
      halfPairs.append(start)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 1
    case UInt8(ascii: "'") where grammar == .json5:
      at += 1
    default:
      throw expected("an escape that JSON knows")
    }
  }

  private mutating func codeUnit() throws(Problem) -> UInt32 {
    at += 1
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw expected("four hexadecimal digits")
      }
      unit = unit << 4 | UInt32(digit)
      at += 1
    }
    return unit
  }

  // MARK: Numbers

  mutating func number() throws(Problem) {
    let sign = at
    try numeral()
    let text = String(decoding: bytes[sign..<at], as: UTF8.self)
    let isHexadecimal = text.utf8.contains { $0 | 0x20 == 0x78 }
    guard isHexadecimal ? text.utf8.count < 18 : Double(text)?.isFinite != false else {
      at = sign
      throw expected("a smaller number")
    }
  }

  private mutating func numeral() throws(Problem) {
    if peek == UInt8(ascii: "-") || peek == UInt8(ascii: "+") { at += 1 }
    let start = at
    if grammar == .json5, let byte = peek, byte == UInt8(ascii: "I") || byte == UInt8(ascii: "N") {
      throw expected("a finite number")
    }
    if peek == UInt8(ascii: "0") {
      at += 1
      if grammar == .json5, peek == UInt8(ascii: "x") || peek == UInt8(ascii: "X") {
        at += 1
        let digits = at
        while let byte = peek, Character(Unicode.Scalar(byte)).isHexDigit { at += 1 }
        guard at > digits else { throw expected("a hexadecimal digit") }
        return
      }
      if let byte = peek, Self.isDigit(byte) { throw expected("no digit after the zero") }
    } else {
      digits()
    }
    let whole = at > start
    if !whole, peek != UInt8(ascii: ".") || grammar == .strict { throw expected("a digit") }
    if peek == UInt8(ascii: ".") {
      at += 1
      let point = at
      digits()
      guard at > point || (whole && grammar == .json5) else { throw expected("a digit") }
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      at += 1
      if peek == UInt8(ascii: "-") || peek == UInt8(ascii: "+") { at += 1 }
      let exponent = at
      digits()
      guard at > exponent else { throw expected("a digit") }
    }
  }

  private mutating func digits() {
    while let byte = peek, Self.isDigit(byte) { at += 1 }
  }
}
