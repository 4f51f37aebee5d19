public import Testing

/// Plays a recording to a test, or makes it.
///
/// Behind `.ghostlight(…)` it records from the emulators; on a suite it counts for each test in it,
/// with the one file for all.
public struct RecordingTrait: TestTrait, SuiteTrait, TestScoping {
  let scene: RecordedScene
  let sourceLocation: SourceLocation

  /// Tests of suites inside the suite play too.
  public var isRecursive: Bool { true }

  /// A suite has no scene, its test cases have.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> RecordingTrait? {
    testCase == nil ? nil : self
  }

  /// Runs a test case with ``Rehearsal/current`` set; what the recording lacks, and what nobody
  /// asked for, becomes an issue.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await scene.play(
      report: { Issue.record("\($0)", sourceLocation: sourceLocation) }, function)
  }
}
