// Where a new member goes, and what it looks like there.
// It stands after the last one of its object, on a line of its own if that one
// does, with the same indentation and line end, and with a comma after it if
// that one has one. Comments stay before and after it as they were.

extension Edit {
  func adding(_ name: String, _ literal: [UInt8]) throws(Problem) -> [UInt8] {
    guard let root = outline.root else {
      let before = bytes.isEmpty || bytes == Outline.mark || endsLine(bytes.count) ? [] : lineEnd
      return bytes + before + [.open] + lineEnd + unit
        + (try JSON.encode(.string(name))) + [.colon, .space] + literal + lineEnd + [.close]
        + lineEnd
    }
    let group =
      members
      .filter { $0.isGroup && name.hasPrefix($0.name + ".") }
      .max { $0.name.utf8.count < $1.name.utf8.count }
    let rest = group.map { String(name.dropFirst($0.name.count + 1)) } ?? name
    let member = try JSON.encode(.string(rest)) + [.colon, .space] + literal
    let object = group?.value ?? root
    if let last = object.parts.last {
      return adding(member, after: last)
    }
    return adding(member, toEmpty: object)
  }

  private func adding(_ member: [UInt8], after last: Outline.Value) -> [UInt8] {
    let end = last.span.upperBound
    let comma = comma(after: end)
    let content = comma.map { $0 + 1 } ?? end
    let lineStart = self.lineStart(of: last.start)
    let indent = Array(bytes[lineStart..<last.start])
    var new: [UInt8] = []
    var place = content
    if lineStart > 0, indent.allSatisfy({ $0.isBlank }) {
      place = restOfLine(from: content)
      new += lineEnd + indent
    } else {
      new.append(.space)
    }
    new += member
    if comma != nil {
      new.append(.comma)
      return replacing(place..<place, with: new)
    }
    return Array(bytes[..<end]) + [.comma] + bytes[end..<place] + new + bytes[place...]
  }

  private func adding(_ member: [UInt8], toEmpty object: Outline.Value) -> [UInt8] {
    let inside = (object.span.lowerBound + 1)..<(object.span.upperBound - 1)
    var content = inside.lowerBound
    var at = content
    while at < inside.upperBound {
      if let end = Scanner.comment(at: at, in: bytes) {
        at = end
        content = end
      } else {
        at += 1
      }
    }
    let outer = bytes[lineStart(of: object.start)...].prefix { $0.isBlank }
    return replacing(
      content..<inside.upperBound, with: lineEnd + outer + unit + member + lineEnd + outer)
  }

  /// One step of the file's indentation.
  private var unit: [UInt8] {
    for part in outline.root?.parts ?? [] {
      let lineStart = self.lineStart(of: part.start)
      let indent = bytes[lineStart..<part.start]
      if lineStart > 0, !indent.isEmpty, indent.allSatisfy({ $0.isBlank }) {
        return Array(indent)
      }
    }
    return [.space, .space]
  }

  /// Just before the line end, if only blanks and comments stand before it; else the start.
  private func restOfLine(from start: Int) -> Int {
    var at = start
    while at < bytes.count {
      if bytes[at].endsLine { return at }
      if let end = Scanner.comment(at: at, in: bytes) {
        if bytes[at..<end].contains(where: \.endsLine) { return start }
        at = end
      } else if bytes[at].isBlank {
        at += 1
      } else {
        return start
      }
    }
    return start
  }

  private func lineStart(of offset: Int) -> Int {
    bytes[..<offset].lastIndex { $0.endsLine }.map { $0 + 1 } ?? 0
  }

  private func endsLine(_ offset: Int) -> Bool {
    offset > 0 && bytes[offset - 1].endsLine
  }
}
