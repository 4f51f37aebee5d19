public import GhostlightCore
import GhostlightEmulation
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
  private struct State: Sendable {
    var backend: RecordingBackend
    var report: ServiceReport

    init(_ fresh: RecordingBackend, _ recorded: Int) {
      backend = fresh
      report = ServiceReport(of: .recording, entries: recorded, problems: fresh.problems)
    }
  }

  /// The backend of which no response is used.
  private let fresh: RecordingBackend
  private let state: Mutex<State>
  private let recorded: Int
  private let name: String

  /// Creates a replayer for a recording.
  ///
  /// - Parameters:
  ///   - recording: The exchanges to replay.
  ///   - matcher: Decides whether a request matches a recorded one.
  ///   - policy: The default behavior after all responses to a request were used.
  ///   - base: Added to the paths of incoming requests. A base with a URL also selects the server.
  ///   - keepsLinks: Whether links to the recorded servers, and the domains of cookies, are unchanged.
  ///     By default, they lead to the address that the client used, unless the client named a
  ///     recorded server itself.
  ///   - normalise: Applied to recorded and incoming requests before they are compared and
  ///     reported. For a redacted recording, pass `Redactor.normaliser(for:)`.
  public init(
    _ recording: Recording, matcher: Matcher = .standard, policy: ReplayPolicy = .once,
    base: ReplayBase? = nil, keepsLinks: Bool = false,
    normalise: @escaping @Sendable (Request) -> Request = { $0 }
  ) {
    fresh = RecordingBackend(
      recording, matcher: matcher, policy: policy, base: base, keepsLinks: keepsLinks,
      normalise: normalise)
    recorded = recording.exchanges.count
    state = Mutex(State(fresh, recorded))
    name = recording.comment ?? "recording"
  }

  /// A responder that replays; a request without a recorded response counts as a miss and gets 501.
  public var responder: Responder {
    Responder(name: name, immediate: { self.respond(to: $0) })
  }

  /// A report of the replayed and missed requests so far, and of the exchanges not used yet.
  public var report: ServiceReport {
    let state = state.withLock { $0 }
    var report = state.report
    report.unused = state.backend.unused
    return report
  }

  /// The URLs of the recorded servers, in recorded order, such as `https://api.example.com`.
  public var servers: [String] { fresh.servers }

  /// Marks all exchanges as unused, and removes all misses and warnings.
  public func reset() { state.withLock { $0 = State(fresh, recorded) } }

  private func respond(to request: Request) -> Response {
    // The lock is not held here, so that several threads can compare requests at once.
    let lookup = WorkBudget.withoutLimit { budget throws(Fault) in
      try fresh.source.find(request, within: budget)
    }
    let warning = lookup.warning
    let position = state.withLock { state -> Int? in
      guard let next = state.backend.next(for: lookup) else { return nil }
      state.report.served += 1
      if let warning { state.report.add(warning: warning) }
      return next.position
    }
    if let position {
      return WorkBudget.withoutLimit { budget throws(Fault) in
        try fresh.source.response(at: position, for: request, within: budget)
      }
    }
    let miss = WorkBudget.withoutLimit { budget throws(Fault) in
      try fresh.source.miss(lookup, within: budget)
    }
    state.withLock { $0.report.add(miss) }
    return miss.response
  }
}
