import Ghostlight
import GhostlightCore
import GhostlightServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks that the listeners' ports are free, and finds the processes that use them.
struct PortCheck {
  private let options: ServerOptions
  private let emulators: [Service]

  init(_ ports: PortOptions, _ control: ControlListenerOptions, _ emulators: [Service]) {
    var options = ServerOptions()
    ports.set(&options)
    control.set(&options)
    (self.options, self.emulators) = (options, emulators)
  }

  func findings() async -> [Finding] {
    var findings: [Finding] = []
    for (name, host, port) in options.listeners(of: emulators) {
      findings.append(await finding(name, host, port))
    }
    return findings
  }

  /// Opens and closes a listener exactly as `serve` would, and returns the result.
  private func finding(_ name: String, _ host: String, _ port: Int) async -> Finding {
    let place = port == 0 ? "a free one" : "\(port)"
    let listener = Listener(
      name, host: host, port: port,
      responder: Responder(name: name, immediate: { _ in Response(.serviceUnavailable) }))
    do throws(ServerError) {
      let server = try await HTTPServer.start([listener], limits: .standard, eventLoops: 1)
      await server.drain(timeoutSeconds: 0)
      return Finding(
        subject: "port", level: .ok, fact: "\(name): \(place) on \(host) can be had")
    } catch {
      guard case .portTaken = error else {
        return Finding(
          subject: "port", level: .failure, fact: "\(error)",
          remedy:
            "give an address of this machine with \(name == "control" ? "--control-host" : "--host"), "
            + "or other ports with --port-base")
      }
      let option = ["cosmos", "health"].contains(name) ? "--\(name)-port" : "--port-base"
      let (holder, step) = Self.holder(of: port)
      return Finding(
        subject: "port", level: .failure,
        fact: "\(name): \(port) on \(host) is held by \(holder)",
        remedy: "\(step), or choose another port with \(option) (0 takes any free one)")
    }
  }

  private static func holder(of port: Int) -> (name: String, step: String) {
    switch PortHolder.find(port) {
    case .found(let holder):
      ("\(holder.program), process \(holder.process)", "stop it: kill \(holder.process)")
    case .hidden:
      ("a process of another user", "look who it is: sudo ss -ltnp 'sport = :\(port)'")
    case .unknown:
      (
        "a process that this system does not name to us",
        "look who it is: lsof -nP -iTCP:\(port) -sTCP:LISTEN"
      )
    }
  }
}

/// A process that listens on a port.
struct PortHolder: Hashable {
  let process: Int
  let program: String

  /// The result of searching for the process that listens on a port.
  enum ProbeResult: Hashable {
    case found(PortHolder)
    /// A process listens on the port, but its files in `/proc` cannot be read.
    case hidden
    /// The process cannot be determined, because the system has no `/proc`.
    case unknown
  }

  /// Returns the process that listens on a port of this machine, using Linux's `/proc`.
  static func find(_ port: Int) -> ProbeResult {
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"].compactMap { try? FileReader.bytes(of: $0) }
    guard !tables.isEmpty else { return .unknown }
    let listening = Set(tables.flatMap { sockets(in: String(decoding: $0, as: UTF8.self), port) })
    for process in InputFolder.names(in: "/proc").compactMap({ Int($0) }).sorted() {
      let folder = "/proc/\(process)/fd"
      let isHolder = InputFolder.names(in: folder).contains { descriptor in
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(descriptor)"))
          .map { listening.contains($0) } ?? false
      }
      if isHolder { return .found(PortHolder(process: process, program: program(process))) }
    }
    return .hidden
  }

  /// Returns the sockets that listen on a port, in the form of the links in `/proc`.
  ///
  /// - Source: proc_pid_net(5): local address in the second column, state in the fourth with 0A for
  ///   a listener, inode in the tenth.
  static func sockets(in table: String, _ port: Int) -> [String] {
    table.split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: " ", omittingEmptySubsequences: true)
      guard columns.count > 9, columns[3] == "0A",
        let digits = columns[1].split(separator: ":").last, Int(digits, radix: 16) == port
      else { return nil }
      return "socket:[\(columns[9])]"
    }
  }

  private static func program(_ process: Int) -> String {
    let name = try? FileReader.bytes(of: "/proc/\(process)/comm")
    return String(decoding: name ?? [], as: UTF8.self).split(separator: "\n").first
      .map(String.init) ?? "a program"
  }
}
