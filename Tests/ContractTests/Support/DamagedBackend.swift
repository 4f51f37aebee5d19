import GhostlightCore
import GhostlightEmulation

/// A vendor's backend with a bug.
struct DamagedBackend<Whole: Backend>: Backend {
  private var whole: Whole
  private let bug: SeededBug

  init(_ whole: Whole, _ bug: SeededBug) {
    self.whole = whole
    self.bug = bug
  }

  static var routeSummaries: [RouteSummary] { Whole.routeSummaries }
  static var providerStateSummaries: [ProviderStateSummary] { Whole.providerStateSummaries }
  static var refusals: [Fault] { Whole.refusals }
  static var snapshotVersion: Int { Whole.snapshotVersion }
  var outbox: Outbox { whole.outbox }
  var snapshot: JSON { whole.snapshot }

  mutating func restore(_ snapshot: JSON) throws(SnapshotProblem) { try whole.restore(snapshot) }

  func route(of request: Request) -> String? { whole.route(of: request) }

  func changes(_ request: Request) -> Bool { whole.changes(request) }

  mutating func answer(
    _ request: Request, at moment: Moment, within budget: WorkBudget
  ) -> Answer {
    var answer = whole.answer(request, at: moment, within: budget)
    bug.damage(&answer.response)
    return answer
  }

  mutating func bringAbout(
    _ state: String, parameters: JSONObject, at moment: Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    try whole.bringAbout(state, parameters: parameters, at: moment)
  }
}
