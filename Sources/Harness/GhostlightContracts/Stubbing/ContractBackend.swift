public import GhostlightCore
public import GhostlightEmulation
import GhostlightRecording
import HTTPTypes

/// Contracts that respond on a stage in place of their providers, next to the emulators.
///
/// Use it to give a service that you know only by a contract namespaces, fault plans, a journal,
/// resets and snapshots. A request gets the response of an interaction as with a ``ContractStub``,
/// whose rules apply. Generated dates come from the stage's clock. A request that matches no
/// interaction gets status 501, changes nothing, and is in the journal with the nearest
/// interactions. The table `entries` shows which interactions were used.
///
/// The stage's provider-state call adds a state to ``given``: from then on, only interactions are
/// used whose states were all added. States that exclude each other both apply until a reset.
///
/// A backend is a value: all copies share the interactions, and each copy has its own states and
/// counts. It does no locking, because a stage locks or copies it.
///
/// ```swift
/// import Ghostlight
/// import GhostlightContracts
///
/// func stage(_ contract: Pact) throws -> Stage {
///   let users = ContractBackend([ContractFile("users.json", contract)])
///   let stage = Stage(
///     StageConfiguration(services: [
///       .stackMob(), Service(name: "users", title: "Users", port: 4481, seed: users),
///     ]))
///   _ = try stage.namespace().setUp("user 1 exists", in: "users")
///   return stage
/// }
/// ```
public struct ContractBackend: Sendable {
  let table: ContractTable
  /// The names of the provider states that apply; `nil` if any state may apply.
  ///
  /// An interaction is used only if all of its states apply. A request may name other states in
  /// header fields `X-Ghostlight-State`.
  public var given: [String]?
  /// The number of uses of each interaction.
  private var uses = UseCounts()

  /// The name of the provider state that replaces ``given`` by its parameter `given`: an array of
  /// names, or `null` if any state may apply.
  package static let replacement = "given states replaced"

  /// The maximum work for finding the route of a request, during which a stage holds a lock.
  private static let routeWork = 20_000

  /// Creates a backend for all interactions of contracts, or for those that the filter selects.
  ///
  /// `given` has the names of the provider states that apply at first; if it is `nil`, any state
  /// may apply.
  public init(
    _ files: [ContractFile], policy: StubPolicy = .last, filter: ContractFilter = ContractFilter(),
    given: [String]? = nil
  ) {
    table = ContractTable(files, policy: policy, filter: filter)
    self.given = given
  }

  /// The interactions that no request used, in the order of the contract files.
  public var unused: [String] {
    table.entries.indices.filter { uses[$0] == 0 }.map { table.entries[$0].title }
  }

  /// The number of interactions that can be used.
  package var interactionCount: Int { table.entries.count }

  /// Returns this backend, in which an interaction is also used if one of its copies has used it.
  package func countingUses(of copies: [ContractBackend]) -> ContractBackend {
    var all = self
    for copy in copies { all.uses.formMaximum(copy.uses) }
    return all
  }

  /// Counts a use of the interaction that the policy chooses, and returns its index and the number
  /// of its earlier uses; `nil` if no interaction matches.
  mutating func next(for lookup: ContractTable.Lookup) -> (index: Int, earlier: Int)? {
    guard let index = choice(among: lookup.candidates) else { return nil }
    defer { uses.add(index) }
    return (index, uses[index])
  }

  private func choice(among candidates: [Int]) -> Int? {
    guard let first = candidates.first, let last = candidates.last else { return nil }
    return switch table.policy {
    case .first: first
    case .last: candidates.first { uses[$0] == 0 } ?? last
    case .cycle: candidates.min { uses[$0] < uses[$1] } ?? first
    }
  }
}

extension ContractBackend: Backend {
  /// The format version of ``snapshot``.
  public static var snapshotVersion: Int { 1 }

  /// A route for each interaction, whose title is its description, and the provider states of all
  /// interactions.
  public var catalogue: BackendCatalogue { table.catalogue }

  /// Always empty, because a contract does not send messages.
  public var outbox: Outbox { Outbox() }

  /// The table `entries`: number, interaction, request, status, and the number of requests that got
  /// its response.
  ///
  /// An entry with 0 is unused.
  public var dataTables: [DataTable<ContractBackend>] {
    let copy = self
    return [
      DataTable(
        "entries", title: "Entries", group: "Contract", key: "number",
        columns: ["number", "interaction", "request", "status", "asked"].map { DataColumn($0) },
        rows: DataRows(count: table.entries.count) { copy.rows })
    ]
  }

  private var rows: [DataRow] {
    table.entries.enumerated().map { index, entry in
      let (request, response) = (entry.interaction.request, entry.interaction.response)
      return DataRow(
        "\(index + 1)",
        [
          "number": .integer(Int64(index + 1)), "interaction": .string(entry.route),
          "request": .string("\(request.method) \(request.path)"),
          "status": .integer(Int64(response.status)), "asked": .integer(Int64(uses[index])),
        ])
    }
  }

  /// Returns the title of the interaction that would respond to a request, or `nil` if none would.
  ///
  /// If the comparison takes too much work, it is the first interaction with the request's method
  /// and path.
  public func route(of request: Request) -> String? {
    do throws(Fault) {
      let lookup = try table.find(request, given: given, within: WorkBudget(Self.routeWork))
      return choice(among: lookup.candidates).map { table.entries[$0].route }
    } catch {
      return table.entries.first { $0.check.isAbout(request) }?.route
    }
  }

  /// Processes one request: returns the response of an interaction, or a miss that changes nothing.
  public mutating func answer(
    _ request: Request, at moment: Moment, within budget: WorkBudget
  ) -> Answer {
    do throws(Fault) {
      let lookup = try table.find(request, given: given, within: budget)
      if let next = next(for: lookup) {
        return Answer(
          table.response(
            of: next.index, earlier: next.earlier, to: request,
            milliseconds: moment.milliseconds),
          route: table.entries[next.index].route, effect: .changed)
      }
      let miss = try NearestInteractions(table, lookup).miss(within: budget)
      return Answer(miss.response, effect: .unmatched, nearMisses: miss.nearest)
    } catch {
      return Answer(error.plainResponse, effect: .refused)
    }
  }

  /// Adds a provider state to ``given``; parameters are ignored.
  ///
  /// - Throws: `ProviderStateError` if no interaction has the state.
  public mutating func setUp(
    _ state: String, parameters: JSONObject, at moment: Moment
  ) throws(ProviderStateError) -> JSONObject {
    guard catalogue.providerStates.contains(where: { $0.name == state }) else {
      // Not a state of an interaction; a test uses it to set the given states to any value.
      if state == Self.replacement {
        given = parameters["given"]?.array?.compactMap(\.string)
        return [:]
      }
      let known = catalogue.providerStates.map(\.name).joined(separator: ", ")
      throw ProviderStateError(
        "no provider state is named \"\(state)\"; there are: \(known.isEmpty ? "none" : known)")
    }
    if given?.contains(state) != true { given = (given ?? []) + [state] }
    return [:]
  }

  /// The given states and the counts as JSON, with a digest that identifies the contracts.
  public var snapshot: JSON {
    [
      "contract": .string(table.mark), "given": given.map { .array($0.map(JSON.string)) } ?? .null,
      "uses": uses.json,
    ]
  }

  /// Restores the given states and the counts from the JSON of ``snapshot``.
  ///
  /// - Throws: `SnapshotError` if the snapshot is damaged or is of other contracts; the backend is
  ///   then unchanged.
  public mutating func restore(_ snapshot: JSON) throws(SnapshotError) {
    let reader = SnapshotReader(snapshot)
    let mark = try reader.member("contract")
    guard try mark.string() == table.mark else {
      throw SnapshotError(
        "\(mark.path) is of different contracts; restore it where the same Pact files respond")
    }
    let uses = try UseCounts(try reader.member("uses"), rows: table.entries.count)
    var given: [String]?
    if let states = reader.optional("given") {
      var names: [String] = []
      for state in try states.elements() { names.append(try state.string()) }
      given = names
    }
    (self.uses, self.given) = (uses, given)
  }
}
