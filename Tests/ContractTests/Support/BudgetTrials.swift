import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Synchronization

/// Repeats every changing request with small work budgets.
///
/// A request whose budget is too small must be refused without changing any part of the state.
final class BudgetTrials: Sendable {
  private struct Findings: Sendable {
    var requests = 0
    var refusals = 0
    var errors: [String] = []
  }

  private let findings = Mutex(Findings())

  /// The number of changing requests that were repeated.
  var requests: Int { findings.withLock { $0.requests } }
  /// The number of repetitions whose budget was too small.
  var refusals: Int { findings.withLock { $0.refusals } }
  /// Descriptions of repetitions that changed part of the state or failed with an unexpected
  /// status.
  var errors: [String] { findings.withLock { $0.errors } }

  /// Returns the backend's answer to a request.
  ///
  /// If the request changes something, copies of the backend first answer it with budgets of 1, 2,
  /// 4, 8, … units, until a budget is sufficient.
  func answer<Whole: Backend>(
    _ whole: inout Whole, _ request: Request, _ moment: Moment, _ budget: WorkBudget
  ) -> Answer {
    let before = whole
    let answer = whole.answer(request, at: moment, within: budget)
    guard !budget.isExhausted, before.changes(request) || answer.effect == .changed else {
      return answer
    }
    findings.withLock { $0.requests += 1 }
    let (untouched, changed) = (State(before), State(whole))
    var units = 1
    while true {
      var copy = before
      let trial = WorkBudget(units)
      let tried = copy.answer(request, at: moment, within: trial)
      let name = "\(request.method.rawValue) \(request.target.raw) with \(units) units"
      guard trial.isExhausted else {
        note(tried.response == answer.response && State(copy) == changed, "\(name) is not whole")
        return answer
      }
      findings.withLock { $0.refusals += 1 }
      note(
        tried.effect == .refused && tried.response.status == .badRequest,
        "\(name) is answered \(tried.response.status.code)")
      note(State(copy) == untouched, "\(name) leaves something behind")
      units *= 2
    }
  }

  private func note(_ holds: Bool, _ failure: @autoclosure () -> String) {
    guard !holds else { return }
    let failure = failure()
    findings.withLock { $0.errors.append(failure) }
  }
}

/// The state of a backend that is compared: its snapshot and its outbox.
private struct State: Equatable {
  let bytes: [UInt8]
  let outbox: Outbox

  init(_ backend: some Backend) { (bytes, outbox) = (backend.snapshot.bytes, backend.outbox) }
}
