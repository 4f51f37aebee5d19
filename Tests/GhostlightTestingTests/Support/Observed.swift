import GhostlightTesting
import Synchronization
import Testing

/// An issue that code under test has recorded, observed without failing the test.
struct Observed: Sendable, Hashable {
  let comment: String
  let line: Int?

  /// Runs `body` and returns the issues that it records; an error that it throws counts as an
  /// issue.
  static func issues(
    in body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> [Observed] {
    let seen = Mutex<[Observed]>([])
    await withKnownIssue(isIntermittent: true, sourceLocation: sourceLocation) {
      do { try await body() } catch { Issue.record(error) }
    } matching: { issue in
      let comment = issue.comments.first?.rawValue ?? "\(issue.error.map { "\($0)" } ?? "?")"
      seen.withLock { $0.append(Observed(comment: comment, line: issue.sourceLocation?.line)) }
      return true
    }
    return seen.withLock { $0 }
  }

  /// Runs `body` as a test with a trait and returns the issues.
  static func issues(
    with trait: GhostlightTrait, _ body: @escaping @Sendable (TestContext) async throws -> Void
  ) async throws -> [Observed] {
    let test = try #require(Test.current)
    return await issues {
      try await trait.provideScope(for: test, testCase: .current) {
        try await body(TestContext.current)
      }
    }
  }
}
