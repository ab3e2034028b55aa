// Takes a member out, with one comma and the blanks that would be left.
// Only a line that held nothing else goes as a whole; comments stay.

extension Edit {
  func removing(_ member: Outline.Value) -> [UInt8] {
    let span = member.start..<member.span.upperBound
    var gone = [span]
    if let comma = comma(after: span.upperBound) {
      gone = [span, comma..<(comma + 1)]
    } else if let before = sibling(before: member),
      let comma = comma(after: before.span.upperBound)
    {
      gone = [comma..<(comma + 1), span]
    }
    var rest: [UInt8] = []
    var from = 0
    for span in gone {
      rest += bytes[from..<span.lowerBound]
      from = tidied(&rest, span.upperBound)
    }
    return rest + bytes[from...]
  }

  /// Takes away the blanks that a removal left at the end of `rest` or at `from`: the whole line if
  /// it held nothing else. Gives where the bytes go on.
  private func tidied(_ rest: inout [UInt8], _ from: Int) -> Int {
    let line = rest.lastIndex(where: \.endsLine).map { $0 + 1 } ?? 0
    let isBlank = rest[line...].allSatisfy(\.isBlank)
    let next = bytes[from...].firstIndex { !$0.isBlank } ?? bytes.count
    guard next < bytes.count else { return from }
    if bytes[next].endsLine {
      guard isBlank, line > 0 else { return from }
      rest.removeSubrange(line...)
      return next + (bytes[next...].starts(with: [.cr, .lf]) ? 2 : 1)
    }
    if next > from { return rest.last?.isBlank == true ? next : from }
    if !isBlank {
      while rest.last?.isBlank == true { rest.removeLast() }
    }
    return from
  }

  private func sibling(before member: Outline.Value) -> Outline.Value? {
    let objects = members.filter(\.isGroup).map(\.value) + [outline.root].compactMap(\.self)
    for object in objects {
      let parts = object.parts
      if let index = parts.firstIndex(where: { $0.start == member.start }) {
        return index > 0 ? parts[index - 1] : nil
      }
    }
    return nil
  }
}
