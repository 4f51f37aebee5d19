public import Ghostlight
public import Testing

/// Gives each test, and each case of a parameterised one, emulators of its own.
///
/// On a suite it counts for all tests in it; a trait of the test itself takes its place.
public struct GhostlightTrait: TestTrait, SuiteTrait, TestScoping {
  let scope: EmulatedScope
  let sourceLocation: SourceLocation

  /// Tests of suites inside the suite run too; a recursive trait has a scope a test case, none for a
  /// suite.
  public var isRecursive: Bool { true }

  /// Runs a test case with ``TestContext/current`` set; what no route served becomes an issue.
  ///
  /// - Throws: what the test throws, and why a namespace cannot be made.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await scope.run(
      report: { Issue.record("\($0)", sourceLocation: sourceLocation) }, function)
  }
}

extension Trait where Self == GhostlightTrait {
  /// Emulators of its own for each test, in process: all of them, or those named.
  ///
  /// The same seed and the same requests give the same bytes where the clock stands still. A
  /// request that no route serves is an issue at this line, even if the client swallowed its error.
  public static func ghostlight(
    _ emulators: Emulator..., seed: UInt64 = 1, clock: VirtualClock = .system,
    allowingUnmatched: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) -> GhostlightTrait {
    var configuration = StageConfiguration()
    if !emulators.isEmpty { configuration.emulators = emulators }
    configuration.seed = seed
    configuration.clock = clock
    return .ghostlight(
      configuration, allowingUnmatched: allowingUnmatched, sourceLocation: sourceLocation)
  }

  /// What a stage of these settings hosts, of its own for each test.
  public static func ghostlight(
    _ configuration: StageConfiguration, allowingUnmatched: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> GhostlightTrait {
    GhostlightTrait(
      scope: EmulatedScope(configuration, allowingUnmatched: allowingUnmatched),
      sourceLocation: sourceLocation)
  }
}
