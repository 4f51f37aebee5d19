import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import HTTPTypes

/// The interactions of contracts prepared for comparison, which all copies of a
/// ``ContractBackend`` share.
final class ContractTable: Sendable {
  /// An interaction that is prepared for comparison.
  struct Entry: Sendable {
    let interaction: Interaction
    let check: RequestCheck
  }

  /// A request with the interactions that match it, by index.
  struct Lookup: Sendable {
    let request: Request
    /// The names of the provider states that apply; `nil` if any state may apply.
    let states: [String]?
    /// The interactions that match the request, whatever their states.
    let fitting: [Int]
    /// The interactions of which the policy chooses one.
    let candidates: [Int]
  }

  let entries: [Entry]
  let policy: StubPolicy
  /// The name of the first provider.
  let name: String
  let catalogue: BackendCatalogue
  /// A digest of the interactions, which identifies the contracts in snapshots.
  let mark: String

  init(_ files: [ContractFile], policy: StubPolicy, filter: ContractFilter) {
    let entries = files.flatMap { file in
      file.pact.interactions.filter { filter.admits($0, of: file) && $0.unsupported == nil }
        .map { Entry(interaction: $0, check: RequestCheck($0.request)) }
    }
    catalogue = BackendCatalogue(
      routes: entries.map { entry in
        RouteSummary(
          method: entry.interaction.request.method, pattern: entry.interaction.request.path,
          title: entry.route, changes: true)
      }, providerStates: Self.states(of: entries))
    var digest = Digest64()
    for entry in entries { digest.add(entry.interaction.json.text(sortedKeys: true)) }
    mark = String(digest.value, radix: 16)
    name = files.first?.pact.provider ?? "contract"
    (self.entries, self.policy) = (entries, policy)
  }

  /// Returns the provider states of all interactions, each name once.
  private static func states(of entries: [Entry]) -> [ProviderStateSummary] {
    var names: [String] = []
    var parameters: [String: [String]] = [:]
    for state in entries.flatMap(\.interaction.states) {
      if parameters[state.name] == nil { names.append(state.name) }
      var known = parameters[state.name, default: []]
      for name in state.parameters.keys where !known.contains(name) { known.append(name) }
      parameters[state.name] = known
    }
    return names.map { name in
      ProviderStateSummary(
        name: name,
        parameters: (parameters[name] ?? []).map {
          .init(name: $0, meaning: "any value: a stub distinguishes states by their names only")
        }, results: [])
    }
  }

  /// Finds the interactions that match a request, given the names of the provider states that
  /// apply.
  ///
  /// Header fields `X-Ghostlight-State` of the request replace `states`.
  ///
  /// - Throws: `Fault/workLimit(_:)` if the budget is used up.
  func find(
    _ request: Request, given states: [String]?, within budget: WorkBudget
  ) throws(Fault) -> Lookup {
    try budget.spend(entries.count)
    var request = request
    if request.headers[.contentEncoding] != nil {
      request = request.withPlainBody
      try budget.spend(request.body.count / 16)
    }
    let named = request.headers[values: .ghostlightState]
    let states = named.isEmpty ? states : named
    let fitting = try fitting(request, given: states, within: budget)
    let possible = fitting.filter { entries[$0].holds(given: states) }
    return Lookup(
      request: request, states: states, fitting: fitting,
      candidates: try closest(possible, to: request, within: budget))
  }

  /// Returns the indexes of the interactions that match a request, whatever their states.
  ///
  /// With ``StubPolicy/first``, interactions that match by their own rules and whose states apply
  /// come before all others, as with Pact's stub server. If the rule of a path requires only a
  /// type, the interaction then matches any path.
  private func fitting(
    _ request: Request, given states: [String]?, within budget: WorkBudget
  ) throws(Fault) -> [Int] {
    if policy == .first {
      var literal: [Int] = []
      for (index, entry) in entries.enumerated() where entry.holds(given: states) {
        guard try fits(request, entry.check.literal, within: budget) else { continue }
        literal.append(index)
      }
      if !literal.isEmpty { return literal }
    }
    var fitting: [Int] = []
    for index in entries.indices
    where try fits(request, entries[index].check, within: budget) {
      fitting.append(index)
    }
    return fitting
  }

  private func fits(
    _ request: Request, _ check: RequestCheck, within budget: WorkBudget
  ) throws(Fault) -> Bool {
    guard request.method.rawValue == check.wanted.method else { return false }
    try budget.spend(10 + request.target.raw.utf8.count / 8)
    guard check.isAbout(request) else { return false }
    try budget.spend(Self.work(for: request))
    return check.failures(of: request).isEmpty
  }

  /// Returns the units of work for one comparison of a request with an interaction.
  static func work(for request: Request) -> Int {
    50 + 4 * request.headers.count + (request.target.raw.utf8.count + request.body.count) / 4
  }

  /// Returns the candidates whose examples differ least from the request.
  private func closest(
    _ candidates: [Int], to request: Request, within budget: WorkBudget
  ) throws(Fault) -> [Int] {
    guard candidates.count > 1, policy != .first else { return candidates }
    try budget.spend(candidates.count, times: Self.work(for: request))
    let rated = candidates.map { ($0, entries[$0].check.exact.distance(of: request)) }
    guard let least = rated.map(\.1).min(by: <) else { return [] }
    return rated.filter { $0.1 == least }.map(\.0)
  }

  /// Returns the response of the interaction `index`, after `earlier` uses.
  ///
  /// `milliseconds` is the time of generated dates, in milliseconds since 1970.
  func response(of index: Int, earlier: Int, to request: Request, milliseconds: Int64) -> Response {
    let interaction = entries[index].interaction
    var filler = ResponseFiller(
      interaction, base: "\(request.scheme)://\(request.authority)",
      source: GeneratorSource(
        milliseconds: milliseconds, seed: "\(interaction.description) \(earlier)"))
    return filler.response()
  }
}

extension ContractTable.Entry {
  /// The name of the interaction in reports.
  var title: String { "\"\(interaction.description)\"" + given }

  /// The name of the interaction as a route, for fault plans and the journal.
  var route: String { interaction.description + given }

  private var given: String { interaction.states.isEmpty ? "" : ", given " + stateNames }

  var stateNames: String { interaction.states.map(\.name).joined(separator: ", ") }

  func holds(given states: [String]?) -> Bool {
    guard let states else { return true }
    return interaction.states.allSatisfy { states.contains($0.name) }
  }
}

extension HTTPField.Name {
  /// The request header field with the name of a provider state that applies to the request.
  static let ghostlightState = known("X-Ghostlight-State")
}
