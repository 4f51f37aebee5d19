public import GhostlightCore
import Synchronization

/// Answers requests from a recording, never from anywhere else.
///
/// The n-th identical request gets the n-th answer. What happens when the answers are used up is
/// the ``ReplayPolicy``: that of the last of the identical exchanges, named by its note `_replay`
/// (`once`, `last` or `cycle`), else the replayer's. Where several servers were recorded, each
/// answers for itself: `Host`, or the URL asked, says which is meant. May be used by many threads at
/// once.
public final class Replayer: Sendable {
  /// An answer from the recording.
  struct Served: Sendable {
    /// Which exchange it is of, the first being 1.
    let number: Int
    let response: Response
  }

  private let table: ReplayTable
  private let normalise: @Sendable (Request) -> Request
  private let state: Mutex<ReplayState>
  private let name: String
  private let base: ReplayBase?

  /// Makes a replayer of a recording.
  ///
  /// `base` is put before the paths of the requests that come, and may say which server they mean.
  /// `normalise` is applied to the recorded requests and to those that come, before any comparison
  /// and report: where a recording is redacted, it redacts.
  public init(
    _ recording: Recording, matcher: Matcher = .standard, policy: ReplayPolicy = .once,
    base: ReplayBase? = nil, normalise: @escaping @Sendable (Request) -> Request = { $0 }
  ) {
    table = ReplayTable(recording, matcher: matcher, policy: policy, normalise: normalise)
    self.normalise = normalise
    self.base = base
    state = Mutex(ReplayState(table))
    name = recording.comment ?? "recording"
  }

  /// Answers from the recording; a request without an answer there is a miss and gets status 501.
  public var responder: Responder {
    Responder(name: name, immediate: { self.respond(to: $0) })
  }

  /// What was answered so far, what missed, and what nobody asked for.
  public var report: ReplayReport {
    let state = state.withLock { $0 }
    var unused: [ReplayEntry] = []
    for lane in table.lanes {
      for position in lane.positions where !state.used[position] {
        unused.append(ReplayEntry(number: position + 1, request: lane.request))
      }
    }
    return ReplayReport(
      recorded: table.responses.count, served: state.served, misses: state.misses,
      missCount: state.missCount, unused: unused.sorted { $0.number < $1.number },
      problems: table.problems, warnings: state.warnings)
  }

  /// The servers of the recording, in the order recorded: `https://api.example.com`.
  public var servers: [String] { table.origins.all.map(\.description) }

  /// Begins again: nothing was asked.
  public func reset() { state.withLock { $0 = ReplayState(table) } }

  /// The recorded answer whose turn it is; `nil` where there is none, which is no miss yet.
  func take(_ request: Request) -> Served? { take(comparable: comparable(request)) }

  private func comparable(_ request: Request) -> Request {
    let request = request.withDecodedBody
    return normalise(base?.applied(to: request) ?? request)
  }

  private func take(comparable request: Request) -> Served? {
    let lanes = table.lanes(of: request)
    guard let position = state.withLock({ $0.take(lanes, table) }) else { return nil }
    let meant = table.ambiguity(of: request)
    if !meant.isEmpty {
      state.withLock { $0.add(warning: Self.ambiguous(request, meant.map(\.description))) }
    }
    return Served(number: position + 1, response: table.responses[position])
  }

  private func respond(to request: Request) -> Response {
    let request = comparable(request)
    if let served = take(comparable: request) { return served.response }
    let miss = explain(request)
    state.withLock { $0.add(miss) }
    return miss.response
  }

  private func explain(_ request: Request) -> ReplayMiss {
    let subject = request.line.shortened
    if let lane = table.lanes(of: request).first {
      let count = state.withLock { $0.requestCounts[lane] }
      let positions = table.lanes[lane].positions
      let entry = ReplayEntry(number: positions[0] + 1, request: table.lanes[lane].request)
      return ReplayMiss(
        request: request,
        explanation:
          "\(subject) was asked \(Self.times(count)), but recorded \(Self.times(positions.count)); "
          + "record again, or replay with the policy last or cycle",
        nearest: [NearMiss(entry, [])])
    }
    let nearest = NearestMisses(table, request).find()
    let hint = nearest.first.map { "nearest is \($0)" } ?? "the recording is empty"
    return ReplayMiss(
      request: request, explanation: "\(subject) is not in the recording; \(hint)",
      nearest: nearest)
  }

  private static func ambiguous(_ request: Request, _ servers: [String]) -> String {
    "\(request.line.shortened) names \(request.authority.shortened), and \(servers.count) recorded "
      + "servers have an answer; \(servers[0]) gave it. Name one in Host, or by the base path "
      + "\(servers[servers.count - 1])"
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}

/// What was asked of a replayer so far.
struct ReplayState: Sendable {
  /// How often each lane was asked, also in vain.
  private(set) var requestCounts: [Int]
  /// Whether each exchange was answered with, position by position.
  private(set) var used: [Bool]
  /// How many requests were answered from the recording.
  private(set) var served = 0
  /// How many requests were not.
  private(set) var missCount = 0
  /// The first of those.
  private(set) var misses: [ReplayMiss] = []
  /// What may be another server's answer, the first of them.
  private(set) var warnings: [String] = []

  /// A client that retries for ever must not fill the memory.
  static let mostMisses = 1000

  init(_ table: ReplayTable) {
    requestCounts = [Int](repeating: 0, count: table.lanes.count)
    used = [Bool](repeating: false, count: table.responses.count)
  }

  /// The position of the answer, if any of the lanes has one; a new one before one given before.
  mutating func take(_ lanes: [Int], _ table: ReplayTable) -> Int? {
    guard let first = lanes.first else { return nil }
    let fresh = lanes.first { requestCounts[$0] < table.lanes[$0].positions.count }
    let lane = fresh ?? lanes.first { table.lanes[$0].policy != .once } ?? first
    let position = table.lanes[lane].position(afterAsking: requestCounts[lane])
    requestCounts[lane] += 1
    guard let position else { return nil }
    used[position] = true
    served += 1
    return position
  }

  mutating func add(warning: String) {
    guard warnings.count < Self.mostWarnings, !warnings.contains(warning) else { return }
    warnings.append(warning)
  }

  private static let mostWarnings = 20

  mutating func add(_ miss: ReplayMiss) {
    missCount += 1
    if misses.count < Self.mostMisses { misses.append(miss) }
  }
}

/// Finds the recorded requests that one without an answer nearly is; in a time that is bounded.
struct NearestMisses {
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
  func find() -> [NearMiss] {
    let near = candidates().map { lane in
      let recorded = table.lanes[lane].request
      return NearMiss(
        ReplayEntry(number: table.lanes[lane].positions[0] + 1, request: recorded),
        table.differences(of: request, from: lane))
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
