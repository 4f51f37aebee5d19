import ArgumentParser
import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightRecording
import GhostlightServer
import TestSupport
import Testing

@testable import GhostlightCLI

@Suite struct `Values of the options` {
  /// Returns the settings of a server for the options of `serve`.
  private static func settings(_ arguments: [String]) throws -> ServerOptions {
    let command = try ServeCommand.parse(arguments)
    var options = ServerOptions()
    command.ports.set(&options)
    command.control.set(&options)
    command.console.set(&options)
    options.allowedHosts = command.names.allowHost
    options.publicAddresses = try command.names.addresses(of: nil)
    return options
  }

  @Test func `each option of serve sets its own member of the settings`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("{}", to: "pact.json")
    let plain = try Self.settings([])
    #expect(plain.host == "127.0.0.1" && plain.portBase == 4400 && plain.cosmosPort == nil)
    #expect(plain.controlHost == nil && plain.controlToken == nil && !plain.isConsoleReadOnly)
    #expect(plain.articles == nil && plain.contracts.results == [])
    #expect(plain.allowedHosts == [])
    #expect(plain.publicAddresses == PublicAddresses())
    #expect(try Self.settings(["--host", "::1"]).host == "::1")
    #expect(try Self.settings(["--port-base", "0"]).portBase == 0)
    #expect(try Self.settings(["--cosmos-port", "7"]).cosmosPort == 7)
    #expect(plain.healthPort == nil)
    #expect(try Self.settings(["--health-port", "0"]).healthPort == 0)
    #expect(try Self.settings(["--control-host", "::"]).controlHost == "::")
    #expect(
      try Self.settings(["--control-token", "0123456789abcdef"]).controlToken?.text
        == "0123456789abcdef")
    #expect(try Self.settings(["--read-only-console"]).isConsoleReadOnly)
    #expect(try Self.settings(["--contracts", file]).contracts.contracts == [file])
    #expect(try Self.settings(["--contract-results", file]).contracts.results == [file])
    #expect(try Self.settings(["--articles", "https://a/"]).articles == "https://a/")
    #expect(
      try Self.settings(["--allow-host", "a", "--allow-host", "b"]).allowedHosts == ["a", "b"])
    let addresses = try Self.settings([
      "--base-url", "https://a.example.com", "--base-url", "mia=http://b.example.com:81",
    ]).publicAddresses
    #expect(addresses.base?.url == "https://a.example.com")
    #expect(addresses.own.mapValues(\.url) == ["mia": "http://b.example.com:81"])
  }

  @Test func `the other options of serve have their own values`() throws {
    let plain = try ServeCommand.parse([])
    #expect(plain.format == .text && plain.log == nil && !plain.watch)
    #expect(!plain.tls.isOn && plain.tls.remark(folder: nil) == nil)
    #expect(plain.vendorProxy.proxy == nil)
    #expect(plain.stage.data == nil && plain.stage.seed == nil && !plain.stage.acceptLoss)
    #expect(!plain.stage.isGiven)
    #expect(try ServeCommand.parse(["--format", "json"]).format == .json)
    #expect(try ServeCommand.parse(["--log", "text"]).log == .text)
    #expect(try ServeCommand.parse(["--log", "json"]).log == .json)
    let tls = try ServeCommand.parse(["--tls"]).tls
    #expect(tls.isOn && tls.tlsCert == nil)
    #expect(tls.remark(folder: nil) == "The same ports answer https; see `ghostlight ca`.")
    #expect(tls.remark(folder: "d") == "The same ports answer https; see `ghostlight ca --data d`.")
    let own = try ServeCommand.parse(["--tls-cert", "c", "--tls-key", "k"]).tls
    #expect(own.isOn && own.tlsCert == "c" && own.tlsKey == "k" && !own.tls)
    #expect(own.remark(folder: "d") == "The same ports answer https.")
    for arguments in [
      ["--config", "c"], ["--only", "mia"], ["--data", "d"], ["--seed", "7"], ["--accept-loss"],
    ] { #expect(try ServeCommand.parse(arguments).stage.isGiven) }
    #expect(try ServeCommand.parse(["--data", "d"]).stage.data == "d")
    #expect(try ServeCommand.parse(["--seed", "7"]).stage.seed == 7)
    #expect(try ServeCommand.parse(["--accept-loss"]).stage.acceptLoss)
    let config = try #require(try ServeCommand.parse(["--config", "c"]).stage.source)
    #expect(config.path == "c" && !config.isFound)
    #expect(try ServeCommand.parse(["--no-config"]).stage.source == nil)
    #expect(try ServeCommand.parse([]).stage.emulators.map(\.name) == Service.all.map(\.name))
    #expect(
      try ServeCommand.parse(["--only", "cosmos,mia"]).stage.emulators.map(\.name)
        == ["mia", "cosmos"])
  }

  @Test(arguments: [
    ("--max-body", "1k", ServerLimit.maxBody, 1024), ("--max-bodies", "2k", .maxBodies, 2048),
    ("--max-head", "3k", .maxHead, 3072), ("--max-connections", "4", .maxConnections, 4),
    ("--max-tunnels", "5", .maxTunnels, 5), ("--idle-timeout", "6", .idleSeconds, 6),
  ])
  func `each limit alone sets its own member`(
    _ option: String, _ text: String, _ limit: ServerLimit, _ value: Int
  ) throws {
    #expect(try LimitOptions.parse([]).values == [:])
    #expect(try LimitOptions.parse([option, text]).values == [limit: value])
  }

  @Test(arguments: ServerLimit.allCases)
  func `a limit of the configuration changes only its own limit of the server`(
    _ limit: ServerLimit
  ) {
    var options = ServerOptions()
    options.proxy = ProxyOptions(
      ProxySettings(), port: 0, authorityFolder: "", nowMilliseconds: 0)
    options.apply([limit: 4000])
    var expected = ServerLimits.standard
    switch limit {
    case .maxBody: expected.bodyBytes = 4000
    case .maxBodies: expected.allBodiesBytes = 4000
    case .maxControlBody: expected.controlBodyBytes = 4000
    case .maxUnsent: expected.allUnsentBytes = 4000
    case .maxHead: (expected.headBytes, expected.targetBytes) = (4000, 1000)
    case .maxConnections: expected.connections = 4000
    case .maxTunnels: break
    case .idleSeconds: expected.idleSeconds = 4000
    }
    #expect(options.limits == expected)
    #expect(options.proxy?.tunnels == (limit == .maxTunnels ? 4000 : 1000))
  }

  @Test func `each option of a listener has its own value`() throws {
    let plain = try ListenerOptions.parse([])
    #expect(plain.port == 0 && plain.host == "127.0.0.1" && plain.controlPort == 0)
    #expect(plain.allowHost == [] && plain.format == .text)
    #expect(try ListenerOptions.parse(["--port", "65535"]).port == 65_535)
    #expect(try ListenerOptions.parse(["--host", "::1"]).host == "::1")
    #expect(try ListenerOptions.parse(["--control-port", "7"]).controlPort == 7)
    #expect(try ListenerOptions.parse(["--allow-host", "a"]).allowHost == ["a"])
    #expect(try ListenerOptions.parse(["--format", "json"]).format == .json)
    #expect(
      ListenerOptions.hosts(of: [
        "https://a.example.com:7/x", "http://b", "/v1", "https://*.c.com/", "http://[::1]:8/",
      ]) == ["a.example.com", "b", "[::1]"])
  }

  @Test func `the options of a proxy change its settings`() throws {
    var settings = ProxySettings()
    settings.upstream = "http://u.example.com:1"
    let plain = try VendorProxyOptions.parse([])
    #expect(try plain.options(settings, folder: nil) == nil)
    let proxy = try VendorProxyOptions.parse(["--proxy", "7"]).options(settings, folder: "d")
    #expect(proxy?.port == 7 && proxy?.authorityFolder == "d/proxy")
    #expect(proxy?.settings.other == .refuse && proxy?.recording == nil)
    #expect(proxy?.upstream == UpstreamProxy("http://u.example.com:1"))
    let passing = try VendorProxyOptions.parse([
      "--proxy", "0", "--other", "pass", "--upstream-proxy", "http://v.example.com:2",
    ]).options(settings, folder: nil)
    #expect(passing?.settings.other == .pass)
    #expect(passing?.upstream == UpstreamProxy("http://v.example.com:2"))
    #expect(passing?.authorityFolder == AuthorityFolder.standard + "/proxy")
    let recording = try OtherHostOptions.parse(["--other", "record"]).options(
      port: 3, settings, folder: "d")
    #expect(recording.authorityFolder == "d/recording-proxy" && recording.port == 3)
    let service = try VendorProxyOptions.parse(["--proxy", "0"]).options(
      hosts: ["a.example.com", "10.0.0.1"], of: "the contract")
    #expect(service?.authorityFolder == AuthorityFolder.ofProxy(hosts: ["a.example.com"]))
    #expect(
      AuthorityFolder.ofProxy(hosts: ["a"]) != AuthorityFolder.ofProxy(hosts: ["a", "b"]))
    #expect(throws: ExitCode(64)) {
      try VendorProxyOptions.parse(["--proxy", "0"]).options(hosts: ["localhost"], of: "x")
    }
    #expect(throws: ExitCode(64)) {
      try VendorProxyOptions.parse(["--proxy", "0", "--other", "record"]).options(
        settings, folder: nil)
    }
    settings.upstream = "nonsense"
    #expect(throws: ExitCode(65)) {
      try VendorProxyOptions.parse(["--proxy", "0"]).options(settings, folder: nil)
    }
  }

  @Test func `hosts are recorded by the option, the settings or a rule`() throws {
    let plain = try OtherHostOptions.parse([])
    var settings = ProxySettings()
    #expect(!plain.records(settings))
    #expect(try OtherHostOptions.parse(["--other", "record"]).records(settings))
    settings.other = .record
    #expect(plain.records(settings))
    #expect(try !OtherHostOptions.parse(["--other", "pass"]).records(settings))
    settings.other = .refuse
    ProxyRule("a.example.com", target: .record).map { settings.add($0) }
    #expect(plain.records(settings))
  }

  @Test func `each rule of redaction changes the rules`() throws {
    #expect(try RedactionOptions.parse([]).rules == .standard)
    var rules = RedactionRules.standard
    rules.add(name: "shoe-size")
    #expect(try RedactionOptions.parse(["--redact", "shoe-size"]).rules == rules)
    rules = .standard
    rules.remove(name: "password")
    #expect(try RedactionOptions.parse(["--keep", "password"]).rules == rules)
    rules = .standard
    rules.allowedValues.insert("x")
    #expect(try RedactionOptions.parse(["--allow", "x"]).rules == rules)
  }

  @Test(
    arguments: [
      ("latest", ["latest": true]), ("mainBranch", ["mainBranch": true]),
      ("matchingBranch", ["matchingBranch": true]),
      ("deployedOrReleased", ["deployedOrReleased": true]), ("deployed", ["deployed": true]),
      ("released", ["released": true]), ("branch=a", ["branch": "a"]),
      ("tag=a=b", ["tag": "a=b", "latest": true]), ("environment=a", ["environment": "a"]),
      ("consumer=a", ["consumer": "a", "latest": true]), (#"{"a":1}"#, ["a": 1]), ("branch=", nil),
      ("branch", nil), ("other=a", nil), ("{", nil), ("", nil),
    ] as [(String, JSON?)])
  func `a selector is a word, a pair or JSON`(_ text: String, _ json: JSON?) {
    #expect(ConsumerSelector(argument: text)?.json == json)
  }

  @Test func `the credentials of a broker are a token or a user`() throws {
    #expect(try BrokerOptions.parse(["--broker-token", "t"]).credentials == "Bearer t")
    #expect(
      try BrokerOptions.parse(["--broker-user", "ada:pw"]).credentials == "Basic YWRhOnB3")
    #expect(
      try BrokerOptions.parse(["--broker-user", "ada:pw", "--broker-token", "t"]).credentials
        == "Bearer t")
  }
}
