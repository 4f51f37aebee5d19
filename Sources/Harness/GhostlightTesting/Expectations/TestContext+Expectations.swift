import Ghostlight
public import GhostlightCore
import HTTPTypes
import Synchronization

/// Expectations about the requests of a test, and stubbed responses.
extension TestContext {
  /// Registers a response for matching requests until the test ends; such requests do not reach the
  /// emulators.
  ///
  /// If several stubs match a request, the latest is used. Stubbed requests do not change the
  /// emulators' state and are not in the journal. They are in ``requests`` and count for
  /// ``expect(_:times:fileID:filePath:line:column:)``.
  public func stub(_ pattern: RequestPattern, _ response: Response) {
    stubs.add(pattern, response)
  }

  /// The requests that the test has sent so far: first those to emulators in order, then those to
  /// the traits `.recording(…)` and `.contract(…)` in order, then those to stubs in order.
  public var requests: [Request] {
    stages.flatMap(\.requests) + stubs.requests
  }

  /// Records an issue if the number of matching requests so far is not `times`.
  ///
  /// The issue lists the most similar requests. In a test of XCTest it is a failure of the test.
  ///
  /// - Parameters:
  ///   - pattern: The pattern that the requests must match.
  ///   - times: The expected number of matching requests.
  ///   - fileID: The file of the call, for Swift Testing.
  ///   - filePath: The path of the file, for XCTest.
  ///   - line: The line at which the issue is recorded.
  ///   - column: The column of the call.
  public func expect(
    _ pattern: RequestPattern, times: Int = 1, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    guard let failure = failure(of: pattern, times: times) else { return }
    reporter.record(
      failure, SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Returns a description of the difference if the number of matching requests is not `times`,
  /// otherwise `nil`.
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

/// The stubbed responses of a test, and the requests that got them.
final class Stubs: Sendable {
  private struct State: Sendable {
    var stubs: [(pattern: RequestPattern, response: Response, isUsed: Bool)] = []
    var requests: [Request] = []
  }

  private let state = Mutex(State())

  /// The requests that got a stubbed response.
  var requests: [Request] { state.withLock { $0.requests } }

  /// The patterns of the stubs that no request got.
  var unused: [RequestPattern] {
    state.withLock { $0.stubs.filter { !$0.isUsed }.map(\.pattern) }
  }

  /// Adds a stub; the latest stub that matches a request is used.
  func add(_ pattern: RequestPattern, _ response: Response) {
    state.withLock { $0.stubs.append((pattern, response, false)) }
  }

  /// Returns the response of the latest matching stub, or `nil` if none matches.
  func answer(_ request: Request) -> Response? {
    state.withLock { state in
      guard let position = state.stubs.lastIndex(where: { $0.pattern.matches(request) }) else {
        return nil
      }
      state.requests.append(request)
      state.stubs[position].isUsed = true
      return state.stubs[position].response
    }
  }
}
