/// What was asked of a replayer so far.
struct ReplayState: Sendable {
  /// How often each lane was asked, also in vain.
  private(set) var asked: [Int]
  /// Whether each exchange was answered with, position by position.
  private(set) var used: [Bool]
  /// How many requests were answered from the recording.
  private(set) var served = 0
  /// How many requests were not.
  private(set) var missCount = 0
  /// The first of those.
  private(set) var misses: [ReplayMiss] = []

  /// A client that retries for ever must not fill the memory.
  static let mostMisses = 1000

  init(_ table: ReplayTable) {
    asked = [Int](repeating: 0, count: table.lanes.count)
    used = [Bool](repeating: false, count: table.responses.count)
  }

  /// The position of the answer, if any of the lanes has one; a new one before one given before.
  mutating func take(_ lanes: [Int], _ table: ReplayTable) -> Int? {
    guard let first = lanes.first else { return nil }
    let fresh = lanes.first { asked[$0] < table.lanes[$0].positions.count }
    let lane = fresh ?? lanes.first { table.lanes[$0].policy != .once } ?? first
    let position = table.lanes[lane].position(afterAsking: asked[lane])
    asked[lane] += 1
    guard let position else { return nil }
    used[position] = true
    served += 1
    return position
  }

  mutating func add(_ miss: ReplayMiss) {
    missCount += 1
    if misses.count < Self.mostMisses { misses.append(miss) }
  }
}
