import Ghostlight
public import GhostlightContracts
public import Testing

/// A trait that runs a test against a contract, whose interactions provide the responses.
///
/// Create it with `.contract(…)`. On a suite, each test in it gets its own copy of the contract. If
/// the list of traits has `.ghostlight(…)` before it, the test can still reach its emulators by
/// name.
///
/// To add a contract to emulators, on their stage, use `.ghostlight(.stackMob(), .contract("shop"))`.
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
  let identity = TraitIdentity()
  let scope: ServiceScope
  let sourceLocation: SourceLocation

  /// Whether the trait also applies to tests in nested suites: always `true`.
  ///
  /// A recursive trait provides a scope for each test case, and none for a suite.
  public var isRecursive: Bool { true }

  /// Stores whether the trait belongs to a suite; Swift Testing calls the method before the tests.
  public func prepare(for test: Test) { identity.prepare(for: test) }

  /// Runs a test case with ``TestContext/current`` set.
  ///
  /// A request that matches no interaction of the contract is recorded as an issue.
  ///
  /// - Throws: The error that the test throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await provide(for: test, testCase, performing: function)
  }
}

extension ContractTrait: StageTrait {}

extension Trait where Self == ContractTrait {
  /// Creates a trait that responds with the interactions in `Contracts/<name>.json` of the test's
  /// package.
  ///
  /// A request that no interaction matches is recorded as an issue at this line, with the most
  /// similar interactions, even if the client ignored the error.
  ///
  /// - Parameters:
  ///   - name: The name of the Pact file, with or without `.json`.
  ///   - states: The provider states whose interactions are used; `nil` uses those of all states.
  ///     ``TestContext/contract`` can change them while the test runs.
  ///   - policy: The rule for choosing an interaction if several match a request.
  ///   - filter: The filter for the interactions of the contract that are used.
  ///   - folder: The path of the contracts' folder, relative to the root of the package.
  ///   - allowingUnmatched: Whether requests that no interaction matches are allowed; if `true`,
  ///     they are not recorded as issues.
  ///   - sourceFile: The source file of the test, from which its package is found.
  ///   - sourceLocation: The line at which issues are recorded.
  /// - Returns: A trait for a test or a suite.
  public static func contract(
    _ name: String, given states: [String]? = nil, policy: StubPolicy = .last,
    filter: ContractFilter = ContractFilter(), folder: String = "Contracts",
    allowingUnmatched: Bool = false, sourceFile: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> ContractTrait {
    let file = PackageContract(name, folder: folder, sourceFile: sourceFile)
    let service = Service.contract(file, as: nil) { file in
      ContractBackend([file], policy: policy, filter: filter, given: states)
    }
    return ContractTrait(
      scope: ServiceScope(service, allowingUnmatched: allowingUnmatched),
      sourceLocation: sourceLocation)
  }
}

/// A trait that runs a test, then verifies that a provider keeps a contract.
///
/// Create it with `.verifies(…)`. The provider is the test's emulators or another executor. On a
/// suite, the contract is verified after each test in it. ``ContractTrait`` tests the client
/// against a contract; this trait tests the provider.
public struct VerificationTrait: TestTrait, SuiteTrait, TestScoping {
  let identity = TraitIdentity()
  let scope: VerificationScope
  let sourceLocation: SourceLocation

  /// Whether the trait also applies to tests in nested suites: always `true`.
  ///
  /// A recursive trait provides a scope for each test case, and none for a suite.
  public var isRecursive: Bool { true }

  /// Stores whether the trait belongs to a suite; Swift Testing calls the method before the tests.
  public func prepare(for test: Test) { identity.prepare(for: test) }

  /// Runs a test case, then verifies the contract; each interaction that the provider does not keep
  /// is recorded as an issue.
  ///
  /// - Throws: The error that the test throws; the contract is then not verified.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await provide(for: test, testCase, performing: function)
  }
}

extension VerificationTrait: StageTrait {}

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
  /// Each interaction that the provider does not keep is recorded as an issue at this line, with
  /// the request as a `curl` command, the response, and the differences.
  ///
  /// - Parameters:
  ///   - name: The name of the Pact file, with or without `.json`.
  ///   - executor: The provider to verify. By default, it is the emulators of a `.ghostlight(…)`
  ///     before this trait, in the state in which the test left them. If there is no such trait, it
  ///     is new emulators.
  ///   - providers: The emulators to verify for other provider names in the contract, such as
  ///     `["Shop API": "stackmob"]`.
  ///   - filter: The filter for the interactions of the contract that are verified.
  ///   - folder: The path of the contracts' folder, relative to the root of the package.
  ///   - sourceFile: The source file of the test, from which its package is found.
  ///   - sourceLocation: The line at which issues are recorded.
  /// - Returns: A trait for a test or a suite.
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
