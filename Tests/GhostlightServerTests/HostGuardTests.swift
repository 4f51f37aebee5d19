import Ghostlight
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Host guard` {
  @Test(arguments: [
    ("stackmob", "127.0.0.1:4401", true), ("stackmob", "localhost", true),
    ("stackmob", "LOCALHOST:4401", true), ("stackmob", "mytest.localhost:4401", true),
    ("stackmob", "MyTest.LocalHost", true), ("stackmob", "[::1]:4401", true),
    ("stackmob", "[::1]", true), ("stackmob", "10.0.2.2:4401", true), ("stackmob", "ci", true),
    ("stackmob", "ci:80", true), ("stackmob", "", true), ("stackmob", "api.stackmob.com", true),
    ("stackmob", "push.stackmob.com:80", true), ("stackmob", "API.StackMob.com.", true),
    ("cosmos", "acc.documents.azure.com:443", true), ("appcenter", "tokens.appcenter.ms", true),
    ("mia", "shop.mia-platform.eu", true), ("egf2", "mac.local", true),
    ("egf2", "a.dev.corp", true),
    ("stackmob", "evil.example:4401", false), ("stackmob", "127.0.0.1.evil.example", false),
    ("stackmob", "localhost.evil.example", false), ("stackmob", "evillocalhost.com", false),
    ("stackmob", "evilstackmob.com", false), ("stackmob", "1.2.3.4.nip.io:4401", false),
    ("cosmos", "api.stackmob.com", false), ("stackmob", "acc.documents.azure.com", false),
    ("egf2", "dev.corp", false), ("egf2", "mac.local.evil.example", false),
    ("egf2", "evil%2eexample", false), ("egf2", "evil%2Eexample:4401", false),
    ("egf2", "ci%", false), ("egf2", "%31", false), ("egf2", "evil%2eexample.localhost", false),
    ("egf2", "evil%2eexample%2e.dev.corp", false), ("egf2", "[fe80::1%25en0]:80", true),
    ("egf2", "[::ffff:127.0.0.1]:4403", true), ("egf2", "[evil.example]", false),
    ("egf2", "[evil.example]:4403", false), ("egf2", "[127.0.0.1]", false),
    ("egf2", "evil.example[", false), ("egf2", "[::1]evil.example", false),
    ("egf2", "[::1].evil.example", false), ("egf2", "[::1", false), ("egf2", "[]", false),
    ("egf2", "evil:80.example", false), ("egf2", "1.2.3.4:5.evil.example", false),
    ("egf2", "graph.example", true), ("egf2", "graph.example:4403", true),
    ("mia", "graph.example", false), ("stackmob", "old.stackmob.com", true),
  ])
  func `the guard admits only known hosts`(_ emulator: String, _ host: String, _ isOurs: Bool) {
    #expect(HostGuard(of: emulator, in: hosts(["Mac.local", "*.dev.corp"])).admits(host) == isOurs)
  }

  /// Returns the hosts of all emulators, with two rules for a proxy and these allowed hosts.
  private func hosts(_ allowed: [String]) -> HostTable {
    var configuration = StageConfiguration()
    configuration.allowedHosts = allowed
    for (host, target) in [
      ("graph.example:8443", ProxyRule.Target.emulator("egf2")), ("old.stackmob.com", .pass),
    ] {
      ProxyRule(host, target: target).map { configuration.proxy.add($0) }
    }
    return configuration.hosts
  }

  @Test func `the pattern for any host admits all hosts`() {
    #expect(HostGuard(of: "mia", in: hosts(["*"])).admits("evil.example"))
  }

  @Test func `foreign hosts are refused on emulator ports with the remedy`() async throws {
    var configuration = StageConfiguration()
    configuration.allowedHosts = ["mac.local"]
    var options = ServerOptions.patient
    options.allowedHosts = ["*.dev.corp"]
    let server = try await EmulatorServer.start(Stage(configuration), options)
    let reason =
      "Host evil.example is not known here; --allow-host NAME, or allowHosts in ghostlight.json, "
      + "admits it"
    for address in server.addresses where address.name != "control" {
      for (host, isOurs) in [("evil.example", false), ("mac.local", true), ("a.dev.corp", true)] {
        let text = try await RawClient.exchange(
          "GET /nowhere HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n",
          withPort: server.port(address.name))
        #expect(text.hasPrefix("HTTP/1.1 403 Forbidden\r\n") != isOurs, "\(address.name): \(text)")
        #expect(text.contains("\r\nX-Ghostlight-Reason: \(reason)\r\n") != isOurs)
      }
    }
    await server.drain(timeoutSeconds: 0)
  }
}
