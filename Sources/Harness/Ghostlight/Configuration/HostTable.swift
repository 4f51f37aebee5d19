import GhostlightCore
import GhostlightEmulation

/// The hosts that lead to the emulators of a stage.
///
/// A proxy, the guards of the emulators' listeners and the URL sessions of tests use this table, so
/// that a host means the same emulator everywhere. A table is a value;
/// ``StageConfiguration/hosts`` builds it.
package struct HostTable: Sendable {
  /// The rules for the emulators' hosts and the rules of ``ProxySettings``, with one rule for each
  /// pattern.
  package let rules: [ProxyRule]
  /// Patterns for the additional hosts by which clients may call every emulator.
  package let allowed: [String]
  /// The reason why the emulators' hosts are not valid; `nil` if they are.
  ///
  /// The first emulator keeps a host that two of them have, until the configuration is corrected.
  package let problem: ConfigurationError?
  /// The rules for the emulators' hosts, before rules of ``ProxySettings`` replaced some of them.
  private let own: [ProxyRule]

  /// Creates the table of some emulators; `rules` take precedence over the emulators' hosts.
  package init(_ emulators: [Service] = [], allowed: [String] = [], rules: [ProxyRule]) {
    var own: [ProxyRule] = []
    var problem: ConfigurationError?
    for emulator in emulators {
      for host in emulator.hosts {
        do throws(ConfigurationError) {
          try Self.add(host, of: emulator.name, to: &own)
        } catch {
          problem = problem ?? error
        }
      }
    }
    let replaced = Set(rules.map(\.pattern))
    self.own = own
    self.problem = problem
    self.allowed = allowed
    self.rules = own.filter { !replaced.contains($0.pattern) } + rules
  }

  private static func add(
    _ host: String, of emulator: String, to rules: inout [ProxyRule]
  ) throws(ConfigurationError) {
    let path = "$.\(emulator).hosts"
    guard let rule = ProxyRule(host, target: .emulator(emulator)) else {
      throw ConfigurationError(path: path, ProxyRule.problem(of: host))
    }
    guard let other = rules.first(where: { $0.pattern == rule.pattern }) else {
      return rules.append(rule)
    }
    guard case .emulator(let owner) = other.target, owner != emulator else { return }
    throw ConfigurationError(
      path: path,
      "the emulators \(owner) and \(emulator) both have the host \"\(rule.pattern)\"; remove it "
        + "from one of them")
  }

  /// Returns the hosts for which there can be a rule.
  ///
  /// A recording may also have addresses, local names or, in a third party's file, wildcards.
  package static func names(_ hosts: [String]) -> [String] {
    hosts.filter { !$0.contains("*") && ProxyRule($0, target: .refuse) != nil }
  }

  /// Returns the rule that applies to a host and a port, or `nil` if none does.
  ///
  /// The host must be in lower case, without a trailing dot.
  package func rule(for host: String, port: Int) -> ProxyRule? {
    rules.filter { $0.matches(host, port: port) }.max { $0.precedence < $1.precedence }
  }

  /// Returns the name of the emulator that the host of a request leads to, or `nil` if there is
  /// none.
  package func emulator(for request: Request) -> String? {
    var host = request.host.lowercased()
    if host.hasSuffix(".") { host.removeLast() }
    guard case .emulator(let name)? = rule(for: host, port: request.port)?.target else {
      return nil
    }
    return name
  }

  /// Returns patterns for the hosts by which clients may call an emulator's listener.
  ///
  /// They are the emulator's own hosts, even if the proxy treats these differently, the hosts that a
  /// rule leads to the emulator, and ``allowed``. The ports of rules are ignored, because the
  /// listener has its own port.
  package func patterns(of emulator: String) -> [String] {
    (own + rules).filter { $0.target == .emulator(emulator) }.map(\.host) + allowed
  }

  /// The host names for which a proxy issues certificates; each certificate also covers the
  /// subdomains of its name.
  package var domains: [String] { Set(rules.filter { $0.target != .pass }.map(\.name)).sorted() }
}
