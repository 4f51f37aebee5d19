#if Server && canImport(Glibc)
  import Foundation
  import GhostlightCore
  import HTTPTypes

  /// Repeats one request over a local connection, with as little work as possible for the client.
  final class RepeatedExchange {
    private let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    private let request: [UInt8]
    private var received = [UInt8](repeating: 0, count: 65_536)
    private var expected = 0

    /// Connects to a port and sends the request once, to learn the length of its response.
    init(port: UInt16, _ request: Request) throws {
      var head = "\(request.method.rawValue) \(request.target.raw) HTTP/1.1\r\n"
      head += "Host: 127.0.0.1:\(port)\r\n"
      for field in request.headers { head += "\(field.name): \(field.value)\r\n" }
      self.request = Array((head + "\r\n").utf8)
      var limit = timeval(tv_sec: 20, tv_usec: 0)
      let size = socklen_t(MemoryLayout<timeval>.size)
      setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
      try connect(to: port)
      try send()
      expected = recv(descriptor, &received, received.count, 0)
      guard expected > 0, received.starts(with: "HTTP/1.1 200 ".utf8) else {
        throw BenchmarkError("the server does not answer 200")
      }
    }

    deinit { close(descriptor) }

    /// Sends the request, and reads as many bytes as the first response had.
    func run() throws {
      try send()
      var count = 0
      while count < expected {
        let more = recv(descriptor, &received, received.count, 0)
        guard more > 0 else { throw BenchmarkError("the server has closed the connection") }
        count += more
      }
      guard count == expected else { throw BenchmarkError("a response has another length") }
    }

    private func connect(to port: UInt16) throws {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Foundation.connect(descriptor, $0, size)
        }
      }
      guard result == 0 else { throw BenchmarkError("no server listens on port \(port)") }
    }

    private func send() throws {
      let sent = Foundation.send(descriptor, request, request.count, Int32(MSG_NOSIGNAL))
      guard sent == request.count else { throw BenchmarkError("the connection is closed") }
    }
  }
#endif
