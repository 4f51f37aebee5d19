import Ghostlight
public import GhostlightContracts
import GhostlightCore

/// The run of one test against a contract, whose interactions provide the responses.
package struct StubScope: Sendable {
  private let contract: PackageContract
  /// The provider states whose interactions are used; `nil` uses those of all states.
  package var states: [String]?
  /// The rule for choosing an interaction if several match a request.
  package var policy = StubPolicy.last
  /// The filter for the interactions of the contract that are used.
  package var filter = ContractFilter()
  /// Whether requests that no interaction matches are allowed and therefore not reported.
  package var allowsUnmatched = false

  package init(_ contract: PackageContract) { self.contract = contract }

  /// Runs a test, then reports each request that no interaction of the contract matched.
  ///
  /// A contract that cannot be read is reported, and the test does not run.
  package func run(
    isolation: isolated (any Actor)? = #isolation, report: (String) -> Void,
    _ test: () async throws -> Void
  ) async throws {
    let file: ContractFile
    do throws(PackageContractError) {
      file = try contract.read()
    } catch {
      return report(error.description)
    }
    let outer = TestContext.ongoing
    let world = outer?.world
    let now = world.map { world -> @Sendable () -> Int64 in { world.clock.milliseconds } }
    let stub = ContractStub([file], policy: policy, filter: filter, now: now)
    stub.given = states
    var testContext = TestContext(
      responders: [stub.responder] + (outer?.responders ?? []), world: world, clock: outer?.clock,
      stubs: outer?.stubs ?? Stubs(), stage: outer?.stage)
    testContext.contractStub = stub
    defer {
      if !allowsUnmatched {
        let stubReport = stub.report
        for miss in stubReport.misses { report("\(contract.name): \(miss)") }
        let unlisted = stubReport.missCount - stubReport.misses.count
        if unlisted > 0 { report("\(contract.name): and \(unlisted) more misses") }
      }
    }
    try await TestContext.$ongoing.withValue(testContext, operation: test)
  }
}

extension TestContext {
  /// The contract that responds to this test's requests, with its current provider states and the
  /// requests so far.
  ///
  /// - Throws: ``TestContextError/noContract`` if the test does not have the trait `.contract(…)`.
  public var contract: ContractStub {
    get throws(TestContextError) {
      guard let contractStub else { throw .noContract }
      return contractStub
    }
  }
}
