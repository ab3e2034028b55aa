// A socket that answers what it hears, and an X server with more than one monitor.

import Foundation
import Testing

@testable import PrismSystem

/// A socket that answers each piece that it hears, in pieces of its own.
final class AnsweringSocket {
  private let number: Int32

  /// - Parameter hangsUp: whether it ends a connection after its first answer.
  init(
    _ path: String, hangsUp: Bool = false,
    _ answer: @escaping @Sendable ([UInt8]) -> [[UInt8]]
  ) throws {
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    number = socket
    let address = [UInt8(AF_UNIX), 0] + path.utf8 + [0]
    let code = address.withUnsafeBytes {
      bind(
        socket, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
    }
    try #require(code == 0 && listen(socket, 8) == 0)
    Thread.detachNewThread {
      while true {
        let client = accept(socket, nil, nil)
        if client < 0 { return }
        Thread.detachNewThread {
          var buffer = [UInt8](repeating: 0, count: 4096)
          while true {
            let got = recv(client, &buffer, buffer.count, 0)
            guard got > 0 else { break }
            for piece in answer(Array(buffer.prefix(got))) {
              _ = send(client, piece, piece.count, Int32(MSG_NOSIGNAL))
            }
            if hangsUp { break }
          }
          close(client)
        }
      }
    }
  }

  deinit {
    shutdown(number, Int32(SHUT_RDWR))
    close(number)
  }
}

/// Xorg with its driver for tests, which has real outputs.
final class DummyDisplay {
  private static let program = "/usr/lib/xorg/Xorg"
  private static let driver = "/usr/lib/xorg/modules/drivers/dummy_drv.so"
  static var isInstalled: Bool {
    [program, driver, "/usr/bin/xrandr"].allSatisfy { FileManager.default.fileExists(atPath: $0) }
      && geteuid() == 0
  }

  private let scratch: Scratch
  private let server: Server
  let environment: [String: String]

  init() throws {
    scratch = try Scratch()
    let settings = "\(scratch.path)/xorg.conf"
    try """
    Section "ServerFlags"
      Option "AutoAddDevices" "false"
      Option "AutoAddGPU" "false"
      Option "DontVTSwitch" "true"
    EndSection
    Section "Device"
      Identifier "device"
      Driver "dummy"
      VideoRam 256000
    EndSection
    Section "Monitor"
      Identifier "monitor"
      HorizSync 5.0-1000.0
      VertRefresh 5.0-200.0
    EndSection
    Section "Screen"
      Identifier "screen"
      Device "device"
      Monitor "monitor"
      DefaultDepth 24
      SubSection "Display"
        Depth 24
        Modes "1280x720" "1024x768"
        Virtual 5120 1440
      EndSubSection
    EndSection
    """.write(toFile: settings, atomically: true, encoding: .utf8)
    server = try Server(
      Self.program,
      [
        "-displayfd", "1", "-config", settings, "-logfile", "\(scratch.path)/log", "-nolisten",
        "tcp", "-noreset", "-novtswitch", "-sharevts", "vt7",
      ])
    environment = ["DISPLAY": ":\(try server.line())", "HOME": "/nonexistent"]
  }

  func run(_ arguments: String...) throws {
    let ran = try Command.run(
      "/usr/bin/xrandr", arguments, environment: environment, deadline: Deadline(seconds: 30))
    try #require(ran.status == 0, "\(ran.err)")
  }
}
