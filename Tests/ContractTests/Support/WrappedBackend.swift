import GhostlightCore
import GhostlightEmulation

/// A vendor's backend with a closure that can change its answers.
struct WrappedBackend<Whole: Backend>: Backend {
  typealias Respond = @Sendable (inout Whole, Request, Moment, WorkBudget) -> Answer

  private var whole: Whole
  private let respond: Respond

  init(_ whole: Whole, _ respond: @escaping Respond) {
    self.whole = whole
    self.respond = respond
  }

  static var snapshotVersion: Int { Whole.snapshotVersion }
  var catalogue: BackendCatalogue { whole.catalogue }
  var outbox: Outbox { whole.outbox }
  var events: [BackendEvent] { whole.events }
  var snapshot: JSON { whole.snapshot }

  mutating func restore(_ snapshot: JSON) throws(SnapshotError) { try whole.restore(snapshot) }

  func route(of request: Request) -> String? { whole.route(of: request) }

  func changes(_ request: Request) -> Bool { whole.changes(request) }

  mutating func answer(
    _ request: Request, at moment: Moment, within budget: WorkBudget
  ) -> Answer {
    respond(&whole, request, moment, budget)
  }

  func authorization(for request: Request, at moment: Moment) -> String? {
    whole.authorization(for: request, at: moment)
  }

  mutating func setUp(
    _ state: String, parameters: JSONObject, at moment: Moment
  ) throws(ProviderStateError) -> JSONObject {
    try whole.setUp(state, parameters: parameters, at: moment)
  }
}
