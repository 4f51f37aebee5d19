import Ghostlight
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Proxy requests to this machine` {
  /// The address that these tests use for the machine's only interface.
  private static let own = "198.51.100.7"

  /// Forms of loopback, link-local and invalid addresses, for CONNECT and absolute URLs.
  private static let spellings =
    `Network addresses`.loopback.filter { !$0.hasPrefix("[") }
    + [
      "localhost", "LOCALHOST", "localhost.", "LocalHost.LocalDomain", "x.localhost",
      "X.LOCALHOST.",
    ]
    + ["127.255.255.254", "0.0.0.0", "0", "0x0", "00.0.0.0", "0.1", "[::]", "[::1]", "[0::0:1]"]
    + [
      "169.254.1.1", "0xa9.254.1", "2852039166", "[fe80::1]", "[FEBF::1]", "224.0.0.1", "[ff02::1]",
    ]
    + `Network addresses`.wrappings.map { form in
      "[\(form.replacing("A", with: "7f00").replacing("B", with: "0001"))]"
    }
    + ["[::1%25lo]", "[fe80::1%eth0]", "[fe80::1%25eth0]", "127.0.0.1%00", "127.0.0.1%25lo"]
    + ["[127.0.0.1]", "%31%32%37.0.0.1", "127.0.0.1:80@localhost"]
    + [
      own, own + ".", "198.51.25607", "3325256711", "0xc6336407", "0306.063.0144.07",
      "0xc6.3367943",
      "[::ffff:198.51.100.7]", "[::FFFF:C633:6407]", "[::198.51.100.7]", "[::ffff:0:198.51.100.7]",
      "[64:ff9b::198.51.100.7]", "[64:ff9b::c633:6407]", "[64:ff9b:1::c633:6407]",
      "[2002:c633:6407::1]",
      "[2001:db8::5efe:198.51.100.7]", "own.example", "mapped.example", "turning.example",
    ]

  /// Returns addresses of this machine for host names of an attacker, as a resolver would.
  private static func addresses(_ host: String, _ port: Int) -> [SocketAddress] {
    let texts = [
      "own.example": ["203.0.113.9", own], "mapped.example": ["::ffff:198.51.100.7"],
      "turning.example": ["203.0.113.9", "2002:c633:6407::1"],
    ]
    return (texts[host] ?? [NetworkAddress(spelling: host)?.text ?? "203.0.113.9"])
      .compactMap { try? SocketAddress(ipAddress: $0, port: port) }
  }

  private static func change(_ options: inout ProxyOptions) {
    options.settings = .passing
    options.dialer.addresses = { Self.addresses($0, $1) }
    options.dialer.forbids = { address, local in
      ProxyDialer.isForbidden(address, from: local) { NetworkAddress(own).map { [$0] } }
    }
  }

  @Test func `the proxy never connects to this machine, in any spelling`() async throws {
    #expect(Set(Self.spellings).count >= 80)
    try await servingProxy(Self.change) { server in
      for host in Self.spellings {
        let authority = "\(host):\(server.controlPort)"
        let tunnel = try await server.refusal(of: authority)
        let request = try await server.answer(
          to: "GET http://\(authority)/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let isHost = ProxyDestination(authority) != nil
        let expected = isHost ? "HTTP/1.1 403 Forbidden" : "HTTP/1.1 400 Bad Request"
        #expect(tunnel == expected, "\(host)")
        #expect(request.prefix { $0 != "\r\n" } == expected, "\(host)")
      }
    }
  }

  @Test func `the proxy drops a connection whose far end turns out to be this machine`()
    async throws
  {
    let checks = Mutex(0)
    try await servingProxy({ options in
      options.settings = .passing
      options.resolveToLoopback()
      // Only the open connection shows that both ends are the same machine.
      options.dialer.forbids = { address, local in
        checks.withLock { $0 += 1 }
        return local.flatMap { NetworkAddress($0) } == NetworkAddress(address)
      }
    }) { server in
      let line = try await server.refusal(of: "late.example:\(server.controlPort)")
      #expect(line == "HTTP/1.1 403 Forbidden")
      let plain = try await server.answer(
        to: "GET http://late.example:\(server.controlPort)/ HTTP/1.1\r\nConnection: close\r\n"
          + "Host: late.example\r\n\r\n")
      #expect(plain.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
      #expect(checks.withLock { $0 } == 4)
    }
  }

  @Test func `every address is forbidden if the addresses of this machine are unknown`() throws {
    let far = try SocketAddress(ipAddress: "203.0.113.9", port: 80)
    #expect(ProxyDialer.isForbidden(far) { nil })
    #expect(!ProxyDialer.isForbidden(far) { [] })
    #expect(ProxyDialer.isForbidden(far, from: far) { [] })
  }
}
