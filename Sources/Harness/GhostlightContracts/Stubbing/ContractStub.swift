public import GhostlightCore
import HTTPTypes
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
  /// An interaction that is prepared for comparison.
  struct Entry: Sendable {
    let path: String
    let interaction: Interaction
    let check: RequestCheck
  }

  private struct State: Sendable {
    var given: [String]?
    var uses: [Int]
    var served = 0
    var misses: [ContractMiss] = []
    var missCount = 0
  }

  let entries: [Entry]
  private let name: String
  private let policy: StubPolicy
  private let now: @Sendable () -> Int64
  private let state: Mutex<State>

  /// The maximum number of misses in memory, because a client may retry without end.
  private static let mostMisses = 1000

  /// Creates a stub for all interactions of contracts, or for those that the filter selects.
  ///
  /// `now` returns the time of generated dates, in milliseconds since 1970; by default it is the
  /// system's time.
  public init(
    _ files: [ContractFile], policy: StubPolicy = .last, filter: ContractFilter = ContractFilter(),
    now: (@Sendable () -> Int64)? = nil
  ) {
    entries = files.flatMap { file in
      file.pact.interactions.filter { filter.admits($0, of: file) }.map { interaction in
        Entry(
          path: file.path, interaction: interaction, check: RequestCheck(interaction.request))
      }
    }
    name = files.first?.pact.provider ?? "contract"
    self.policy = policy
    self.now = now ?? { Int64(Date().timeIntervalSince1970 * 1000) }
    state = Mutex(State(uses: [Int](repeating: 0, count: entries.count)))
  }

  /// A responder that sends the contracts' responses; it has the name of the first provider.
  public var responder: Responder {
    Responder(name: name, immediate: { self.respond(to: $0) })
  }

  /// The names of the provider states that apply; `nil`, the default, if any state may apply.
  ///
  /// An interaction is used only if all of its states apply. A request may name other states in
  /// header fields `X-Ghostlight-State`.
  public var given: [String]? {
    get { state.withLock { $0.given } }
    set { state.withLock { $0.given = newValue } }
  }

  /// The numbers of matched and missed requests so far, and the interactions that were not used.
  public var report: ContractStubReport {
    let state = state.withLock { $0 }
    return ContractStubReport(
      interactions: entries.count, served: state.served, misses: state.misses,
      missCount: state.missCount,
      unused: zip(entries, state.uses).filter { $0.1 == 0 }.map(\.0.title))
  }

  /// Resets the counts of the report and of the policy; ``given`` is unchanged.
  public func reset() {
    state.withLock {
      $0 = State(given: $0.given, uses: [Int](repeating: 0, count: entries.count))
    }
  }

  private func respond(to request: Request) -> Response {
    let states = statesHeld(by: request)
    let fitting = fitting(request, given: states)
    let possible = fitting.filter { entries[$0].holds(given: states) }
    guard let (index, number) = take(closest(possible, to: request)) else {
      let miss = NearestInteractions(self, request).miss(fitting: fitting, given: states)
      state.withLock { state in
        state.missCount += 1
        if state.misses.count < Self.mostMisses { state.misses.append(miss) }
      }
      return miss.response
    }
    let interaction = entries[index].interaction
    var filler = ResponseFiller(
      interaction.response, base: "\(request.scheme)://\(request.authority)",
      source: GeneratorSource(
        milliseconds: now(), seed: "\(interaction.description) \(number)"))
    return filler.response()
  }

  private func statesHeld(by request: Request) -> [String]? {
    let named = request.headers[values: .ghostlightState]
    return named.isEmpty ? given : named
  }

  /// Returns the indexes of the interactions that match a request, whatever their states.
  ///
  /// With ``StubPolicy/first``, interactions that match by their own rules and whose states apply
  /// come before all others, as with Pact's stub server. If the rule of a path requires only a
  /// type, the interaction then matches any path.
  private func fitting(_ request: Request, given states: [String]?) -> [Int] {
    if policy == .first {
      let literal = entries.indices.filter {
        entries[$0].holds(given: states) && entries[$0].fits(request, by: \.literal)
      }
      if !literal.isEmpty { return literal }
    }
    return entries.indices.filter { entries[$0].fits(request) }
  }

  /// Returns the candidates whose examples differ least from the request.
  private func closest(_ candidates: [Int], to request: Request) -> [Int] {
    guard candidates.count > 1, policy != .first else { return candidates }
    let rated = candidates.map { ($0, entries[$0].check.exact.distance(of: request)) }
    guard let least = rated.map(\.1).min(by: <) else { return [] }
    return rated.filter { $0.1 == least }.map(\.0)
  }

  /// Selects the next candidate by the policy, and returns its index and number of earlier uses.
  private func take(_ candidates: [Int]) -> (index: Int, number: Int)? {
    guard let first = candidates.first, let last = candidates.last else { return nil }
    return state.withLock { state in
      let index =
        switch policy {
        case .first: first
        case .last: candidates.first { state.uses[$0] == 0 } ?? last
        case .cycle: candidates.min { state.uses[$0] < state.uses[$1] } ?? first
        }
      state.uses[index] += 1
      state.served += 1
      return (index, state.uses[index] - 1)
    }
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

extension ContractStub.Entry {
  /// The name of the interaction in reports.
  var title: String {
    let given = interaction.states.isEmpty ? "" : ", given " + stateNames
    return "\"\(interaction.description)\"\(given)"
  }

  var stateNames: String { interaction.states.map(\.name).joined(separator: ", ") }

  fileprivate func fits(
    _ request: Request, by variant: KeyPath<RequestCheck, RequestCheck> = \.self
  ) -> Bool {
    let check = check[keyPath: variant]
    return check.isAbout(request) && check.failures(of: request).isEmpty
  }

  fileprivate func holds(given states: [String]?) -> Bool {
    guard let states else { return true }
    return interaction.states.allSatisfy { states.contains($0.name) }
  }
}

extension HTTPField.Name {
  /// The request header field with the name of a provider state that applies to the request.
  static let ghostlightState = known("X-Ghostlight-State")
}
