import GhostlightCore
import GhostlightEmulation

/// An exchange of a recording, as a report lists it.
struct ReplayEntry: Sendable, CustomStringConvertible {
  /// The exchange's position in the recording, from 1.
  let number: Int
  /// The recorded request in normalized form, as it is compared.
  let request: Request

  /// The entry in one line, such as `entry 3, GET /todo`.
  var description: String { "entry \(number), \(request.line.shortened)" }
}

/// A recorded exchange that a request nearly matches.
///
/// The differences show what to change in the request, the matcher or the recording.
struct NearMiss: Sendable, CustomStringConvertible {
  /// The recorded exchange; if several are identical, the first one.
  let entry: ReplayEntry
  /// The differences between the request and the entry; empty if all responses of the entry were
  /// used.
  let differences: [MatchDifference]

  /// The sum of the differences' weights; the most similar exchange has the smallest sum.
  var distance: Int { differences.reduce(0) { $0 + $1.weight } }

  /// The near miss in one line: the exchange, followed by up to five differences.
  var description: String {
    guard !differences.isEmpty else { return "\(entry): used up" }
    let named = differences.prefix(5).map(\.description).joined(separator: "; ")
    let more = differences.count > 5 ? "; and \(differences.count - 5) more" : ""
    return "\(entry): \(named)\(more)"
  }
}

/// Finds the recorded requests that are most similar to a missed request, in bounded time.
struct NearestMisses {
  private let table: ReplayTable
  private let request: Request
  private let target: [UInt8]
  private let body: ArraySlice<UInt8>

  /// The maximum numbers of lanes to scan, to compare in detail, and to report.
  private static let (looks, comparisons, names) = (100_000, 16, 3)
  /// The number of bytes at the start of a body that are compared in the scan.
  private static let bodyBytes = 256

  init(_ table: ReplayTable, _ request: Request) {
    self.table = table
    self.request = request
    target = Array(request.target.raw.utf8)
    body = request.body.prefix(Self.bodyBytes)
  }

  /// Returns the most similar exchanges, most similar first.
  ///
  /// - Throws: `Fault/workLimit(_:)` if the budget is used up.
  func find(within budget: WorkBudget) throws(Fault) -> [NearMiss] {
    try budget.spend(min(table.lanes.count, Self.looks), times: 4 + target.count / 32)
    var near: [NearMiss] = []
    for lane in candidates() {
      let recorded = table.lanes[lane].request
      try budget.spend(20 + (request.body.count + recorded.body.count) / 4)
      near.append(
        NearMiss(
          entry: ReplayEntry(number: table.lanes[lane].positions[0] + 1, request: recorded),
          differences: table.differences(of: request, from: lane)))
    }
    return Array(
      near.sorted { ($0.distance, $0.entry.number) < ($1.distance, $1.entry.number) }
        .prefix(Self.names))
  }

  /// Returns the lanes whose requests are most similar to the missed request in a rough comparison
  /// of their bytes.
  private func candidates() -> [Int] {
    var best: [(distance: Int, lane: Int)] = []
    for lane in table.lanes.indices.prefix(Self.looks) {
      let distance = roughDistance(to: table.lanes[lane].request)
      guard best.count < Self.comparisons || distance < best[best.count - 1].distance else {
        continue
      }
      let place = best.firstIndex { $0.distance > distance } ?? best.count
      best.insert((distance, lane), at: place)
      if best.count > Self.comparisons { best.removeLast() }
    }
    return best.map(\.lane)
  }

  private func roughDistance(to recorded: Request) -> Int {
    let targets = recorded.target.raw.utf8.withContiguousStorageIfAvailable { bytes in
      target.withUnsafeBufferPointer { Self.unequalBytes($0[...], bytes[...]) }
    }
    let bodies =
      body == recorded.body.prefix(Self.bodyBytes)
      ? 0
      : body.withUnsafeBufferPointer { own in
        recorded.body.prefix(Self.bodyBytes).withUnsafeBufferPointer {
          Self.unequalBytes(own[...], $0[...])
        }
      }
    return 2 * (targets ?? 0) + min(bodies, 64) + (recorded.method == request.method ? 0 : 8)
  }

  /// Returns the length of the longer array without the common prefix and suffix.
  private static func unequalBytes(
    _ left: Slice<UnsafeBufferPointer<UInt8>>, _ right: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Int {
    let shorter = min(left.count, right.count)
    var start = 0
    while start < shorter, left[start] == right[start] { start += 1 }
    var end = 0
    while end < shorter - start, left[left.count - 1 - end] == right[right.count - 1 - end] {
      end += 1
    }
    return max(left.count, right.count) - start - end
  }
}
