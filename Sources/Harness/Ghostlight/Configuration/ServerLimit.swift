import GhostlightEmulation

/// A member of the section `limits` of `ghostlight.json`.
///
/// A stage opens no listeners. The command line applies these limits to the server of a stage, which
/// has a default for each of them.
package enum ServerLimit: String, Sendable, CaseIterable {
  case maxBody, maxBodies, maxControlBody, maxUnsent, maxHead
  case maxConnections, maxTunnels, idleSeconds

  /// The allowed values: bytes, a number of connections or tunnels, or seconds.
  package var range: ClosedRange<Int64> {
    switch self {
    case .maxBody, .maxBodies, .maxControlBody, .maxUnsent: 0...1 << 40
    case .maxHead: 1024...1 << 40
    case .maxConnections: 1...1_000_000
    case .maxTunnels: 0...100_000
    case .idleSeconds: 1...86_400
    }
  }

  /// The unit of the values, in the plural.
  private var unit: String {
    switch self {
    case .maxBody, .maxBodies, .maxControlBody, .maxUnsent, .maxHead: "bytes"
    case .maxConnections: "connections"
    case .maxTunnels: "tunnels"
    case .idleSeconds: "seconds"
    }
  }

  /// Returns the limits that the section sets.
  ///
  /// - Throws: ``ConfigurationError`` with the JSON path of the invalid member.
  static func values(
    _ section: ConfigurationReader
  ) throws(ConfigurationError) -> [ServerLimit: Int] {
    try section.allowOnly(allCases.map(\.rawValue))
    var values: [ServerLimit: Int] = [:]
    for limit in allCases {
      guard let member = section[limit.rawValue] else { continue }
      values[limit] = Int(try member.integer(limit.range, of: limit.unit))
    }
    return values
  }
}
