import GhostlightCore
package import GhostlightEmulation

/// The hosts that a proxy forwards, and to where: the section `proxy` of `ghostlight.json`.
///
/// By default a proxy forwards the vendors' own hosts to their emulators and refuses all others.
/// Add rules for further hosts, or change ``other`` to let other hosts through.
///
/// ```swift
/// import Ghostlight
///
/// var settings = ProxySettings()
/// if let rule = ProxyRule("*.example.com", target: .emulator("mia")) { settings.add(rule) }
/// settings.other = .pass
/// ```
public struct ProxySettings: Sendable, Hashable {
  /// The treatment of a host that matches no rule.
  ///
  /// The raw values are those of the member `other` in `ghostlight.json`. A test should not reach
  /// the internet by accident, so the default is ``refuse``.
  public enum Other: String, Sendable, Hashable, CaseIterable {
    /// The proxy refuses it with 403.
    case refuse
    /// The proxy connects to it, as an ordinary proxy does.
    case pass
    /// The proxy connects to it and records its exchanges.
    case record
  }

  /// The rules, including those for the vendors' own hosts.
  public private(set) var rules = vendorRules
  /// The treatment of all other hosts.
  public var other = Other.refuse
  /// The upstream proxy for other hosts, as `http://host:port`; `nil` for a direct connection.
  public var upstream: String?

  /// Creates settings with rules for the vendors' own hosts only.
  public init() {}

  /// Returns the rule for a host and a port.
  ///
  /// A rule for the exact name takes precedence over a wildcard, a longer wildcard over a shorter
  /// one, and a rule with a port over one without. The host must be in lower case, without a
  /// trailing dot.
  public func rule(for host: String, port: Int) -> ProxyRule? {
    rules.filter { $0.matches(host, port: port) }.max { $0.precedence < $1.precedence }
  }

  /// Adds a rule; it replaces a rule for the same hosts.
  public mutating func add(_ rule: ProxyRule) {
    rules.removeAll { $0.name == rule.name && $0.precedence == rule.precedence }
    rules.append(rule)
  }

  /// The names that need certificates; each certificate also covers the names below.
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
  /// "upstream": "http://proxy.example.com:3128"}`.
  ///
  /// A rule in `hosts` replaces the vendor's own rule for the same host.
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

/// A rule for one host, or for all names below a domain.
///
/// Create it from a pattern, and pass it to ``ProxySettings/add(_:)``.
/// ``ProxySettings/rule(for:port:)`` returns the rule that applies to a request. It is a value and
/// does not change.
public struct ProxyRule: Sendable, Hashable {
  /// The destination of requests to the hosts of a rule.
  ///
  /// In `ghostlight.json` it is the name of an emulator, or `refuse`, `pass` or `record`. Only the
  /// certificates for ``pass`` are those of the requested host; for the others the proxy issues its
  /// own.
  public enum Target: Sendable, Hashable {
    /// An emulator, by name.
    case emulator(String)
    /// The proxy itself, which refuses the request.
    case refuse
    /// The requested host.
    case pass
    /// The requested host; its exchanges are recorded.
    case record

    /// Reads `refuse`, `pass`, `record` or the name of an emulator.
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

  /// The host name, or the domain of a wildcard.
  public let name: String
  /// Whether the rule applies to the names below ``name``, and not to the name itself.
  public let isWildcard: Bool
  /// The port, if the rule applies to one port only.
  public let port: Int?
  /// The destination.
  public let target: Target

  /// Reads a pattern such as `api.example.com` or `*.example.com`, with an optional port.
  ///
  /// Returns `nil` if the pattern is not valid. An IP address is not valid, because certificates
  /// are issued for names.
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
    // A numeric last label means an IP address; a wildcard below a single label would match
    // everything.
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

  /// Returns whether the rule applies to a host and a port.
  func matches(_ host: String, port: Int) -> Bool {
    guard self.port == nil || self.port == port else { return false }
    return isWildcard ? host.hasSuffix("." + name) : host == name
  }

  /// The precedence of the rule; the greatest one applies.
  var precedence: Int {
    (isWildcard ? 0 : 1000) + 2 * name.utf8.count + (port == nil ? 0 : 1)
  }
}
