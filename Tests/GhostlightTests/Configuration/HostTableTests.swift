import Ghostlight
import GhostlightCore
import GhostlightEmulation
import Testing

@Suite struct `Host table` {
  private func configuration(_ proxy: JSON) throws(ConfigurationError) -> StageConfiguration {
    try StageConfiguration(json: ["proxy": proxy])
  }

  @Test(
    arguments: [
      ("api.stackmob.com", 443, .emulator("stackmob")),
      ("push.stackmob.com", 80, .emulator("stackmob")),
      ("stackmob.com", 443, .emulator("stackmob")),
      ("dev.shop.acme.stackmobapp.com", 443, .emulator("stackmob")),
      ("static.stackmob.com", 80, .emulator("stackmob")), ("stackmobapp.com", 443, nil),
      ("a.cluster.stackmob.com", 8443, .emulator("stackmob")),
      ("tokens.appcenter.ms", 443, .emulator("appcenter")),
      ("my-account.documents.azure.com", 443, .emulator("cosmos")),
      ("documents.azure.com", 443, nil), ("evilstackmob.com", 443, nil),
      ("api.stackmob.com.evil.example", 443, nil), ("example.com", 443, nil),
    ] as [(String, Int, ProxyRule.Target?)])
  func `the vendors' hosts lead to their emulators`(
    _ host: String, _ port: Int, _ target: ProxyRule.Target?
  ) {
    #expect(StageConfiguration().hosts.rule(for: host, port: port)?.target == target)
  }

  @Test(
    arguments: [
      ("a.example.com", 443, .emulator("mia")), ("a.example.com", 8443, .emulator("egf2")),
      ("b.example.com", 443, .pass), ("c.b.example.com", 443, .refuse),
      ("example.com", 443, nil), ("api.stackmob.com", 443, .pass),
      ("d.example.org", 443, .record), ("other.stackmob.com", 443, .emulator("stackmob")),
    ] as [(String, Int, ProxyRule.Target?)])
  func `a narrower rule takes precedence over a wider one`(
    _ host: String, _ port: Int, _ target: ProxyRule.Target?
  ) throws {
    let hosts = try configuration([
      "hosts": [
        "*.example.com": "pass", "A.example.com": "mia", "a.example.com:8443": "egf2",
        "*.b.example.com": "refuse", "api.stackmob.com": "pass", "d.example.org": "record",
      ]
    ]).hosts
    #expect(hosts.rule(for: host, port: port)?.target == target)
  }

  @Test func `a rule replaces an emulator's host, which its listener still admits`() throws {
    let hosts = try configuration([
      "hosts": [
        "stackmob.com": "mia", "*.stackmob.com": "refuse", "a.example.com:8443": "stackmob",
      ]
    ]).hosts
    #expect(hosts.rule(for: "stackmob.com", port: 443)?.target == .emulator("mia"))
    #expect(hosts.rule(for: "api.stackmob.com", port: 443)?.target == .refuse)
    #expect(
      hosts.patterns(of: "stackmob") == [
        "stackmob.com", "*.stackmob.com", "*.stackmobapp.com", "*.stackmobapp.com",
        "a.example.com",
      ])
    #expect(
      hosts.patterns(of: "mia") == [
        "*.mia-platform.eu", "*.baas.invalid", "*.mia-platform.eu", "*.baas.invalid",
        "stackmob.com",
      ])
  }

  @Test func `two emulators cannot have the same host`() {
    var configuration = StageConfiguration(services: [.stackMob(), .mia()])
    #expect(configuration.hosts.problem == nil)
    configuration.services[0].hosts.append("api.example.com")
    configuration.services[1].hosts.append("API.example.com")
    #expect(
      configuration.hosts.problem
        == ConfigurationError(
          path: "$.mia.hosts",
          "the emulators stackmob and mia both have the host \"api.example.com\"; remove it from "
            + "one of them"))
    #expect(
      configuration.hosts.rule(for: "api.example.com", port: 443)?.target == .emulator("stackmob"))
  }

  @Test(arguments: [["a.example.com", "*.example.com"], ["a.example.com", "a.example.com:8443"]])
  func `two emulators can have hosts of which one is narrower`(_ hosts: [String]) {
    var configuration = StageConfiguration(services: [.stackMob(), .mia()])
    for (position, host) in hosts.enumerated() { configuration.services[position].hosts = [host] }
    #expect(configuration.hosts.problem == nil)
  }

  @Test func `a host of an emulator that is not valid is reported`() {
    var configuration = StageConfiguration(services: [.mia()])
    configuration.services[0].hosts = ["10.0.0.1"]
    #expect(
      configuration.hosts.problem
        == ConfigurationError(
          path: "$.mia.hosts",
          "\"10.0.0.1\" is not a host such as api.example.com, *.example.com or api.example.com:8443"
        ))
  }

  @Test func `an emulator that is left out keeps its hosts, so that a proxy rejects them`() {
    var configuration = StageConfiguration()
    let domains = configuration.hosts.domains
    configuration.removeServices(except: ["mia", "cosmos"])
    #expect(configuration.services.map(\.name) == ["mia", "cosmos"])
    let hosts = configuration.hosts
    #expect(hosts.rule(for: "api.stackmob.com", port: 443)?.target == .emulator("stackmob"))
    #expect(hosts.domains == domains)
    #expect(
      domains == [
        "appcenter.ms", "baas.invalid", "documents.azure.com", "mia-platform.eu", "stackmob.com",
        "stackmobapp.com", "token-exchange-mbaas-integration.dev.avalanch.es",
      ])
  }

  @Test(
    arguments: [
      ("https", "API.StackMob.com", "stackmob"), ("https", "api.stackmob.com.:443", "stackmob"),
      ("https", "graph.example.com:8443", "egf2"), ("https", "graph.example.com", nil),
      ("http", "127.0.0.1:4401", nil), ("http", "", nil),
    ] as [(String, String, String?)])
  func `the host of a request leads to an emulator`(
    _ scheme: String, _ authority: String, _ emulator: String?
  ) throws {
    let hosts = try configuration(["hosts": ["graph.example.com:8443": "egf2"]]).hosts
    #expect(
      hosts.emulator(for: Request(.get, "/", scheme: scheme, authority: authority)) == emulator)
  }
}
