public import Ghostlight
public import Testing

/// A trait that provides each test, and each case of a parameterised test, with its own emulators,
/// recordings and contracts.
///
/// Create it with `.ghostlight(…)`. On a suite it applies to all tests in the suite; a trait of a
/// test itself replaces it. The emulators run in the test process and share nothing with other
/// tests, so tests can run in parallel. `Service.recording(…)` and `Service.contract(…)` add files
/// of the package.
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
  let identity = TraitIdentity()

  /// Whether the trait also applies to tests in nested suites: always `true`.
  ///
  /// A recursive trait provides a scope for each test case, and none for a suite.
  public var isRecursive: Bool { true }

  /// Stores whether the trait belongs to a suite; Swift Testing calls the method before the tests.
  public func prepare(for test: Test) { identity.prepare(for: test) }

  /// Runs a test case with ``TestContext/current`` set.
  ///
  /// A request for which no service has a response, and a file that cannot be read, are recorded as
  /// issues. So are an entry of a recording, a contract, a fault plan and a stub that no request used.
  ///
  /// - Throws: The error that the test throws, `ConfigurationError` if two emulators have the same
  ///   host, or `NamespaceError` if the namespace cannot be created.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await provide(for: test, testCase, performing: function)
  }
}

extension GhostlightTrait: StageTrait {}

extension Trait where Self == GhostlightTrait {
  /// Creates a trait that provides each test with its own emulators: those passed, or all if none
  /// are passed.
  ///
  /// With a frozen clock, the same seed and requests give the same response bytes. A request for
  /// which no service has a response is recorded as an issue at this line, even if the client
  /// ignored the error. So are an entry of a recording, a contract, a fault plan and a stub that no
  /// request used, unless the test throws. On a suite, these are warnings. The trait `.allowsUnused`
  /// allows them.
  ///
  /// - Parameters:
  ///   - emulators: The emulators, recordings and contracts; if none are passed, all emulators that
  ///     are built in.
  ///   - seed: The number that identifiers are derived from.
  ///   - clock: The emulators' clock at the start of the test.
  ///   - sessions: The URL sessions of an unchanged app whose requests reach the services by their
  ///     hosts; `nil` for none. Only one test at a time can intercept sessions.
  ///   - allowingUnmatched: Whether requests without a response are allowed; if `true`, they are not
  ///     recorded as issues.
  ///   - sourceLocation: The line at which issues are recorded.
  /// - Returns: A trait for a test or a suite.
  public static func ghostlight(
    _ emulators: Service..., seed: UInt64 = 1, clock: VirtualClock = .system,
    intercepting sessions: InterceptedSessions? = nil, allowingUnmatched: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> GhostlightTrait {
    var configuration = StageConfiguration()
    if !emulators.isEmpty { configuration.services = emulators }
    configuration.seed = seed
    configuration.clock = clock
    return .ghostlight(
      configuration, intercepting: sessions, allowingUnmatched: allowingUnmatched,
      sourceLocation: sourceLocation)
  }

  /// Creates a trait that provides each test with its own stage, which has this configuration.
  public static func ghostlight(
    _ configuration: StageConfiguration, intercepting sessions: InterceptedSessions? = nil,
    allowingUnmatched: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) -> GhostlightTrait {
    GhostlightTrait(
      scope: EmulatedScope(
        configuration, intercepting: sessions, allowingUnmatched: allowingUnmatched),
      sourceLocation: sourceLocation)
  }
}
