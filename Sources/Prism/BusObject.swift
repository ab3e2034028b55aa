// Objects that prism-wall offers on the bus, as values: a path, its interfaces, their
// methods with names and types. From that come the check of what a caller hands over, the
// description that others read, and the answer.

/// A method call that came over the bus.
package struct BusRequest: Equatable, Sendable {
  package var path: String
  /// Nil where the caller named none: the method alone decides.
  package var interface: String?
  package var method: String
  /// The types of the arguments as D-Bus writes them.
  package var signature: String
  package var arguments: [BusValue]

  package init(
    path: String, interface: String?, method: String, signature: String = "",
    arguments: [BusValue] = []
  ) {
    self.path = path
    self.interface = interface
    self.method = method
    self.signature = signature
    self.arguments = arguments
  }
}

/// What a caller is told.
package enum BusReply: Equatable, Sendable {
  case values([BusValue])
  /// An error of D-Bus: the last part of its name, and what is wrong.
  case refused(String, String)
}

/// A method that can be called.
package struct BusMethod: Sendable {
  package typealias Argument = (name: String, type: String)
  let name: String
  let takes: [Argument]
  let gives: [Argument]
  let answer: @Sendable ([BusValue]) -> BusReply

  init(
    _ name: String, _ takes: [Argument] = [], gives: [Argument] = [],
    _ answer: @escaping @Sendable ([BusValue]) -> BusReply
  ) {
    self.name = name
    self.takes = takes
    self.gives = gives
    self.answer = answer
  }

  var signature: String { takes.map(\.type).joined() }
}

package struct BusInterface: Sendable {
  let name: String
  let methods: [BusMethod]
}

package struct BusObject: Sendable {
  let path: String
  let interfaces: [BusInterface]
}

extension [BusObject] {
  /// Answers a call, whatever it is.
  package func answer(_ request: BusRequest) -> BusReply {
    let isParent = contains { $0.path.hasPrefix(request.path == "/" ? "/" : "\(request.path)/") }
    guard isParent || contains(where: { $0.path == request.path }) else {
      return .refused("UnknownObject", "there is no object \(request.path)")
    }
    let own = first { $0.path == request.path }?.interfaces ?? []
    let known = own + standard(request.path)
    guard request.interface == nil || known.contains(where: { $0.name == request.interface })
    else {
      return .refused(
        "UnknownInterface", "there is no interface \(request.interface ?? "") at \(request.path)")
    }
    let methods = known.filter { request.interface == nil || $0.name == request.interface }
      .flatMap(\.methods)
    guard let method = methods.first(where: { $0.name == request.method }) else {
      return .refused("UnknownMethod", "there is no method \(request.method) at \(request.path)")
    }
    guard method.signature == request.signature else {
      return .refused(
        "InvalidArgs", "\(method.name) takes '\(method.signature)', not '\(request.signature)'")
    }
    return method.answer(request.arguments)
  }

  /// What every object can do.
  private func standard(_ path: String) -> [BusInterface] {
    let xml = description(path)
    return [
      BusInterface(
        name: "org.freedesktop.DBus.Introspectable",
        methods: [
          BusMethod("Introspect", gives: [("xml", "s")]) { _ in .values([.string(xml)]) }
        ]),
      BusInterface(
        name: "org.freedesktop.DBus.Peer", methods: [BusMethod("Ping") { _ in .values([]) }]),
      // There are none, and callers that ask for all at the start get just that.
      BusInterface(
        name: "org.freedesktop.DBus.Properties",
        methods: [
          BusMethod("GetAll", [("interface", "s")], gives: [("properties", "a{sv}")]) { _ in
            .values([.dictionary(key: "s", value: "v", [])])
          }
        ]),
    ]
  }

  /// The description of an object, as `Introspect` gives it.
  private func description(_ path: String) -> String {
    let prefix = path == "/" ? "/" : "\(path)/"
    let children = Set(
      compactMap { object in
        object.path.hasPrefix(prefix)
          ? object.path.dropFirst(prefix.count).split(separator: "/").first : nil
      }
    ).sorted()
    var lines = [
      "<!DOCTYPE node PUBLIC \"-//freedesktop//DTD D-BUS Object Introspection 1.0//EN\""
        + " \"http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd\">",
      "<node>",
    ]
    for interface in first(where: { $0.path == path })?.interfaces ?? [] {
      lines.append("  <interface name=\"\(interface.name)\">")
      for method in interface.methods {
        lines.append("    <method name=\"\(method.name)\">")
        for (arguments, direction) in [(method.takes, "in"), (method.gives, "out")] {
          lines += arguments.map {
            "      <arg name=\"\($0.name)\" type=\"\($0.type)\" direction=\"\(direction)\"/>"
          }
        }
        lines.append("    </method>")
      }
      lines.append("  </interface>")
    }
    lines += children.map { "  <node name=\"\($0)\"/>" } + ["</node>"]
    return lines.joined(separator: "\n") + "\n"
  }
}
