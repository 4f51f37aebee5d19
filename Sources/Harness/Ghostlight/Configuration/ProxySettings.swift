import GhostlightCore
package import GhostlightEmulation

/// Where a proxy leads the host names that its clients ask for: `proxy` of `ghostlight.json`.
public struct ProxySettings: Sendable, Hashable {
  /// What becomes of a host that no rule names.
  public enum Other: String, Sendable, Hashable, CaseIterable {
    /// It is refused with 403.
    case refuse
    /// It is reached, as by any proxy.
    case pass
    /// It is reached, and its exchanges are recorded.
    case record
  }

  /// The rules, the vendors' own hosts included.
  public private(set) var rules = vendorRules
  /// What becomes of all other hosts.
  public var other = Other.refuse
  /// The proxy through which other hosts are reached: `http://host:port`; `nil` for none.
  public var upstream: String?

  /// The vendors' own hosts, and nothing else.
  public init() {}

  /// The rule for a host, in small letters and without a dot at its end, and a port.
  ///
  /// One that names the host goes before one for all below a name, the longer name before the
  /// shorter, and one with a port before one without.
  public func rule(for host: String, port: Int) -> ProxyRule? {
    rules.filter { $0.matches(host, port: port) }.max { $0.precedence < $1.precedence }
  }

  /// Adds a rule, in the place of one for the same hosts.
  public mutating func add(_ rule: ProxyRule) {
    rules.removeAll { $0.name == rule.name && $0.precedence == rule.precedence }
    rules.append(rule)
  }

  /// The names that certificates are needed for; each stands for all below it too.
  package var domains: [String] { Set(rules.filter { $0.target != .pass }.map(\.name)).sorted() }

  /// The hosts of the vendors' own services.
  ///
  /// - Source: StackMob's and App Center's SDKs and manuals; Azure Cosmos DB's account hosts; for
  ///   Mia-Platform assumption: the hosting company's domain. EGF2 had no host of its own.
  package static let vendorHosts: [String: [String]] = [
    "stackmob": ["stackmob.com", "*.stackmob.com"],
    "mia": ["*.mia-platform.eu", "*.baas.invalid"],
    "appcenter": ["*.appcenter.ms", "token-exchange-mbaas-integration.dev.avalanch.es"],
    "cosmos": ["*.documents.azure.com"],
  ]

  private static let vendorRules: [ProxyRule] = vendorHosts.sorted { $0.key < $1.key }.flatMap {
    (emulator, patterns) in
    patterns.compactMap { ProxyRule($0, target: .emulator(emulator)) }
  }
}

extension ProxySettings {
  /// Reads `{"hosts": {"api.example.com": "mia", "*.example.org:8443": "egf2", …}, "other": "pass",
  /// "upstream": "http://proxy.example.com:3128"}`; hosts come before the vendors' own.
  package init(_ reader: ConfigurationReader) throws(ConfigurationError) {
    try reader.allowOnly("hosts", "other", "upstream")
    if let hosts = reader["hosts"] {
      for pattern in try hosts.object().keys {
        let member = try hosts.required(pattern)
        guard let target = ProxyRule.Target(try member.string()) else {
          let names = Emulator.all.map(\.name) + ["refuse", "pass", "record"]
          throw member.error("must be one of: \(names.joined(separator: ", "))")
        }
        guard let rule = ProxyRule(pattern, target: target) else {
          throw member.error(
            "\"\(pattern)\" is no host such as api.example.com, *.example.com or "
              + "api.example.com:8443")
        }
        add(rule)
      }
    }
    if let member = reader["other"] {
      guard let other = Other(rawValue: try member.string()) else {
        throw member.error("must be one of: refuse, pass, record")
      }
      self.other = other
    }
    if let member = reader["upstream"] { upstream = try member.string() }
  }
}

/// Where a proxy leads one host, or all below a name.
public struct ProxyRule: Sendable, Hashable {
  /// Who answers.
  public enum Target: Sendable, Hashable {
    /// An emulator, by its name.
    case emulator(String)
    /// Nobody: it is refused.
    case refuse
    /// The host itself.
    case pass
    /// The host itself, whose exchanges are recorded.
    case record

    /// Reads the name of an emulator, `refuse`, `pass` or `record`.
    init?(_ text: String) {
      switch text {
      case "refuse": self = .refuse
      case "pass": self = .pass
      case "record": self = .record
      case _ where Emulator.all.contains { $0.name == text }: self = .emulator(text)
      default: return nil
      }
    }
  }

  /// The host, or the name below which hosts are meant.
  public let name: String
  /// Whether the hosts below the name are meant, and not the name itself.
  public let isWildcard: Bool
  /// The port, where only one is meant.
  public let port: Int?
  /// Who answers.
  public let target: Target

  /// Reads a pattern: `api.example.com` or `*.example.com`, perhaps with a port; `nil` where it is
  /// none, as an address is not: certificates are for names.
  public init?(_ pattern: String, target: Target) {
    let authority = Authority(pattern.lowercased())
    let hasPort = authority.host.utf8.count < pattern.utf8.count
    guard hasPort == (authority.port != nil), authority.port != 0 else { return nil }
    isWildcard = authority.host.hasPrefix("*.")
    name = isWildcard ? String(authority.host.dropFirst(2)) : authority.host
    port = authority.port
    self.target = target
    let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isName =
      name.utf8.count <= 253
      && labels.allSatisfy { label in
        (1...63).contains(label.count) && label.allSatisfy(Self.isOfName)
      }
    // A last label of digits makes an address; below a single label is everything.
    guard isName, labels.count > 1, let last = labels.last,
      !last.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Whether a host and port are meant.
  func matches(_ host: String, port: Int) -> Bool {
    guard self.port == nil || self.port == port else { return false }
    return isWildcard ? host.hasSuffix("." + name) : host == name
  }

  /// The greater goes before the smaller.
  var precedence: Int {
    (isWildcard ? 0 : 1000) + 2 * name.utf8.count + (port == nil ? 0 : 1)
  }
}
