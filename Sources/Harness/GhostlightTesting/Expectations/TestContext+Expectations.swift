import Ghostlight
public import GhostlightCore
import HTTPTypes
import Synchronization
public import Testing

/// What a test expects to have been sent, and answers of its own.
extension TestContext {
  /// Answers requests in place of the emulators, until the test ends.
  ///
  /// The latest stub that means a request answers it. Emulators do not see such requests: neither
  /// their state nor their journal knows them, but ``requests`` and ``expect(_:times:sourceLocation:)``
  /// do.
  public func stub(_ pattern: RequestPattern, _ response: Response) {
    stubs.add(pattern, response)
  }

  /// What was sent to emulators and stubs since the beginning; of each in its order.
  public var requests: [Request] {
    ((try? namespace.journal) ?? []).map(\.request) + stubs.requests
  }

  /// Records an issue unless requests of a kind have been sent so often; it names the nearest ones.
  public func expect(
    _ pattern: RequestPattern, times: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let failure = failure(of: pattern, times: times) else { return }
    Issue.record("\(failure)", sourceLocation: sourceLocation)
  }

  /// Why an expectation fails; `nil` where it does not.
  package func failure(of pattern: RequestPattern, times: Int) -> String? {
    let sent = requests
    let count = sent.count { pattern.matches($0) }
    guard count != times else { return nil }
    let nearest = pattern.nearest(among: sent.filter { !pattern.matches($0) })
    return "\(pattern) was sent \(count) times, not \(times)"
      + (nearest.isEmpty
        ? "; nothing else was sent" : "; nearest: \(nearest.joined(separator: ", "))")
  }
}

/// Answers of a test's own in front of its emulators, and the requests that got them.
final class Stubs: Sendable {
  private struct State: Sendable {
    var stubs: [(pattern: RequestPattern, response: Response)] = []
    var requests: [Request] = []
  }

  private let state = Mutex(State())

  /// What the stubs have answered.
  var requests: [Request] { state.withLock { $0.requests } }

  /// Answers what a pattern means from now on; the latest stub that means a request answers it.
  func add(_ pattern: RequestPattern, _ response: Response) {
    state.withLock { $0.stubs.append((pattern, response)) }
  }

  /// A stub's answer; `nil` where none means the request.
  func answer(_ request: Request) -> Response? {
    state.withLock { state in
      guard let stub = state.stubs.last(where: { $0.pattern.matches(request) }) else { return nil }
      state.requests.append(request)
      return stub.response
    }
  }
}

extension Responder {
  /// The responder behind stubs.
  func behind(_ stubs: Stubs) -> Responder {
    guard let respondNow else {
      let respond = respond
      return Responder(name: name) { request in
        if let answer = stubs.answer(request) { return answer }
        return await respond(request)
      }
    }
    return Responder(name: name) { request in stubs.answer(request) ?? respondNow(request) }
  }
}
