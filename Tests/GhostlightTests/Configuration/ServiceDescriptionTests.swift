import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import Testing

@testable import Ghostlight

@Suite struct `Services of a configuration` {
  private static func read(_ services: JSON) throws -> StageConfiguration {
    try StageConfiguration(
      json: ["services": services],
      services: { service in
        ServiceDescription.Content(
          seed: RecordingBackend(Recording([])),
          hosts: ["a.example.com", "*.example.com", "10.0.0.1"],
          digest: UInt64(service.files.count) + 16,
          upstream: service.forwarding.map { forwarding in
            Responder(name: forwarding.url, immediate: { _ in Response(.ok) })
          })
      }, onDocument: nil)
  }

  private static func description(_ section: JSON) throws -> ServiceDescription {
    try ServiceDescription("shop", ConfigurationReader(section))
  }

  @Test func `a service has the members of its section`() throws {
    let replay = try Self.description([
      "replay": ["a.har", "b.har"], "match": "path", "basePath": "/v1", "policy": "last",
      "hosts": ["x.example.com"], "port": 4488,
      "misses": ["upstream": "https://a.example.com", "record": "m.har", "trust": "t.pem"],
    ])
    #expect(replay.name == "shop")
    #expect(replay.source == .replay)
    #expect(replay.files == ["a.har", "b.har"])
    #expect(replay.forwarding?.url == "https://a.example.com")
    #expect(replay.forwarding?.record == "m.har")
    #expect(replay.forwarding?.trust == "t.pem")
    #expect(replay.hosts == ["x.example.com"])
    #expect(replay.port == 4488)
    let contract = try Self.description(["contract": "c.json", "states": ["a"]])
    #expect(contract.source == .contract)
    #expect(contract.files == ["c.json"])
    #expect(contract.forwarding == nil && contract.hosts == nil && contract.port == nil)
    let upstream = try Self.description(["upstream": "http://b.example.com"])
    #expect(upstream.source == .upstream)
    #expect(upstream.files == [])
    #expect(upstream.forwarding?.url == "http://b.example.com")
    #expect(upstream.forwarding?.record == nil && upstream.forwarding?.trust == nil)
  }

  @Test(
    arguments: [
      ([:], "$", #"needs one of "replay", "contract" and "upstream""#),
      (
        ["replay": "a", "contract": "b"], "$", #"needs one of "replay", "contract" and "upstream""#
      ),
      (["replay": []], "$.replay", "must name at least one file"),
      (["contract": []], "$.contract", "must name at least one file"),
      (["replay": "a", "states": []], "$.states", #"is only for a service with "contract""#),
      (["contract": "a", "match": "path"], "$.match", #"is only for a service with "replay""#),
      (["contract": "a", "basePath": "/"], "$.basePath", #"is only for a service with "replay""#),
      (["replay": "a", "record": "b"], "$.record", #"is only for a service with "upstream""#),
      (["contract": "a", "trust": "b"], "$.trust", #"is only for a service with "upstream""#),
      (
        ["upstream": "a", "policy": "last"], "$.policy",
        #"is only for a service with "replay" or "contract""#
      ),
      (
        ["upstream": "a", "misses": [:]], "$.misses",
        #"is only for a service with "replay" or "contract""#
      ),
      (
        ["replay": "a", "misses": ["url": "b"]], "$.misses.url",
        "unknown member; there are: upstream, record, trust"
      ),
      (["replay": "a", "misses": [:]], "$.misses", "\"upstream\" is missing"),
      (
        ["replay": "a", "port": 65_536], "$.port",
        "expected a whole number from 0 to 65535, found the number 65536"
      ),
      (
        ["replay": "a", "port": -1], "$.port",
        "expected a whole number from 0 to 65535, found the number -1"
      ),
      (
        ["replay": "a", "x": 1], "$.x",
        "unknown member; there are: replay, contract, upstream, hosts, port, policy, "
          + "misses, match, basePath, states, record, trust"
      ),
    ] as [(JSON, String, String)])
  func `a mistake in a service is reported with its place`(
    _ section: JSON, _ path: String, _ what: String
  ) {
    #expect(throws: ConfigurationError(path: path, what)) { try Self.description(section) }
  }

  @Test(arguments: [
    ("a", true), ("z9-", true), (String(repeating: "a", count: 40), true), ("", false),
    (String(repeating: "a", count: 41), false), ("9a", false), ("-a", false), ("A", false),
    ("a_b", false), ("a.b", false), ("ä", false), ("stackmob", false), ("control", false),
    ("proxy", false), ("health", false), ("ready", false), ("keys", false), ("listening", false),
    ("refuse", false), ("pass", false), ("record", false), ("recorded", true),
  ])
  func `a name is up to 40 small letters, digits and hyphens`(_ name: String, _ isName: Bool) {
    let text =
      "\"\(name)\" is not a valid name: use up to 40 small letters, digits and \"-\", first a "
      + "letter, and none of: stackmob, mia, egf2, appcenter, cosmos, control, proxy, health, ready, "
      + "keys, listening, refuse, pass, record"
    do throws(ConfigurationError) {
      _ = try ServiceDescription(name, ConfigurationReader(["replay": "a"]))
      #expect(isName)
    } catch {
      #expect(!isName)
      #expect(error == ConfigurationError(path: "$", text))
    }
  }

  @Test func `services have ports in order, hosts, an upstream and their origin`() throws {
    let configuration = try Self.read([
      "one": ["replay": "a", "policy": "last", "match": "path"],
      "two": ["contract": ["a", "b"], "port": 7, "hosts": "own.example.com", "states": ["s"]],
      "three": ["upstream": "http://up.example.com", "hosts": []],
    ])
    let made = configuration.services.suffix(3)
    #expect(made.map(\.name) == ["one", "two", "three"])
    #expect(made.map(\.title) == ["one", "two", "three"])
    #expect(made.map(\.port) == [4405, 7, 4407])
    #expect(made.map(\.hosts) == [["a.example.com"], ["own.example.com"], []])
    #expect(made.map(\.upstream?.name) == [nil, nil, "http://up.example.com"])
    #expect(
      configuration.origin["services"] == [
        "one": ["policy": "last", "match": "path", "replay": "11"],
        "two": ["states": ["s"], "contract": "12"], "three": ["upstream": "10"],
      ])
    #expect(try Self.read([:]).origin == [:])
  }

  @Test func `the first 95 services have a port, and later ones need one`() throws {
    var services = JSONObject()
    for number in 0..<95 { services["s\(number)"] = ["upstream": "a", "hosts": []] }
    #expect(try Self.read(.object(services)).services.last?.port == 4499)
    services["last"] = ["upstream": "a", "hosts": []]
    let error = ConfigurationError(
      path: "$.services.last", "needs a \"port\": only the first 95 services have one by default")
    #expect(throws: error) { try Self.read(.object(services)) }
    services["last"] = ["upstream": "a", "hosts": [], "port": 1]
    #expect(try Self.read(.object(services)).services.last?.port == 1)
  }

  @Test func `only the command line reads services, and two cannot have the same host`() {
    let services: JSON = ["a": ["replay": "a"], "b": ["replay": "b"]]
    #expect(
      throws: ConfigurationError(
        path: "$.services",
        "is read by the command line only; in Swift, add a Service with a RecordingBackend or a "
          + "ContractBackend, and with an upstream")
    ) { try StageConfiguration(json: ["services": services]) }
    #expect(
      throws: ConfigurationError(
        path: "$.services.b.hosts",
        "the emulators a and b both have the host \"a.example.com\"; remove it from one of them")
    ) { try Self.read(services) }
  }

  @Test func `a policy is one of its cases`() throws {
    enum Policy: String, CaseIterable { case first, last }
    #expect(try Self.description(["replay": "a"]).policy(Policy.first) == .first)
    #expect(try Self.description(["replay": "a", "policy": "last"]).policy(Policy.first) == .last)
    #expect(throws: ConfigurationError(path: "$.policy", "must be one of: first, last")) {
      try Self.description(["replay": "a", "policy": "all"]).policy(Policy.first)
    }
  }

  @Test func `each emulator has its name, title, port, hosts and keys`() {
    #expect(Service.all.map(\.name) == ["stackmob", "mia", "egf2", "appcenter", "cosmos"])
    #expect(Service.all.map(\.title) == ["StackMob", "Mia", "EGF2", "App Center", "Cosmos DB"])
    #expect(Service.all.map(\.port) == [4401, 4402, 4403, 4404, 8081])
    #expect(
      Service.all.map(\.hosts) == [
        ["stackmob.com", "*.stackmob.com", "*.stackmobapp.com"],
        ["*.mia-platform.eu", "*.baas.invalid"], [],
        ["*.appcenter.ms", "token-exchange-mbaas-integration.dev.avalanch.es"],
        ["*.documents.azure.com"],
      ])
    #expect(Service.all.map(\.namesListeners) == [false, false, false, true, false])
    #expect(
      Service.all.map { $0.keys.map(\.name) } == [
        ["STACKMOB_PUBLIC_KEY", "STACKMOB_PRIVATE_KEY"], ["MIA_SECRET"], [],
        ["APPCENTER_APP_SECRET"], ["COSMOS_KEY"],
      ])
    #expect(Set(Service.all.flatMap { $0.keys.map(\.value) }).count == 5)
  }

  @Test(
    arguments: [
      (String(repeating: "a", count: 63) + ".com", true),
      (String(repeating: "a", count: 64) + ".com", false), ("a_b-9.com", true), ("com", false),
      ("a.1", false), ("a.1b", true), ("a.com:1", true), ("a.com:0", false), ("*.com", false),
      (Array(repeating: "a", count: 127).joined(separator: "."), true),
      (Array(repeating: "a", count: 127).joined(separator: ".") + "b", false),
    ] as [(String, Bool)])
  func `a rule has labels of 1 to 63 bytes and at most 253 bytes`(
    _ pattern: String, _ isValid: Bool
  ) {
    let rule = ProxyRule(pattern, target: .pass)
    #expect((rule != nil) == isValid)
    #expect(rule.map { $0.pattern == pattern && $0.target == .pass } ?? true)
  }
}
