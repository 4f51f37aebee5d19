import GhostlightCore

/// Finds the recorded requests that one without an answer nearly is; in a time that is bounded.
struct NearestEntries {
  private let table: ReplayTable
  private let request: Request
  private let target: [UInt8]
  private let body: ArraySlice<UInt8>

  /// How many lanes are looked at, how many of these are compared, how many named.
  private static let (looks, comparisons, names) = (100_000, 16, 3)
  /// How much of a body is looked at.
  private static let bodyBytes = 256

  init(_ table: ReplayTable, _ request: Request) {
    self.table = table
    self.request = request
    target = Array(request.target.raw.utf8)
    body = request.body.prefix(Self.bodyBytes)
  }

  /// The nearest entries, the nearest first.
  func find() -> [NearEntry] {
    let near = candidates().map { lane in
      let recorded = table.lanes[lane].request
      return NearEntry(
        ReplayEntry(number: table.lanes[lane].positions[0] + 1, request: recorded),
        table.matcher.differences(of: request, from: recorded))
    }
    return Array(
      near.sorted { ($0.distance, $0.entry.number) < ($1.distance, $1.entry.number) }
        .prefix(Self.names))
  }

  /// The lanes whose bytes look most alike.
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

  /// How many bytes stand between a common beginning and a common end.
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
