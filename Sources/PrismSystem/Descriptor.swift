// An open file: closed exactly once, by its owner's end.

internal import CLinux
internal import Glibc
internal import Prism

/// Owns a file descriptor.
package final class Descriptor: Sendable {
  let number: Int32

  init(owning number: Int32) { self.number = number }
  deinit { close(number) }

  /// Opens a path. `open(2)`
  static func open(_ path: String, _ flags: Int32, mode: mode_t = 0) -> Result<Descriptor, Errno> {
    guard !path.utf8.contains(0) else { return .failure(Errno(EINVAL)) }
    let number = retrying { Int(unsafe Glibc.open(path, flags | O_CLOEXEC, mode)) }
    return number < 0 ? .failure(.last) : .success(Descriptor(owning: Int32(number)))
  }

  /// Opens a regular file for reading. Nothing else is opened at all: opening alone can
  /// wait, or do something to a device.
  static func openRegular(_ path: String) -> Result<Descriptor, Errno> {
    guard !path.utf8.contains(0) else { return .failure(Errno(EINVAL)) }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return .failure(.last) }
    guard status.st_mode & S_IFMT == S_IFREG else { return .failure(.notRegular) }
    // It may have been exchanged since.
    let opened = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    guard case .success(let file) = opened else { return opened }
    guard let status = file.status, status.st_mode & S_IFMT == S_IFREG else {
      return .failure(.notRegular)
    }
    return opened
  }

  /// `fstat(2)`
  var status: stat? {
    var status = stat()
    return unsafe fstat(number, &status) == 0 ? status : nil
  }

  /// Writes all bytes. `write(2)`
  func write(_ bytes: [UInt8]) -> Errno? {
    unsafe bytes.withUnsafeBytes { unsafe write($0) }
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> Errno? {
    let count = bytes.count
    var done = 0
    while done < count {
      let wrote = retrying {
        unsafe Glibc.write(number, bytes.baseAddress?.advanced(by: done), count - done)
      }
      guard wrote >= 0 else { return .last }
      done += wrote
    }
    return nil
  }

  /// Exactly the bytes of a range, nil if the file ends before. `pread(2)`
  func read(_ offset: Int, _ count: Int) -> Result<[UInt8], Errno> {
    var failure: Errno?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = 0
      while filled < count {
        let got = retrying {
          unsafe pread(
            number, buffer.baseAddress?.advanced(by: filled), count - filled, offset + filled)
        }
        guard got > 0 else {
          failure = got < 0 ? .last : Errno(EIO)
          return
        }
        filled += got
      }
    }
    return failure.map { .failure($0) } ?? .success(bytes)
  }

  /// Lets the disk begin with a range, so that a sync later on has less to wait for. It
  /// promises nothing, so it cannot fail. `sync_file_range(2)`
  func startSync(_ offset: Int, _ count: Int) {
    _ = prism_sync_file_range(number, offset, count, PRISM_SYNC_FILE_RANGE_WRITE)
  }

  /// `fsync(2)`
  func sync() -> Errno? { retrying { Int(fsync(number)) } == 0 ? nil : .last }
}

extension Errno: Error {}

/// Syncs a folder, so that a name in it survives a power loss.
func syncFolder(_ path: String) throws(Problem) {
  switch Descriptor.open(path, O_RDONLY | O_DIRECTORY) {
  case .failure(let error): throw error.problem("open the folder \(path)")
  case .success(let folder):
    // Some file systems know no sync of folders (EINVAL); there is nothing to do then.
    if let error = folder.sync(), error.code != EINVAL {
      throw error.problem("sync the folder \(path)")
    }
  }
}
