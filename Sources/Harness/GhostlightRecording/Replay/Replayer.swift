public import GhostlightCore
import Synchronization

/// Responds to requests from a recording, without any other server.
///
/// The nth identical request receives the nth response. The ``ReplayPolicy`` decides what happens
/// after all responses were used. The note `_replay` (`once`, `last` or `cycle`) of the last
/// identical exchange names the policy; without the note, the replayer's own policy applies. If
/// several servers were recorded, a request's `Host` field or URL decides which of them responds.
/// Several threads may use a replayer at once.
///
/// ```swift
/// import GhostlightCore
/// import GhostlightRecording
/// import HTTPTypes
///
/// func replay(_ recording: Recording) async -> Bool {
///   let replayer = Replayer(recording, policy: .last)
///   let response = await replayer.responder.respond(Request(.get, "/listapi"))
///   print(response.status, replayer.report)
///   return replayer.report.isClean
/// }
/// ```
public final class Replayer: Sendable {
  /// A recorded response that was chosen for a request.
  struct Served: Sendable {
    /// The position of the exchange in the recording, from 1.
    let number: Int
    let response: Response
  }

  private let table: ReplayTable
  private let normalise: @Sendable (Request) -> Request
  private let state: Mutex<ReplayState>
  private let name: String
  private let base: ReplayBase?

  /// Creates a replayer for a recording.
  ///
  /// - Parameters:
  ///   - recording: The exchanges to replay.
  ///   - matcher: Decides whether a request matches a recorded one.
  ///   - policy: The default behavior after all responses to a request were used.
  ///   - base: Added to the paths of incoming requests. A base with a URL also selects the server.
  ///   - normalise: Applied to recorded and incoming requests before they are compared and
  ///     reported. For a redacted recording, pass `Redactor.normaliser(for:)`.
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

  /// A responder that replays; a request without a recorded response counts as a miss and gets 501.
  public var responder: Responder {
    Responder(name: name, immediate: { self.respond(to: $0) })
  }

  /// A report of the replayed and missed requests so far, and of the exchanges not used yet.
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

  /// The URLs of the recorded servers, in recorded order, such as `https://api.example.com`.
  public var servers: [String] { table.origins.all.map(\.description) }

  /// Marks all exchanges as unused, and removes all misses and warnings.
  public func reset() { state.withLock { $0 = ReplayState(table) } }

  /// Returns the next recorded response to a request; `nil` if there is none.
  ///
  /// A request without a response does not count as a miss.
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

/// The counts, misses and warnings of a replayer.
struct ReplayState: Sendable {
  /// The number of requests to each lane, including those after its last response.
  private(set) var requestCounts: [Int]
  /// For each exchange of the recording, whether its response was used.
  private(set) var used: [Bool]
  /// The number of requests that got a recorded response.
  private(set) var served = 0
  /// The number of requests without a recorded response.
  private(set) var missCount = 0
  /// The misses, up to ``mostMisses``.
  private(set) var misses: [ReplayMiss] = []
  /// Warnings about responses that may belong to another server, up to `mostWarnings`.
  private(set) var warnings: [String] = []

  /// The maximum number of misses to store, because a client may retry forever.
  static let mostMisses = 1000

  init(_ table: ReplayTable) {
    requestCounts = [Int](repeating: 0, count: table.lanes.count)
    used = [Bool](repeating: false, count: table.responses.count)
  }

  /// Returns the index of the response to use, preferring a lane with unused responses; `nil` if
  /// none.
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
