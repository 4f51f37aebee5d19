/// A recorded exchange that a request nearly is.
public struct NearEntry: Sendable, Hashable {
  /// The exchange; of identical ones, the first.
  public var entry: ReplayEntry
  /// What keeps them apart; empty where all answers to it were used up.
  public var differences: [MatchDifference]

  /// Makes a near entry.
  public init(_ entry: ReplayEntry, _ differences: [MatchDifference]) {
    self.entry = entry
    self.differences = differences
  }

  /// Small for near.
  var distance: Int { differences.reduce(0) { $0 + $1.weight } }
}

extension NearEntry: CustomStringConvertible {
  /// A text such as `entry 3, GET /todo: query: priority[gte] is 2, recorded 3`.
  public var description: String {
    guard !differences.isEmpty else { return "\(entry): used up" }
    let named = differences.prefix(5).map(\.description).joined(separator: "; ")
    let more = differences.count > 5 ? "; and \(differences.count - 5) more" : ""
    return "\(entry): \(named)\(more)"
  }
}
