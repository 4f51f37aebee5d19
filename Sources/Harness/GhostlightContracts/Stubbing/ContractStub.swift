public import GhostlightCore
import HTTPTypes
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Responder {
  /// Answers from a contract, so that it stands in for its provider.
  ///
  /// ```swift
  /// let responder = Responder.contract(try Pact.parse(bytes), given: ["a note exists"])
  /// ```
  ///
  /// `given` names the states that hold; without it, all may. More can be had with a
  /// ``ContractStub``.
  public static func contract(_ pact: Pact, given states: [String]? = nil) -> Responder {
    let stub = ContractStub([ContractFile("the contract", pact)])
    stub.given = states
    return stub.responder
  }
}

/// Answers requests from contracts, as their provider would.
///
/// A request must be what an interaction asks, by its examples and rules: no header field of the
/// contract may lack, and there is no further parameter and no further member of a body. Anything
/// else is a miss and gets status 501, with the nearest interactions. Where several interactions
/// fit, the one answers from whose examples the request differs least, and that names most of its
/// header fields; of equals the ``StubPolicy`` chooses. May be used by many threads at once.
///
/// - Source: Pact's stub server, which minds no header field and no body that lacks, and has the
///   policy ``StubPolicy/first``.
public final class ContractStub: Sendable {
  /// An interaction, ready to be compared.
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

  /// A client that retries for ever must not fill the memory.
  private static let mostMisses = 1000

  /// Makes a stub of contracts, of all interactions or those that the filter admits.
  ///
  /// `now` is the time that generated dates have, in milliseconds since 1970; the system's unless
  /// given.
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

  /// Answers from the contracts; its name is the first provider's.
  public var responder: Responder {
    Responder(name: name, immediate: { self.respond(to: $0) })
  }

  /// The names of the states that hold; `nil` where all may, as in the beginning.
  ///
  /// An interaction answers if all of its states hold. A request may name states of its own in
  /// fields `X-Ghostlight-State`.
  public var given: [String]? {
    get { state.withLock { $0.given } }
    set { state.withLock { $0.given = newValue } }
  }

  /// What was answered so far, what missed, and what nobody asked for.
  public var report: ContractStubReport {
    let state = state.withLock { $0 }
    return ContractStubReport(
      interactions: entries.count, served: state.served, misses: state.misses,
      missCount: state.missCount,
      unused: zip(entries, state.uses).filter { $0.1 == 0 }.map(\.0.title))
  }

  /// Begins again: nothing was asked.
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

  /// The interactions that fit, whatever their states.
  ///
  /// With ``StubPolicy/first`` those that fit by their own rules and hold come before all others,
  /// as with Pact's stub server: a path of which the type alone is promised may be any.
  private func fitting(_ request: Request, given states: [String]?) -> [Int] {
    if policy == .first {
      let literal = entries.indices.filter {
        entries[$0].holds(given: states) && entries[$0].fits(request, by: \.literal)
      }
      if !literal.isEmpty { return literal }
    }
    return entries.indices.filter { entries[$0].fits(request) }
  }

  /// Those from whose examples the request differs least.
  private func closest(_ candidates: [Int], to request: Request) -> [Int] {
    guard candidates.count > 1, policy != .first else { return candidates }
    let rated = candidates.map { ($0, entries[$0].check.exact.distance(of: request)) }
    guard let least = rated.map(\.1).min(by: <) else { return [] }
    return rated.filter { $0.1 == least }.map(\.0)
  }

  /// Whose turn it is, and how often it answered before.
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

/// Which of several interactions answers a request that fits them equally.
public enum StubPolicy: String, Sendable, Hashable, CaseIterable {
  /// Always the first that fits, as with Pact's stub server.
  case first
  /// One after another, in the order of the file; then the last again and again.
  case last
  /// One after another, in the order of the file; then from the first again.
  case cycle
}

extension ContractStub.Entry {
  /// What reports call it.
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
  /// The provider states that hold for a request to a contract's stub.
  static let ghostlightState = known("X-Ghostlight-State")
}
