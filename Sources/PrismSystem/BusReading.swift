// Values out of a message of libdbus, which has checked it against the rules of
// D-Bus: strings are UTF-8, nesting is bounded, types are as announced. A type that
// is not known leaves a placeholder, never a trap.

internal import CDBus
internal import Prism

/// A place in a message or container, from which values are read.
@safe struct BusReader: ~Copyable {
  var place = unsafe DBusMessageIter()

  /// All values from here to the end.
  mutating func values() -> [BusValue] {
    var values: [BusValue] = []
    while let value = value() {
      values.append(value)
      guard next() else { break }
    }
    return values
  }

  private mutating func next() -> Bool { unsafe dbus.message_iter_next(&place) != 0 }

  private mutating func type() -> Int32 { unsafe dbus.message_iter_get_arg_type(&place) }

  /// The value here, nil at the end. A 16-bit number comes as one of 32 bits, a
  /// signature as a string; for a file descriptor, which is not taken over, stands
  /// the largest 32-bit number.
  private mutating func value() -> BusValue? {
    switch type() {
    case PW_DBUS_INVALID: nil
    case PW_DBUS_STRING, PW_DBUS_SIGNATURE: .string(text())
    case PW_DBUS_OBJECT_PATH: .objectPath(text())
    case PW_DBUS_BOOLEAN: .boolean(number(dbus_bool_t.self) != 0)
    case PW_DBUS_BYTE: .byte(number(UInt8.self))
    case PW_DBUS_INT16: .int32(Int32(number(Int16.self)))
    case PW_DBUS_UINT16: .uint32(UInt32(number(UInt16.self)))
    case PW_DBUS_INT32: .int32(number(Int32.self))
    case PW_DBUS_UINT32: .uint32(number(UInt32.self))
    case PW_DBUS_INT64: .int64(number(Int64.self))
    case PW_DBUS_UINT64: .uint64(number(UInt64.self))
    case PW_DBUS_DOUBLE: .double(Double(bitPattern: number(UInt64.self)))
    case PW_DBUS_ARRAY: array()
    case PW_DBUS_STRUCT: .structure(content())
    case PW_DBUS_VARIANT: content().first.map(BusValue.variant)
    default: .uint32(.max)
    }
  }

  private mutating func array() -> BusValue {
    var inner = inside()
    let signature = inner.signature()
    guard unsafe dbus.message_iter_get_element_type(&place) == PW_DBUS_DICT_ENTRY else {
      return .array(of: signature, inner.values())
    }
    // `{…}`, in which the key is always one letter.
    let types = signature.dropFirst().dropLast()
    var pairs: [BusValue.Pair] = []
    while inner.type() == PW_DBUS_DICT_ENTRY {
      let pair = inner.content()
      if pair.count == 2 { pairs.append(BusValue.Pair(pair[0], pair[1])) }
      guard inner.next() else { break }
    }
    return .dictionary(key: String(types.prefix(1)), value: String(types.dropFirst()), pairs)
  }

  private mutating func inside() -> BusReader {
    var inner = BusReader()
    unsafe dbus.message_iter_recurse(&place, &inner.place)
    return inner
  }

  private mutating func content() -> [BusValue] {
    var inner = inside()
    return inner.values()
  }

  private mutating func signature() -> String {
    guard let text = unsafe dbus.message_iter_get_signature(&place) else { return "" }
    defer { unsafe dbus.free(text) }
    return unsafe String(cString: text)
  }

  private mutating func text() -> String {
    var text: UnsafePointer<CChar>?
    unsafe dbus.message_iter_get_basic(&place, &text)
    guard let text = unsafe text else { return "" }
    return unsafe String(cString: text)
  }

  private mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _: Number.Type
  ) -> Number {
    var number: Number = 0
    unsafe dbus.message_iter_get_basic(&place, &number)
    return number
  }
}
