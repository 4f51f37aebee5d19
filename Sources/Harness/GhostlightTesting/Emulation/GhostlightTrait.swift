import Ghostlight
public import Testing

/// Gives each test, and each case of a parameterised one, emulators of its own.
///
/// On a suite it counts for all tests in it; a trait of the test itself takes its place.
public struct GhostlightTrait: TestTrait, SuiteTrait, TestScoping {
  let scene: EmulatedScene
  let sourceLocation: SourceLocation

  /// Tests of suites inside the suite play too.
  public var isRecursive: Bool { true }

  /// A suite has no scene, its test cases have.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> GhostlightTrait? {
    testCase == nil ? nil : self
  }

  /// Runs a test case with ``Rehearsal/current`` set; what no route served becomes an issue.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await scene.play(
      report: { Issue.record("\($0)", sourceLocation: sourceLocation) }, function)
  }
}
