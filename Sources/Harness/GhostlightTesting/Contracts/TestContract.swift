import Ghostlight
import GhostlightContracts
import GhostlightCore
public import GhostlightRecording

/// The contract that responds in a test, with its current provider states and the requests so far.
///
/// ``TestContext/contract`` returns it. It is valid until the test ends, and any thread may use it.
///
/// ```swift
/// import GhostlightTesting
///
/// let contract = try TestContext.current.contract
/// contract.given = ["the shop is closed"]
/// print(contract.report)
/// ```
public struct TestContract: Sendable {
  private let namespace: Namespace
  private let service: String
  private let exchanges: ObservedExchanges

  init(_ namespace: Namespace, _ service: String, _ exchanges: ObservedExchanges) {
    (self.namespace, self.service, self.exchanges) = (namespace, service, exchanges)
  }

  private var backend: ContractBackend? { namespace.backend(service) as? ContractBackend }

  /// The names of the provider states that apply; `nil` if any state may apply.
  ///
  /// An interaction is used only if all of its states apply. A request may name other states in
  /// header fields `X-Ghostlight-State`.
  public var given: [String]? {
    get { backend?.given }
    nonmutating set {
      let states = newValue.map { JSON.array($0.map(JSON.string)) } ?? .null
      // A stage without a log accepts each change.
      _ = try? namespace.setUp(
        ContractBackend.replacement, in: service, parameters: ["given": states])
    }
  }

  /// The numbers of matched and missed requests so far, and the interactions that were not used.
  public var report: ServiceReport {
    var report = exchanges.report(of: service) ?? ServiceReport(of: .contract, entries: 0)
    report.unused = backend?.unused ?? []
    return report
  }

  /// Resets the counts of the report and of the policy; ``given`` is unchanged.
  public func reset() {
    let states = given
    _ = try? namespace.reset(emulator: service)
    exchanges.clear(service)
    given = states
  }
}

extension TestContext {
  /// The contract that responds to this test's requests; the first one if there are several.
  ///
  /// - Throws: ``TestContextError/noContract`` if no trait of the test has a contract.
  public var contract: TestContract {
    get throws(TestContextError) {
      guard let ownContract else { throw .noContract }
      return ownContract
    }
  }
}
