import Foundation

/// An HTTP connection to loopback that is used for several exchanges, one after another.
final class KeepAliveConnection {
  static let key = "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"

  private let descriptor: Int32
  private let port: Int
  private var received: [UInt8] = []

  /// - Throws: `TestError` if no server listens on the port.
  init(port: Int) throws {
    self.port = port
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard result == 0 else { throw TestError("nobody listens on \(port)") }
  }

  deinit { close(descriptor) }

  /// Sends a request and reads its response.
  ///
  /// - Throws: `TestError` if the connection ends before the whole response is received.
  func send(
    _ method: String, _ path: String, _ body: String = "", host: String? = nil,
    fields: [String] = []
  ) throws -> HTTPReply {
    let own = [
      "\(method) \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")",
      "X-StackMob-API-Key: \(Self.key)", "Content-Type: application/json",
      "Content-Length: \(body.utf8.count)",
    ]
    let head = (own + fields).joined(separator: "\r\n")
    try write(Array((head + "\r\n\r\n" + body).utf8))
    return try readReply()
  }

  private func write(_ bytes: [UInt8]) throws {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, flags)
      }
      guard count > 0 else { throw TestError("the connection is gone") }
      sent += count
    }
  }

  private func readReply() throws -> HTTPReply {
    let separator = Array("\r\n\r\n".utf8)
    while true {
      if let end = received.indices.first(where: { received[$0...].starts(with: separator) }) {
        let reply = try HTTPReply(head: String(decoding: received[..<end], as: UTF8.self))
        received.removeFirst(end + 4)
        while received.count < reply.length { try receive() }
        defer { received.removeFirst(reply.length) }
        return reply.with(body: String(decoding: received.prefix(reply.length), as: UTF8.self))
      }
      try receive()
    }
  }

  private func receive() throws {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { throw TestError("the connection is gone") }
    received += buffer.prefix(count)
  }
}
