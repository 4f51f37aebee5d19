public import GhostlightCore
import Synchronization

/// Responds to requests from a recording, without any other server.
///
/// The nth identical request gets the nth response. The ``ReplayPolicy`` decides what happens when
/// all responses are used. It is named by the note `_replay` of the last identical exchange
/// (`once`, `last` or `cycle`), or is otherwise that of the replayer. If several servers were
/// recorded, the `Host` field or the URL of a request decides which one responds. Several threads
/// may use a replayer at once.
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
  /// A response from the recording.
  struct Served: Sendable {
    /// The number of its exchange, from 1.
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
  ///   - policy: The default behaviour when all responses to a request were used.
  ///   - base: Added to the paths of incoming requests; may also select the recorded server.
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

  /// A responder that replays; a request without a recorded response is a miss and gets status 501.
  public var responder: Responder {
    Responder(name: name, immediate: { self.respond(to: $0) })
  }

  /// The requests that were replayed or missed so far, and the exchanges that were not used.
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

  /// Resets the replayer, so that no exchange counts as used.
  public func reset() { state.withLock { $0 = ReplayState(table) } }

  /// Returns the next recorded response to a request; `nil` if there is none, which does not count
  /// as a miss.
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

/// The requests to a replayer so far.
struct ReplayState: Sendable {
  /// The number of requests for each lane, including misses.
  private(set) var requestCounts: [Int]
  /// Whether each exchange was used, by position.
  private(set) var used: [Bool]
  /// The number of requests that got a recorded response.
  private(set) var served = 0
  /// The number of requests that did not.
  private(set) var missCount = 0
  /// The first misses.
  private(set) var misses: [ReplayMiss] = []
  /// The first warnings about responses that may be from another server.
  private(set) var warnings: [String] = []

  /// The maximum number of misses in memory, because a client may retry forever.
  static let mostMisses = 1000

  init(_ table: ReplayTable) {
    requestCounts = [Int](repeating: 0, count: table.lanes.count)
    used = [Bool](repeating: false, count: table.responses.count)
  }

  /// Returns the position of the response, from the first lane with an unused one if possible.
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

/// Finds the recorded requests that are most similar to one without a response, in bounded time.
struct NearestMisses {
  private let table: ReplayTable
  private let request: Request
  private let target: [UInt8]
  private let body: ArraySlice<UInt8>

  /// The maximum numbers of lanes that are scanned, that are compared in detail, and that are
  /// reported.
  private static let (looks, comparisons, names) = (100_000, 16, 3)
  /// The number of bytes of a body that are scanned.
  private static let bodyBytes = 256

  init(_ table: ReplayTable, _ request: Request) {
    self.table = table
    self.request = request
    target = Array(request.target.raw.utf8)
    body = request.body.prefix(Self.bodyBytes)
  }

  /// Returns the nearest entries, the nearest first.
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

  /// Returns the lanes whose bytes are most similar.
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

  /// Returns the number of bytes between a common prefix and a common suffix.
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
