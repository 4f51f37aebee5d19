import Ghostlight
import GhostlightCore
import NIOCore
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite(.limitedConcurrency) struct `Tunnels to other hosts` {
  /// Starts a proxy, and a second server to which all host names resolve.
  private func serve(
    _ change: (inout ProxyOptions) -> Void = { _ in },
    _ body: (ProxiedServer, _ port: Int) async throws -> Void
  ) async throws {
    try await serving(.scheme) { elsewhere in
      try await servingProxy({ options in
        options.settings = .passing
        options.resolveToLoopback()
        change(&options)
      }) { try await body($0, elsewhere.addresses["test"]?.port ?? 0) }
    }
  }

  private static let request =
    "POST / HTTP/1.1\r\nHost: elsewhere.example\r\nContent-Length: 1000000\r\n"
    + "Connection: close\r\n\r\n" + String(repeating: "a", count: 1_000_000)

  @Test func `a tunnel forwards any number of bytes both ways and then its end`() async throws {
    try await serve { server, port in
      let client = try await server.connect()
      await client.send("CONNECT elsewhere.example:\(port) HTTP/1.1\r\n\r\n")
      _ = try await client.receive(endingWith: "\r\n\r\n")
      await client.send(Self.request)
      let answer = try await client.receiveAll()
      #expect(answer.hasPrefix("HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 200 OK\r\n"))
      #expect(answer.hasSuffix("http " + String(repeating: "a", count: 1_000_000)))
      #expect(client.end == .closed)
    }
  }

  @Test func `a client that closed its input still gets the rest of the response`() async throws {
    try await serve { server, port in
      let client = try await server.connect()
      await client.send("CONNECT elsewhere.example:\(port) HTTP/1.1\r\n\r\n")
      _ = try await client.receive(endingWith: "\r\n\r\n")
      let body = String(repeating: "a", count: 12_000_000)
      // The response does not fit the socket buffers, so it cannot end before the client reads
      // again.
      await client.stopReading()
      await client.send(
        "POST / HTTP/1.1\r\nHost: elsewhere.example\r\nContent-Length: 12000000\r\n"
          + "Connection: close\r\n\r\n" + body)
      try await client.closeOutput()
      await client.resumeReading()
      let answer = try await client.receiveAll()
      #expect(answer.utf8.count > 12_000_000)
      #expect(answer.hasSuffix("http " + body))
      #expect(client.end == .closed)
    }
  }

  @Test func `bytes sent before the tunnel is open are forwarded`() async throws {
    try await serve { server, port in
      let client = try await server.connect()
      await client.send("CONNECT elsewhere.example:\(port) HTTP/1.1\r\n\r\n" + Self.request)
      // The response may already have arrived and the connection may be closed, so errors are
      // ignored.
      try? await client.closeOutput()
      let answer = try await client.receiveAll()
      #expect(answer.hasSuffix("http " + String(repeating: "a", count: 1_000_000)))
    }
  }

  @Test func `a request with a whole URL is forwarded as one exchange`() async throws {
    try await serve { server, port in
      let answer = try await server.answer(
        to: "PUT http://elsewhere.example:\(port)/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n"
          + "Proxy-Authorization: Basic YQ==\r\nConnection: close\r\n\r\na")
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(answer.hasSuffix("\r\n\r\nhttp a"))
    }
  }

  @Test func `a name that resolves to this machine is refused`() async throws {
    try await servingProxy({ options in
      options.settings = .passing
      options.resolveToLoopback(isAdmitted: false)
    }) { server in
      let line = try await server.refusal(of: "rebound.example:\(server.controlPort)")
      #expect(line == "HTTP/1.1 403 Forbidden")
      let plain = try await server.answer(
        to: "GET http://rebound.example:\(server.controlPort)/ HTTP/1.1\r\nHost: x\r\n"
          + "Connection: close\r\n\r\n")
      #expect(plain.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
    }
  }

  @Test func `an unreachable host gets 502 with the reason`() async throws {
    let closed = try ClosedPort()
    let port = closed.number
    try await servingProxy({ options in
      options.settings = .passing
      options.resolveToLoopback()
    }) { server in
      let answer = try await server.answer(
        to: "CONNECT elsewhere.example:\(port) HTTP/1.1\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n"))
      #expect(
        answer.hasSuffix("elsewhere.example:\(port) cannot be reached: connection refused.\n"))
    }
    withExtendedLifetime(closed) {}
  }

  @Test func `a tunnel may use an upstream proxy but never the same one again`() async throws {
    try await servingProxy { upstream in
      try await servingProxy({ options in
        options.settings = ProxySettings.leading("api.stackmob.com", to: "pass")
        options.upstream = UpstreamProxy("http://127.0.0.1:\(upstream.port)")
      }) { server in
        let client = try await TLSClient.connect(
          toPort: server.port, through: "api.stackmob.com:443",
          trusting: upstream.certificateFile, asking: "api.stackmob.com", offering: [])
        await client.send(
          "GET /note/none HTTP/1.1\r\nHost: api.stackmob.com\r\nConnection: close\r\n\r\n")
        let answer = try await client.receiveAll()
        #expect(answer.hasPrefix("HTTP/1.1 4"))
        let loop = try await server.answer(
          to: "CONNECT api.stackmob.com:443 HTTP/1.1\r\nVia: 1.1 ghostlight\r\n\r\n")
        #expect(loop.hasPrefix("HTTP/1.1 508 Loop Detected\r\n"))
      }
      try await servingProxy({ options in
        options.settings = .passing
        options.upstream = UpstreamProxy("http://127.0.0.1:\(upstream.port)")
      }) { server in
        let answer = try await server.answer(
          to: "CONNECT elsewhere.example:443 HTTP/1.1\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n"))
        #expect(answer.hasSuffix("it answers 403.\n"))
      }
    }
  }

  @Test func `a tunnel is reserved until its last reference is released`() async throws {
    try await Scratch.use { scratch in
      var options = ProxyOptions(
        .passing, port: 0, authorityFolder: scratch.path, nowMilliseconds: Scratch.now)
      options.tunnels = 2
      let gateway = try ProxyGateway(options, at: HostTable(rules: []), to: [:])
      var held: [Permit?] = [gateway.reserveTunnel(), gateway.reserveTunnel()]
      #expect(held.allSatisfy { $0 != nil })
      #expect(gateway.reserveTunnel() == nil)
      held.removeLast()
      #expect(gateway.reserveTunnel() != nil)
    }
  }

  @Test func `a tunnel beyond the limit gets 503`() async throws {
    try await serve({ $0.tunnels = 0 }) { server, port in
      let line = try await server.refusal(of: "elsewhere.example:\(port)")
      #expect(line == "HTTP/1.1 503 Service Unavailable")
    }
  }

  @Test(arguments: [
    "https://proxy.example:3128", "proxy.example:3128", "http://", "http://a b:1", "http://a:0",
  ])
  func `an invalid URL is not an upstream proxy`(_ url: String) {
    #expect(UpstreamProxy(url) == nil)
  }
}

/// A port that is bound without listening, so that connecting fails and no other process gets it.
private final class ClosedPort {
  struct Problem: Error {}

  let number: Int
  private let descriptor: Int32

  init() throws {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    let bound = try SocketAddress(ipAddress: "127.0.0.1", port: 0).withSockAddr {
      [descriptor] address, size in bind(descriptor, address, socklen_t(size)) == 0
    }
    var address = [UInt8](repeating: 0, count: 128)
    var length = socklen_t(address.count)
    let isNamed = address.withUnsafeMutableBytes { [descriptor] bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { generic in
        generic.baseAddress.map { getsockname(descriptor, $0, &length) == 0 } ?? false
      }
    }
    // In the socket address, the port follows the address family, high byte first.
    number = Int(address[2]) << 8 | Int(address[3])
    guard bound, isNamed else { throw Problem() }
  }

  deinit { close(descriptor) }
}
