public import GhostlightCore
import GhostlightEmulation
public import GhostlightRecording
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Responder {
  /// Returns a responder that sends the responses of a contract, in place of the contract's
  /// provider.
  ///
  /// ```swift
  /// import GhostlightContracts
  /// import GhostlightCore
  ///
  /// func responder(ofContract bytes: [UInt8]) throws -> Responder {
  ///   Responder.contract(try Pact.parse(bytes), given: ["a note exists"])
  /// }
  /// ```
  ///
  /// `given` has the names of the provider states that apply; if it is `nil`, any state may apply.
  /// Use a ``ContractStub`` for more control.
  public static func contract(_ pact: Pact, given states: [String]? = nil) -> Responder {
    let stub = ContractStub([ContractFile("the contract", pact)])
    stub.given = states
    return stub.responder
  }
}

/// Sends the responses of contracts to matching requests, in place of the contracts' provider.
///
/// A request must match an interaction by its examples and rules. It must have all header fields of
/// the contract, and no additional query parameters or body members. Any other request is a miss
/// and gets status 501, with the nearest interactions. If several interactions match, the stub uses
/// the one whose examples differ least from the request and that names the most header fields. If
/// these are equal, the ``StubPolicy`` decides. Several threads may use a stub at once.
///
/// ```swift
/// import GhostlightContracts
/// import GhostlightCore
/// import HTTPTypes
///
/// func fetchNotes(_ contract: Pact) async -> Response {
///   let stub = ContractStub([ContractFile("notes.json", contract)])
///   let response = await stub.responder.respond(Request(.get, "/note"))
///   print(stub.report)
///   return response
/// }
/// ```
///
/// - Source: Pact's stub server, which ignores missing header fields and missing bodies, and has
///   the policy ``StubPolicy/first``.
public final class ContractStub: Sendable {
  private struct State: Sendable {
    var backend: ContractBackend
    var report: ServiceReport

    init(_ fresh: ContractBackend) {
      backend = fresh
      report = ServiceReport(of: .contract, entries: fresh.interactionCount)
    }
  }

  /// The backend of which no interaction is used.
  private let fresh: ContractBackend
  private let now: @Sendable () -> Int64
  private let state: Mutex<State>

  /// Creates a stub for all interactions of contracts, or for those that the filter selects.
  ///
  /// `now` returns the time of generated dates, in milliseconds since 1970; by default it is the
  /// system's time.
  public init(
    _ files: [ContractFile], policy: StubPolicy = .last, filter: ContractFilter = ContractFilter(),
    now: (@Sendable () -> Int64)? = nil
  ) {
    fresh = ContractBackend(files, policy: policy, filter: filter)
    self.now = now ?? { Int64(Date().timeIntervalSince1970 * 1000) }
    state = Mutex(State(fresh))
  }

  /// A responder that sends the contracts' responses; it has the name of the first provider.
  public var responder: Responder {
    Responder(name: fresh.table.name, immediate: { self.respond(to: $0) })
  }

  /// The names of the provider states that apply; `nil`, the default, if any state may apply.
  ///
  /// An interaction is used only if all of its states apply. A request may name other states in
  /// header fields `X-Ghostlight-State`.
  public var given: [String]? {
    get { state.withLock { $0.backend.given } }
    set { state.withLock { $0.backend.given = newValue } }
  }

  /// The numbers of matched and missed requests so far, and the interactions that were not used.
  public var report: ServiceReport {
    let state = state.withLock { $0 }
    var report = state.report
    report.unused = state.backend.unused
    return report
  }

  /// Resets the counts of the report and of the policy; ``given`` is unchanged.
  public func reset() {
    state.withLock { state in
      let given = state.backend.given
      state = State(fresh)
      state.backend.given = given
    }
  }

  private func respond(to request: Request) -> Response {
    let (table, given) = (fresh.table, self.given)
    // The lock is not held here, so that several threads can compare requests at once.
    let lookup = WorkBudget.withoutLimit { budget throws(Fault) in
      try table.find(request, given: given, within: budget)
    }
    let next = state.withLock { state in
      let next = state.backend.next(for: lookup)
      if next != nil { state.report.served += 1 }
      return next
    }
    if let next {
      return table.response(
        of: next.index, earlier: next.earlier, to: request, milliseconds: now())
    }
    let miss = WorkBudget.withoutLimit { budget throws(Fault) in
      try NearestInteractions(table, lookup).miss(within: budget)
    }
    state.withLock { $0.report.add(miss) }
    return miss.response
  }
}

/// The way to choose between several interactions that match a request equally well.
///
/// ``ContractStub`` applies it after all other criteria. With ``last`` and ``cycle``, a contract
/// can describe responses that change over time.
public enum StubPolicy: String, Sendable, Hashable, CaseIterable {
  /// Always uses the first match, as Pact's stub server does.
  case first
  /// Uses each match once, in the order of the contract file, and then repeats the last one.
  case last
  /// Uses each match once, in the order of the contract file, and then starts again.
  case cycle
}
