public import GhostlightContracts
public import Testing

/// Lets a contract answer a test in the place of its provider.
///
/// On a suite it counts for each test in it, which has a stub of its own; behind `.ghostlight(…)`
/// the emulators stay there, for what the test asks them by name.
public struct ContractTrait: TestTrait, SuiteTrait, TestScoping {
  let scope: StubScope
  let sourceLocation: SourceLocation

  /// Tests of suites inside the suite run too; a recursive trait has a scope a test case, none for a
  /// suite.
  public var isRecursive: Bool { true }

  /// Runs a test case with ``TestContext/current`` set; a request that the contract does not hold
  /// becomes an issue.
  ///
  /// - Throws: what the test throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await scope.run(
      report: { Issue.record("\($0)", sourceLocation: sourceLocation) }, function)
  }
}

extension Trait where Self == ContractTrait {
  /// The contract `Contracts/<name>.json` of the package that the test is in, as a stub.
  ///
  /// A request that no interaction fits is an issue at this line with the nearest ones, even if the
  /// client swallowed the error. `given` names the provider states that hold, all where it is
  /// missing; ``TestContext/contract`` changes them while the test runs. `filter` takes the
  /// interactions with some words only.
  public static func contract(
    _ name: String, given states: [String]? = nil, policy: StubPolicy = .last,
    filter: ContractFilter = ContractFilter(), folder: String = "Contracts",
    allowingUnmatched: Bool = false, sourceFile: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> ContractTrait {
    var scope = StubScope(PackageContract(name, folder: folder, sourceFile: sourceFile))
    (scope.states, scope.policy, scope.filter) = (states, policy, filter)
    scope.allowsUnmatched = allowingUnmatched
    return ContractTrait(scope: scope, sourceLocation: sourceLocation)
  }
}

/// Holds a test's emulators, or whatever answers, to a contract.
///
/// On a suite it counts for each test in it.
public struct VerificationTrait: TestTrait, SuiteTrait, TestScoping {
  let scope: VerificationScope
  let sourceLocation: SourceLocation

  /// Tests of suites inside the suite run too; a recursive trait has a scope a test case, none for a
  /// suite.
  public var isRecursive: Bool { true }

  /// Runs a test case, then plays the contract; each promise that is broken becomes an issue.
  ///
  /// - Throws: what the test throws; then nothing is played.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await scope.run(
      report: { Issue.record("\($0)", sourceLocation: sourceLocation) }, function)
  }
}

extension Trait where Self == VerificationTrait {
  /// Plays the contract `Contracts/<name>.json` of the package that the test is in, after the test.
  ///
  /// ```swift
  /// @Test(.ghostlight(.stackMob()), .verifies("app.json"))
  /// func `the emulator keeps what the app relies on`() {}
  /// ```
  ///
  /// What answers is `executor`; without it the emulators of a `.ghostlight(…)` before it, as the
  /// test left them, and without that fresh ones. Each broken promise is an issue at this line: the
  /// request as `curl`, what was answered, what differs. `providers` says which emulator stands for
  /// a provider of another name: `["Shop API": "stackmob"]`.
  public static func verifies(
    _ name: String, by executor: ContractExecutor? = nil, providers: [String: String] = [:],
    filter: ContractFilter = ContractFilter(), folder: String = "Contracts",
    sourceFile: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
  ) -> VerificationTrait {
    var scope = VerificationScope(
      PackageContract(name, folder: folder, sourceFile: sourceFile))
    (scope.executor, scope.providers, scope.filter) = (executor, providers, filter)
    return VerificationTrait(scope: scope, sourceLocation: sourceLocation)
  }
}
