public import Ghostlight
public import Testing

/// A trait that gives each test, and each case of a parameterised test, its own emulators.
///
/// Create it with `.ghostlight(…)`. On a suite it applies to all tests in it; a trait of the test
/// itself replaces it. The emulators run in process and share nothing with other tests, so tests
/// can run in parallel.
///
/// ```swift
/// import GhostlightTesting
/// import StackMob
/// import Testing
///
/// @Test(.ghostlight(.stackMob())) func `StackMob stores a created object`() async throws {
///   let client = try SMClient(environment: TestContext.current.environment())
///   let todo = try await client.dataStore().createObject(["title": "Hello"], inSchema: "todo")
///   #expect(todo["title"] as? String == "Hello")
/// }
/// ```
public struct GhostlightTrait: TestTrait, SuiteTrait, TestScoping {
  let scope: EmulatedScope
  let sourceLocation: SourceLocation

  /// Whether the trait also applies to the tests of suites inside the suite.
  ///
  /// A recursive trait has a scope for each test case, and none for a suite.
  public var isRecursive: Bool { true }

  /// Runs a test case with ``TestContext/current`` set; a request that no route serves becomes an
  /// issue.
  ///
  /// - Throws: The error of the test, or the reason why a namespace cannot be created.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await scope.run(
      report: { Issue.record("\($0)", sourceLocation: sourceLocation) }, function)
  }
}

extension Trait where Self == GhostlightTrait {
  /// Creates a trait that gives each test its own emulators: all of them, or the named ones.
  ///
  /// With a frozen clock, the same seed and requests give the same bytes. A request that no route
  /// serves is an issue at this line, even if the client ignored the error.
  ///
  /// - Parameters:
  ///   - emulators: The emulators; without any, all that are built in.
  ///   - seed: The number that identifiers are derived from.
  ///   - clock: The initial clock.
  ///   - allowingUnmatched: Whether a request that no route serves is not an issue.
  ///   - sourceLocation: The line for the issues.
  /// - Returns: The trait.
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

  /// Creates a trait that gives each test its own stage with this configuration.
  public static func ghostlight(
    _ configuration: StageConfiguration, allowingUnmatched: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> GhostlightTrait {
    GhostlightTrait(
      scope: EmulatedScope(configuration, allowingUnmatched: allowingUnmatched),
      sourceLocation: sourceLocation)
  }
}
