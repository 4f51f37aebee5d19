public import GhostlightCore
import Synchronization

/// Answers requests from a recording, never from anywhere else.
///
/// The n-th identical request gets the n-th answer. What happens when the answers are used up is
/// the ``ReplayPolicy``: that of the last of the identical exchanges, named by its note `_replay`
/// (`once`, `last` or `cycle`), else the replayer's. May be used by many threads at once.
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

  /// Makes a replayer of a recording.
  ///
  /// `normalise` is applied to the recorded requests and to those that come, before any comparison
  /// and report: where a recording is redacted, it redacts.
  public init(
    _ recording: Recording, matcher: Matcher = .standard, policy: ReplayPolicy = .once,
    normalise: @escaping @Sendable (Request) -> Request = { $0 }
  ) {
    table = ReplayTable(recording, matcher: matcher, policy: policy, normalise: normalise)
    self.normalise = normalise
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
      problems: table.problems)
  }

  /// Begins again: nothing was asked.
  public func reset() { state.withLock { $0 = ReplayState(table) } }

  /// The recorded answer whose turn it is; `nil` where there is none, which is no miss yet.
  func take(_ request: Request) -> Served? { take(comparable: normalise(request)) }

  private func take(comparable request: Request) -> Served? {
    let lanes = table.lanes(of: request)
    guard let position = state.withLock({ $0.take(lanes, table) }) else { return nil }
    return Served(number: position + 1, response: table.responses[position])
  }

  private func respond(to request: Request) -> Response {
    let request = normalise(request)
    if let served = take(comparable: request) { return served.response }
    let miss = explain(request)
    state.withLock { $0.add(miss) }
    return miss.response
  }

  private func explain(_ request: Request) -> ReplayMiss {
    let subject = request.line.shortened
    if let lane = table.lanes(of: request).first {
      let asked = state.withLock { $0.asked[lane] }
      let positions = table.lanes[lane].positions
      let entry = ReplayEntry(number: positions[0] + 1, request: table.lanes[lane].request)
      return ReplayMiss(
        request: request,
        explanation:
          "\(subject) was asked \(Self.times(asked)), but recorded \(Self.times(positions.count)); "
          + "record again, or replay with the policy last or cycle",
        nearest: [NearEntry(entry, [])])
    }
    let nearest = NearestEntries(table, request).find()
    let hint = nearest.first.map { "nearest is \($0)" } ?? "the recording is empty"
    return ReplayMiss(
      request: request, explanation: "\(subject) is not in the recording; \(hint)",
      nearest: nearest)
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}
