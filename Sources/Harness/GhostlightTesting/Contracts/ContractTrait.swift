public import GhostlightContracts
public import Testing

/// A trait that runs a test against a contract: its interactions give the responses.
///
/// Create it with `.contract(…)`. On a suite, each test in it gets its own copy of the contract.
/// After `.ghostlight(…)` in the list of traits, the test's emulators remain available by name.
///
/// ```swift
/// import GhostlightTesting
/// import Testing
///
/// @Test(.contract("shop", given: ["an item exists"])) func `the list shows an item`() async throws {
///   let response = try await TestContext.current.respond(to: Request(.get, "/items"))
///   #expect(response.status == .ok)
/// }
/// ```
public struct ContractTrait: TestTrait, SuiteTrait, TestScoping {
  let scope: StubScope
  let sourceLocation: SourceLocation

  /// Whether the trait also applies to the tests of suites inside the suite.
  ///
  /// A recursive trait has a scope for each test case, and none for a suite.
  public var isRecursive: Bool { true }

  /// Runs a test case with ``TestContext/current`` set.
  ///
  /// A request that no interaction of the contract matches becomes an issue.
  ///
  /// - Throws: The error of the test.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await scope.run(
      report: { Issue.record("\($0)", sourceLocation: sourceLocation) }, function)
  }
}

extension Trait where Self == ContractTrait {
  /// Creates a trait that takes the responses from `Contracts/<name>.json` in the test's package.
  ///
  /// A request that no interaction matches is an issue at this line, with the nearest interactions,
  /// even if the client ignored the error.
  ///
  /// - Parameters:
  ///   - name: The name of the Pact file, with or without `.json`.
  ///   - states: The provider states in effect; `nil` allows interactions of all states.
  ///     ``TestContext/contract`` changes them while the test runs.
  ///   - policy: The interaction to use if several match a request.
  ///   - filter: The interactions to use.
  ///   - folder: The folder of the contracts in the package.
  ///   - allowingUnmatched: Whether a request that no interaction matches is not an issue.
  ///   - sourceFile: The file of the test, to find its package.
  ///   - sourceLocation: The line for the issues.
  /// - Returns: The trait.
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

/// A trait that verifies a contract after a test, against the test's emulators or another executor.
///
/// Create it with `.verifies(…)`. On a suite, the contract is verified after each test in it. It is
/// the other side of ``ContractTrait``: that one tests the client, this one the provider.
public struct VerificationTrait: TestTrait, SuiteTrait, TestScoping {
  let scope: VerificationScope
  let sourceLocation: SourceLocation

  /// Whether the trait also applies to the tests of suites inside the suite.
  ///
  /// A recursive trait has a scope for each test case, and none for a suite.
  public var isRecursive: Bool { true }

  /// Runs a test case, then verifies the contract; each broken promise becomes an issue.
  ///
  /// - Throws: The error of the test; the contract is then not verified.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await scope.run(
      report: { Issue.record("\($0)", sourceLocation: sourceLocation) }, function)
  }
}

extension Trait where Self == VerificationTrait {
  /// Creates a trait that verifies `Contracts/<name>.json` of the test's package after the test.
  ///
  /// ```swift
  /// import GhostlightTesting
  /// import Testing
  ///
  /// @Test(.ghostlight(.stackMob()), .verifies("app.json"))
  /// func `the emulator keeps the app's contract`() {}
  /// ```
  ///
  /// Each broken promise is an issue at this line, with the request as a `curl` command, the
  /// response, and the differences.
  ///
  /// - Parameters:
  ///   - name: The name of the Pact file, with or without `.json`.
  ///   - executor: The provider. By default it is the emulators of a `.ghostlight(…)` before this
  ///     trait, as the test left them; otherwise new emulators.
  ///   - providers: The emulators for providers with other names: `["Shop API": "stackmob"]`.
  ///   - filter: The interactions to verify.
  ///   - folder: The folder of the contracts in the package.
  ///   - sourceFile: The file of the test, to find its package.
  ///   - sourceLocation: The line for the issues.
  /// - Returns: The trait.
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
