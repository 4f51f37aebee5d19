import Ghostlight
import GhostlightCore
import GhostlightEmulation
import Testing

@Suite struct `Proxy rules` {
  private func settings(_ proxy: JSON) throws(ConfigurationError) -> ProxySettings {
    try StageConfiguration(json: ["proxy": proxy]).proxy
  }

  @Test func `the section has the treatment of other hosts and the upstream`() throws {
    let settings = try settings(["other": "pass", "upstream": "http://proxy.example.com:3128"])
    #expect(settings.other == .pass)
    #expect(settings.upstream == "http://proxy.example.com:3128")
    #expect(ProxySettings().other == .refuse)
  }

  @Test func `a rule replaces only the rule for the same host and port`() {
    var settings = ProxySettings()
    let patterns = [
      "a.example.com", "a.example.com:8443", "a.example.com:9443", "*.example.com",
      "*.example.com:8443",
    ]
    for pattern in patterns { ProxyRule(pattern, target: .refuse).map { settings.add($0) } }
    ProxyRule("A.example.com:9443", target: .pass).map { settings.add($0) }
    #expect(
      settings.rules.map(\.target) == [.refuse, .refuse, .refuse, .refuse, .pass])
    #expect(settings.rules.map(\.port) == [nil, 8443, nil, 8443, 9443])
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
        path: "$.proxy.hosts[\"a.example.com\"]",
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
