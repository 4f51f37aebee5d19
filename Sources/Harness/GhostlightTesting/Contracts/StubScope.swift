import Ghostlight
public import GhostlightContracts
import GhostlightCore

/// A contract for one test, which answers in the place of its provider.
package struct StubScope: Sendable {
  private let contract: PackageContract
  /// The provider states that hold; `nil` where all may.
  package var states: [String]?
  /// Which of several interactions answers.
  package var policy = StubPolicy.last
  /// Which interactions there are.
  package var filter = ContractFilter()
  /// Whether a request that no interaction fits is nothing to report.
  package var allowsUnmatched = false

  /// Sets a scope with a contract.
  package init(_ contract: PackageContract) { self.contract = contract }

  /// Lets a test run, then reports each request that the contract does not hold.
  ///
  /// A contract that cannot be had is reported, and the test does not run.
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
  /// The contract that answers: which provider states hold, what was asked.
  ///
  /// - Throws: ``TestContextError/noContract`` where none does.
  public var contract: ContractStub {
    get throws(TestContextError) {
      guard let contractStub else { throw .noContract }
      return contractStub
    }
  }
}
