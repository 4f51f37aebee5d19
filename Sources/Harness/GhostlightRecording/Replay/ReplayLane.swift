import GhostlightCore

/// The recorded exchanges that are one request, answered one after another.
struct ReplayLane: Sendable {
  /// The first of the requests, as the replayer compares it.
  let request: Request
  /// Where its exchanges stand in the recording.
  var positions: [Int]
  /// What happens after the last of them.
  var policy: ReplayPolicy

  /// The exchange for the next time, after so many times; `nil` where all are used up.
  func position(afterAsking count: Int) -> Int? {
    guard count >= positions.count else { return positions[count] }
    switch policy {
    case .once: return nil
    case .last: return positions.last
    case .cycle: return positions[count % positions.count]
    }
  }
}
