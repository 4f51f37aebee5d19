import Synchronization
public import Testing

/// A trait that runs a test with services, or verifies them after it.
///
/// Traits work in any order: a trait that comes before `.ghostlight(…)` waits for it, and then runs
/// inside it.
protocol StageTrait: TestTrait, SuiteTrait, TestScoping {
  associatedtype Scope: TestScope
  var identity: TraitIdentity { get }
  var scope: Scope { get }
  var sourceLocation: SourceLocation { get }
}

/// The run of one test with a trait.
protocol TestScope: Sendable {
  /// Runs a test and reports the findings.
  func run(
    isolation: isolated (any Actor)?, report: (Finding) -> Void,
    _ test: () async throws -> Void
  ) async throws
}

/// The identity of a trait, by which it finds its position in the list of a test's traits.
final class TraitIdentity: Sendable {
  private let isForSuite = Atomic(false)

  func prepare(for test: Test) {
    if test.isSuite { isForSuite.store(true, ordering: .relaxed) }
  }

  var belongsToSuite: Bool { isForSuite.load(ordering: .relaxed) }
}

/// The traits that wait for a later `.ghostlight(…)`, outermost first.
private enum WaitingTraits {
  @TaskLocal static var all: [any StageTrait] = []
}

extension StageTrait {
  /// Runs a test case with this trait, or leaves it to a later `.ghostlight(…)`.
  func provide(
    for test: Test, _ testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    let later = laterEmulators(in: test)
    guard later == nil else {
      // The last trait with emulators replaces the earlier ones.
      if self is GhostlightTrait { return try await body() }
      let waiting = WaitingTraits.all + [self]
      return try await WaitingTraits.$all.withValue(waiting) { try await body() }
    }
    let inner = self is GhostlightTrait ? WaitingTraits.all[...] : []
    try await TrafficLog.attaching(to: test, testCase, at: sourceLocation) {
      try await WaitingTraits.$all.withValue([]) {
        try await run(for: test, inner, performing: body)
      }
    }
  }

  /// Runs a test case with this trait, and inside it with `inner`.
  private func run(
    for test: Test, _ inner: ArraySlice<any StageTrait>,
    performing body: @Sendable () async throws -> Void
  ) async throws {
    let reporter = TraitReporter(
      place: sourceLocation, isForSuite: identity.belongsToSuite,
      allowsUnused: test.traits.contains { $0 is UnusedTrait })
    try await scope.run(isolation: nil, report: { reporter.report($0) }) {
      guard let next = inner.first else { return try await body() }
      try await next.run(for: test, inner.dropFirst(), performing: body)
    }
  }

  /// Returns the last trait with emulators that comes after this trait in the list of a test's
  /// traits, or `nil` if there is none.
  private func laterEmulators(in test: Test) -> GhostlightTrait? {
    let traits = test.traits
    guard let own = traits.firstIndex(where: { ($0 as? any StageTrait)?.identity === identity })
    else { return nil }
    return traits[(own + 1)...].lazy.compactMap { $0 as? GhostlightTrait }
      .last { $0.identity !== identity }
  }
}

/// A trait that allows unused parts of a test's setup.
///
/// Create it with `.allowsUnused`. Without it, a fault plan that never applied, a stub or a contract
/// that no request reached, and an entry of a recording that no request used are issues at the line
/// of the test's trait, or warnings if that trait belongs to a suite.
///
/// ```swift
/// import GhostlightTesting
/// import Testing
///
/// @Test(.ghostlight(.stackMob()), .allowsUnused) func `an outage is prepared`() throws {
///   try TestContext.current.namespace.addFault(FaultPlan(.answer(Response(.serviceUnavailable))))
/// }
/// ```
public struct UnusedTrait: TestTrait, SuiteTrait {
  /// Whether the trait also applies to tests in nested suites: always `true`.
  public var isRecursive: Bool { true }
}

extension Trait where Self == UnusedTrait {
  /// A trait that allows a test to set up fault plans, stubs, contracts and entries of recordings
  /// that no request uses.
  public static var allowsUnused: UnusedTrait { UnusedTrait() }
}
