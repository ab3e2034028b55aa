// Values into a message of libdbus, which would end the process for one that D-Bus
// cannot carry: `check` is to be called first.

internal import CDBus
internal import Prism

extension BusValue {
  /// The D-Bus signature of this one value.
  var signature: String {
    switch self {
    case .string: "s"
    case .objectPath: "o"
    case .boolean: "b"
    case .byte: "y"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .array(let element, _): "a\(element)"
    case .dictionary(let key, let value, _): "a{\(key)\(value)}"
    case .structure(let fields): "(\(fields.map(\.signature).joined()))"
    case .variant: "v"
    case .file: "h"
    }
  }

  /// - Throws: `.internal` for a value that D-Bus cannot carry.
  func check(depth: Int = 0) throws(Problem) {
    func require(_ isSound: Bool) throws(Problem) {
      guard isSound else { throw Problem(.internal, "D-Bus cannot carry \(self)") }
    }
    try require(depth < 16)
    switch self {
    case .string(let text): try require(!text.utf8.contains(0))
    case .objectPath(let path):
      try require(!path.utf8.contains(0))
      try require(unsafe dbus.validate_path(path, nil) != 0)
    case .boolean, .byte, .int32, .uint32, .int64, .uint64, .double: break
    case .array(let element, let values):
      try require(isComplete(signature))
      for value in values {
        try require(value.signature == element)
        try value.check(depth: depth + 1)
      }
    case .dictionary(let key, let value, let pairs):
      try require(isComplete(signature))
      for pair in pairs {
        try require(pair.key.signature == key && pair.value.signature == value)
        try pair.key.check(depth: depth + 1)
        try pair.value.check(depth: depth + 1)
      }
    case .structure(let fields):
      try require(isComplete(signature))
      for field in fields { try field.check(depth: depth + 1) }
    case .variant(let value): try value.check(depth: depth + 1)
    case .file(let path): try require(!path.utf8.contains(0))
    }
  }

  /// `dbus_signature_validate_single`
  private func isComplete(_ signature: String) -> Bool {
    guard !signature.utf8.contains(0), signature.utf8.count < 256 else { return false }
    return unsafe dbus.signature_validate_single(signature, nil) != 0
  }
}

/// The end of a message or container, where values are added.
@safe struct BusWriter: ~Copyable {
  var end = unsafe DBusMessageIter()

  /// Writes a checked value. `dbus_message_iter_append_basic`
  mutating func append(_ value: BusValue) throws(Problem) {
    switch value {
    case .string(let text): try append(text, PW_DBUS_STRING)
    case .objectPath(let path): try append(path, PW_DBUS_OBJECT_PATH)
    case .boolean(let flag): try append(dbus_bool_t(flag ? 1 : 0), PW_DBUS_BOOLEAN)
    case .byte(let number): try append(number, PW_DBUS_BYTE)
    case .int32(let number): try append(number, PW_DBUS_INT32)
    case .uint32(let number): try append(number, PW_DBUS_UINT32)
    case .int64(let number): try append(number, PW_DBUS_INT64)
    case .uint64(let number): try append(number, PW_DBUS_UINT64)
    case .double(let number): try append(number, PW_DBUS_DOUBLE)
    case .array(let element, let values): try append(values, in: PW_DBUS_ARRAY, of: element)
    case .dictionary(let key, let value, let pairs):
      try fill(PW_DBUS_ARRAY, of: "{\(key)\(value)}") { inner throws(Problem) in
        for pair in pairs { try inner.append([pair.key, pair.value], in: PW_DBUS_DICT_ENTRY) }
      }
    case .structure(let fields): try append(fields, in: PW_DBUS_STRUCT)
    case .variant(let value): try append([value], in: PW_DBUS_VARIANT, of: value.signature)
    case .file(let path):
      // libdbus sends a duplicate of its own.
      let file: Descriptor
      switch Descriptor.openRegular(path) {
      case .success(let opened): file = opened
      case .failure(let error): throw error.problem("read \(path)")
      }
      try append(file.number, PW_DBUS_UNIX_FD)
    }
  }

  private mutating func append(
    _ number: some BitwiseCopyable, _ type: Int32
  ) throws(Problem) {
    var number = number
    guard unsafe dbus.message_iter_append_basic(&end, type, &number) != 0 else {
      throw BusMessage.noMemory
    }
  }

  private mutating func append(_ text: String, _ type: Int32) throws(Problem) {
    let isDone = unsafe text.withCString { text in
      var text: UnsafePointer<CChar>? = unsafe text
      return unsafe dbus.message_iter_append_basic(&end, type, &text)
    }
    guard isDone != 0 else { throw BusMessage.noMemory }
  }

  private mutating func append(
    _ values: [BusValue], in container: Int32, of signature: String? = nil
  ) throws(Problem) {
    try fill(container, of: signature) { inner throws(Problem) in
      for value in values { try inner.append(value) }
    }
  }

  private mutating func fill(
    _ container: Int32, of signature: String?,
    _ write: (inout BusWriter) throws(Problem) -> Void
  ) throws(Problem) {
    var inner = BusWriter()
    guard unsafe dbus.message_iter_open_container(&end, container, signature, &inner.end) != 0
    else { throw BusMessage.noMemory }
    do throws(Problem) {
      try write(&inner)
    } catch {
      unsafe dbus.message_iter_abandon_container(&end, &inner.end)
      throw error
    }
    guard unsafe dbus.message_iter_close_container(&end, &inner.end) != 0 else {
      throw BusMessage.noMemory
    }
  }
}
