import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A TCP listener that accepts one connection, reads one request and sends prepared bytes.
struct OneShotListener: Sendable {
  struct Problem: Error {
    let call: String
  }

  let port: UInt16
  private let request: Task<[UInt8], Never>

  /// Starts a listener that sends `bytes` and closes the connection.
  ///
  /// If `bytes` is `nil`, the listener sends nothing and waits until the client closes.
  init(answering bytes: [UInt8]?) throws {
    let (descriptor, port) = try Self.bound()
    guard listen(descriptor, 1) == 0 else { throw Problem(call: "listen") }
    self.port = port
    let (stream, source) = AsyncStream.makeStream(of: [UInt8].self)
    Thread.detachNewThread {
      let client = accept(descriptor, nil, nil)
      close(descriptor)
      source.yield(Self.readRequest(client))
      source.finish()
      if let bytes { Self.write(bytes, to: client) } else { _ = Self.read(client) }
      close(client)
    }
    request = Task {
      for await received in stream { return received }
      return []
    }
  }

  /// The bytes of the request; waits until the request has arrived.
  var received: [UInt8] {
    get async { await request.value }
  }

  private static func bound() throws -> (descriptor: Int32, port: UInt16) {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw Problem(call: "socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isNamed = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, length) == 0 && getsockname(descriptor, generic, &length) == 0
      }
    }
    guard isNamed else { throw Problem(call: "bind") }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// Reads the head of a request, and a body of the length that the head states.
  private static func readRequest(_ client: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    while !isComplete(bytes) {
      let more = read(client)
      guard !more.isEmpty else { break }
      bytes += more
    }
    return bytes
  }

  private static func isComplete(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { return false }
    let head = text[..<end.lowerBound].lowercased()
    guard let length = head.firstMatch(of: /content-length: *(\d+)/).flatMap({ Int($0.1) }) else {
      return true
    }
    return text[end.upperBound...].utf8.count >= length
  }

  private static func read(_ client: Int32) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(client, &buffer, buffer.count, 0)
    return Array(buffer.prefix(max(0, count)))
  }

  private static func write(_ bytes: [UInt8], to client: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(client, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
