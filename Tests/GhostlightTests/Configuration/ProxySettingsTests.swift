import Ghostlight
import GhostlightCore
import GhostlightEmulation
import Testing

@Suite struct `Proxy rules` {
  private func settings(_ proxy: JSON) throws(ConfigurationError) -> ProxySettings {
    try StageConfiguration(json: ["proxy": proxy]).proxy
  }

  @Test(
    arguments: [
      ("api.stackmob.com", 443, .emulator("stackmob")),
      ("push.stackmob.com", 80, .emulator("stackmob")),
      ("stackmob.com", 443, .emulator("stackmob")),
      ("a.cluster.stackmob.com", 8443, .emulator("stackmob")),
      ("tokens.appcenter.ms", 443, .emulator("appcenter")),
      ("my-account.documents.azure.com", 443, .emulator("cosmos")),
      ("documents.azure.com", 443, nil), ("evilstackmob.com", 443, nil),
      ("api.stackmob.com.evil.example", 443, nil), ("example.com", 443, nil),
    ] as [(String, Int, ProxyRule.Target?)])
  func `the default rules send the vendors' hosts to their emulators`(
    _ host: String, _ port: Int, _ target: ProxyRule.Target?
  ) {
    #expect(ProxySettings().rule(for: host, port: port)?.target == target)
    #expect(ProxySettings().other == .refuse)
  }

  @Test(
    arguments: [
      ("a.example.com", 443, .emulator("mia")), ("a.example.com", 8443, .emulator("egf2")),
      ("b.example.com", 443, .pass), ("c.b.example.com", 443, .refuse),
      ("example.com", 443, nil), ("api.stackmob.com", 443, .pass),
      ("d.example.org", 443, .record),
    ] as [(String, Int, ProxyRule.Target?)])
  func `a narrower rule takes precedence over a wider one`(
    _ host: String, _ port: Int, _ target: ProxyRule.Target?
  ) throws {
    let settings = try settings([
      "hosts": [
        "*.example.com": "pass", "A.example.com": "mia", "a.example.com:8443": "egf2",
        "*.b.example.com": "refuse", "api.stackmob.com": "pass", "d.example.org": "record",
      ], "other": "pass", "upstream": "http://proxy.example.com:3128",
    ])
    #expect(settings.rule(for: host, port: port)?.target == target)
    #expect(settings.other == .pass)
    #expect(settings.upstream == "http://proxy.example.com:3128")
  }

  @Test(arguments: [
    "", "*", "*.com", "com", "a..example.com", "a.*.example.com", "*.*.example.com",
    "a.example.com:0", "a.example.com:99999", "a.example.com:x", "a.example.com:", "10.0.0.1",
    "[::1]", "a.example.com/x", "https://a.example.com", "a b.example.com", "ä.example.com",
  ])
  func `a rule for anything but a host name is rejected`(_ pattern: String) {
    #expect(throws: ConfigurationError.self) {
      try settings(["hosts": .object([pattern: "mia"])])
    }
  }

  @Test func `a rule that is not valid is reported with its place`() {
    #expect(
      throws: ConfigurationError(
        path: "$.proxy.hosts.a.example.com",
        "must be one of: stackmob, mia, egf2, appcenter, cosmos, refuse, pass, record")
    ) {
      try settings(["hosts": ["a.example.com": "parse"]])
    }
    #expect(
      throws: ConfigurationError(path: "$.proxy.other", "must be one of: refuse, pass, record")
    ) {
      try settings(["other": "keep"])
    }
  }
}
