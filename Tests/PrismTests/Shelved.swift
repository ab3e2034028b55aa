// What lies on the shelf, written and read again.

@testable import Prism

/// The bytes of a value of a file of ours.
func shelved(_ value: some Stored) throws(Problem) -> [UInt8] {
  try JSON.encode(value.stored, pretty: true)
}

/// The value that the bytes of a file of ours hold.
func unshelved<Value: Stored>(_ type: Value.Type, _ bytes: [UInt8]) throws(Problem) -> Value {
  try Value(from: JSON.root(of: bytes, named: "shelf", kind: .configuration))
}
