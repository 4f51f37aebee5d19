import Ghostlight
import GhostlightCore
import GhostlightRecording
import Testing

@testable import GhostlightServer

@Suite struct `Options of a server` {
  private static func options(_ change: (inout ServerOptions) -> Void) -> ServerOptions {
    var options = ServerOptions()
    change(&options)
    return options
  }

  private static func service(_ name: String, _ port: Int) -> Service {
    Service(name: name, title: name, port: port, seed: RecordingBackend(Recording([])))
  }

  @Test(
    arguments: [
      (4399, 5000, 4399), (4400, 5000, 5000), (4401, 5000, 5001), (4499, 5000, 5099),
      (4500, 5000, 4500), (8081, 5000, 8081), (4401, 4400, 4401), (4401, 0, 0), (8081, 0, 0),
    ])
  func `the ports from 4400 to 4499 move with the port base`(
    _ port: Int, _ base: Int, _ expected: Int
  ) {
    let options = Self.options { $0.portBase = base }
    #expect(options.port(of: Self.service("shop", port)) == expected)
    #expect(options.controlPort == base)
  }

  @Test func `a port of its own comes before the port of Cosmos DB and the port base`() {
    let options = Self.options {
      $0.ports = ["mia": 7]
      $0.cosmosPort = 9
      $0.portBase = 0
    }
    #expect(
      [Service.stackMob(), .mia(), .cosmos()].map { options.port(of: $0) } == [0, 7, 9])
    let both = Self.options {
      $0.ports = ["cosmos": 8]
      $0.cosmosPort = 9
    }
    #expect(both.port(of: .cosmos()) == 8)
    #expect(Self.options { $0.portBase = 5000 }.port(of: .cosmos()) == 8081)
  }

  @Test(
    arguments: [
      ("127.0.0.1", nil, "127.0.0.1"), ("127.0.0.2", nil, "127.0.0.2"), ("::1", nil, "::1"),
      ("0.0.0.0", nil, "127.0.0.1"), ("::", nil, "127.0.0.1"), ("10.0.0.1", nil, "127.0.0.1"),
      ("127.0.0.1", "0.0.0.0", "0.0.0.0"), ("0.0.0.0", "::1", "::1"),
    ] as [(String, String?, String)])
  func `control stays on loopback unless it has a host`(
    _ host: String, _ control: String?, _ bound: String
  ) {
    let options = Self.options { ($0.host, $0.controlHost) = (host, control) }
    #expect(options.boundControlHost == bound)
    let listeners = options.listeners(of: [.mia(), .cosmos()])
    #expect(listeners.map(\.name) == ["control", "mia", "cosmos"])
    #expect(listeners.map(\.host) == [bound, host, host])
    #expect(listeners.map(\.port) == [4400, 4402, 8081])
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.255.255.255", true), ("::1", true), ("127.0.0.256", false),
    ("127.", false), ("127.0.0.1.example.com", false), ("128.0.0.1", false), ("::2", false),
    ("localhost", false), ("", false),
  ])
  func `loopback is an address`(_ host: String, _ isLoopback: Bool) {
    #expect(ServerOptions.isLoopback(host) == isLoopback)
  }

  @Test(arguments: [
    ("localhost", true), ("LOCALHOST", true), ("a.localhost", true), ("localhost.a", false),
    ("xlocalhost", false), ("[::1]", true), ("[::2]", false), ("127.0.0.1", true),
    ("127.0.0.255", true), ("127.0.0.256", false), ("127.0.0", false), ("127.0.0.0.1", false),
    ("126.0.0.1", false), ("128.0.0.1", false), ("127..0.1", false), ("a%41.localhost", false),
    ("", false),
  ])
  func `the host of a control call is loopback`(_ host: String, _ isLoopback: Bool) {
    #expect(ControlGuard.isLoopback(host) == isLoopback)
  }

  @Test func `the hosts of a server are those of its configuration and its options`() throws {
    var options = ServerOptions()
    options.allowedHosts = ["b.example.com"]
    options.publicAddresses.base = try PublicAddress("https://base.example.com")
    options.publicAddresses.own = ["mia": try PublicAddress("http://mia.example.com:81")]
    var configuration = StageConfiguration(services: [.mia()])
    configuration.allowedHosts = ["a.example.com"]
    ProxyRule("c.example.com", target: .pass).map { configuration.proxy.add($0) }
    #expect(
      options.hosts(of: configuration).allowed
        == ["a.example.com", "b.example.com", "mia.example.com", "base.example.com"])
    #expect(options.hosts(of: configuration).rules.map(\.target).contains(.pass))
    options.proxy = ProxyOptions(
      ProxySettings(), port: 0, authorityFolder: "", nowMilliseconds: 0)
    #expect(!options.hosts(of: configuration).rules.map(\.target).contains(.pass))
  }

  @Test func `a public address is an emulator's own or the base with its port`() throws {
    var addresses = PublicAddresses()
    #expect(addresses.isEmpty)
    #expect(addresses.address(of: "mia", at: 5) == nil)
    addresses.own = ["mia": try PublicAddress("http://mia.example.com")]
    #expect(!addresses.isEmpty)
    #expect(addresses.isPublished("mia"))
    #expect(!addresses.isPublished("egf2") && !addresses.isPublished("control"))
    #expect(addresses.address(of: "mia", at: 5)?.url == "http://mia.example.com")
    #expect(addresses.address(of: "egf2", at: 5) == nil)
    addresses.base = try PublicAddress("https://base.example.com:9")
    #expect(addresses.address(of: "egf2", at: 5)?.url == "https://base.example.com:5")
    #expect(addresses.address(of: "mia", at: 5)?.url == "http://mia.example.com")
    #expect(addresses.address(of: "control", at: 5) == nil)
    addresses.own = [:]
    #expect(!addresses.isEmpty)
  }

  @Test(arguments: [
    ("127.0.0.1", "http://127.0.0.1:7"), ("::1", "http://[::1]:7"), ("a.b", "http://a.b:7"),
  ])
  func `an address has its host in brackets if it is one of IPv6`(_ host: String, _ url: String) {
    #expect(ListenerAddress(scheme: "http", host: host, port: 7).url == url)
  }

  @Test func `the standard limits are those of the manual`() {
    let limits = ServerLimits.standard
    #expect(limits.headBytes == 65_536 && limits.headFields == 256 && limits.targetBytes == 16_384)
    #expect(limits.bodyBytes == 16_777_216 && limits.controlBodyBytes == 134_217_728)
    #expect(limits.allBodiesBytes == 268_435_456)
    #expect(
      limits.idleSeconds == 75 && limits.requestHeadSeconds == 15 && limits.lingerSeconds == 2)
    #expect(limits.connections == 10_000 && limits.reservedConnections == 64)
    #expect(limits.pipelinedRequests == 64 && limits.waitingWork == 1024)
    #expect(limits.messageBytes == 1_048_576 && limits.unsentBytes == 16_777_216)
    #expect(limits.allUnsentBytes == 67_108_864)
    #expect(limits.workThreads >= 1)
  }

  @Test func `permits are taken up to their number, and again when one is freed`() {
    let pool = PermitPool(2)
    var permits = [pool.acquire(), pool.acquire()]
    #expect(permits.allSatisfy { $0 != nil })
    #expect(pool.acquire() == nil)
    permits.removeLast()
    permits.append(pool.acquire())
    #expect(permits.allSatisfy { $0 != nil })
    #expect(pool.acquire() == nil)
    #expect(PermitPool(0).acquire() == nil)
    #expect(PermitPool(-1).acquire() == nil)
  }
}
