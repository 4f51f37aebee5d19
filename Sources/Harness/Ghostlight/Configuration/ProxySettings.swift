import GhostlightCore
package import GhostlightEmulation

/// The destinations to which a proxy forwards requests, by host: the section `proxy` of
/// `ghostlight.json`.
///
/// By default a proxy forwards the hosts of the emulators (``Service/hosts``) to them and rejects
/// requests to all others. Add rules for further hosts, or change ``other`` to forward all other
/// hosts.
///
/// ```swift
/// import Ghostlight
///
/// var settings = ProxySettings()
/// if let rule = ProxyRule("*.example.com", target: .emulator("mia")) { settings.add(rule) }
/// settings.other = .pass
/// ```
public struct ProxySettings: Sendable, Hashable {
  /// The way in which the proxy treats requests to a host that no rule matches.
  ///
  /// The raw values are those of the member `other` in `ghostlight.json`. The default is
  /// ``refuse``, because a test should not reach the internet by accident.
  public enum Other: String, Sendable, Hashable, CaseIterable {
    /// The proxy rejects requests to the host with 403.
    case refuse
    /// The proxy connects to the host, as an ordinary proxy does.
    case pass
    /// The proxy connects to the host and records the exchanges.
    case record
  }

  /// The rules that were added; they take precedence over the emulators' hosts.
  public private(set) var rules: [ProxyRule] = []
  /// The way in which the proxy treats requests to a host that no rule matches.
  public var other = Other.refuse
  /// The URL of the upstream proxy for hosts without an emulator, as `http://host:port`; `nil`
  /// connects directly.
  public var upstream: String?

  /// Creates settings without rules, with which a proxy forwards only the emulators' hosts.
  public init() {}

  /// Adds a rule, replacing a rule for the same host pattern and port.
  ///
  /// For one host pattern, there can be a rule without a port, and one for each port.
  public mutating func add(_ rule: ProxyRule) {
    rules.removeAll { $0.pattern == rule.pattern }
    rules.append(rule)
  }
}

extension ProxySettings {
  /// Reads the section `proxy`, which has the members `hosts`, `other` and `upstream`.
  ///
  /// An example is `{"hosts": {"api.example.com:8443": "mia"}, "other": "pass"}`. A key of `hosts`
  /// is a pattern of ``ProxyRule``. A rule in `hosts` takes precedence over an emulator that has the
  /// same host. `emulators` are the names of the emulators to which a host can be forwarded.
  ///
  /// - Throws: ``ConfigurationError`` with the JSON path of the invalid member.
  package init(
    _ reader: ConfigurationReader, emulators: [String]
  ) throws(ConfigurationError) {
    try reader.allowOnly("hosts", "other", "upstream")
    if let hosts = reader["hosts"] {
      for pattern in try hosts.object().keys {
        let member = try hosts.required(pattern)
        guard let target = ProxyRule.Target(try member.string(), emulators: emulators) else {
          let names = emulators + ["refuse", "pass", "record"]
          throw member.error("must be one of: \(names.joined(separator: ", "))")
        }
        guard let rule = ProxyRule(pattern, target: target) else {
          throw member.error(ProxyRule.problem(of: pattern))
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

/// A rule for the proxy: the destination of requests to one host, or to all subdomains of a domain.
///
/// Create a rule from a pattern, and pass it to ``ProxySettings/add(_:)``. Of several rules that
/// match a request, the narrowest applies: a rule for the exact name takes precedence over a
/// wildcard, a longer wildcard over a shorter one, and a rule with a port over one without. A rule
/// is a value and does not change.
public struct ProxyRule: Sendable, Hashable {
  /// The destination of requests to the hosts that a rule matches.
  ///
  /// In `ghostlight.json` it is the name of an emulator, or `refuse`, `pass` or `record`. With
  /// ``pass``, the client gets the certificate of the requested host; otherwise the proxy issues
  /// its own.
  public enum Target: Sendable, Hashable {
    /// The emulator with this name.
    case emulator(String)
    /// The proxy itself, which rejects the request with 403.
    case refuse
    /// The requested host, without recording.
    case pass
    /// The requested host; the proxy records the exchanges.
    case record

    /// Parses `refuse`, `pass`, `record` or a name in `emulators`.
    init?(_ text: String, emulators: [String]) {
      switch text {
      case "refuse": self = .refuse
      case "pass": self = .pass
      case "record": self = .record
      case _ where emulators.contains(text): self = .emulator(text)
      default: return nil
      }
    }
  }

  /// The host name without the port, or the domain after the `*.` of a wildcard.
  public let name: String
  /// Whether the rule applies to the subdomains of ``name``, and not to ``name`` itself.
  public let isWildcard: Bool
  /// The port to which the rule is limited; `nil` matches every port.
  public let port: Int?
  /// The destination of matching requests.
  public let target: Target

  /// Parses a pattern such as `api.example.com` or `*.example.com`, optionally with `:port`.
  ///
  /// It returns `nil` if the pattern is not valid. An IP address is not valid, because certificates
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
    // Reject IP addresses, whose last label is numeric, and names of a single label, for which a
    // wildcard would match too much.
    guard isName, labels.count > 1, let last = labels.last,
      !last.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
  }

  /// Returns the problem of a pattern that is not valid, with examples of valid patterns.
  static func problem(of pattern: String) -> String {
    "\"\(pattern)\" is not a host such as api.example.com, *.example.com or api.example.com:8443"
  }

  /// The hosts that the rule matches, without a port: a name, or a wildcard such as `*.example.com`.
  package var host: String { (isWildcard ? "*." : "") + name }

  /// The pattern from which the rule was parsed, in lower case.
  package var pattern: String { host + (port.map { ":\($0)" } ?? "") }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  func matches(_ host: String, port: Int) -> Bool {
    guard self.port == nil || self.port == port else { return false }
    return isWildcard ? host.hasSuffix("." + name) : host == name
  }

  /// The precedence of the rule: of several matching rules, the one with the greatest number
  /// applies.
  var precedence: Int {
    (isWildcard ? 0 : 1000) + 2 * name.utf8.count + (port == nil ? 0 : 1)
  }
}
