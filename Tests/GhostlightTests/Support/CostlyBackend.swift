import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// A backend of notes that spends 10,000 units of work on each request.
struct CostlyBackend: Backend {
  static let snapshotVersion = NoteBackend.snapshotVersion

  private var notes = NoteBackend()

  var catalogue: BackendCatalogue { notes.catalogue }

  var outbox: Outbox { notes.outbox }

  var snapshot: JSON { notes.snapshot }

  mutating func answer(
    _ request: Request, at moment: Moment, within budget: WorkBudget
  ) -> Answer {
    do throws(Fault) {
      try budget.spend(10_000)
      return notes.answer(request, at: moment, within: budget)
    } catch {
      return Answer(Response(error.status), effect: .refused)
    }
  }

  mutating func setUp(
    _ state: String, parameters: JSONObject, at moment: Moment
  ) throws(ProviderStateError) -> JSONObject {
    try notes.setUp(state, parameters: parameters, at: moment)
  }

  mutating func restore(_ snapshot: JSON) throws(SnapshotError) {
    try notes.restore(snapshot)
  }

  func route(of request: Request) -> String? { notes.route(of: request) }
}
