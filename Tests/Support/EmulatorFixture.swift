package import GhostlightCore
package import GhostlightEmulation
import HTTPTypes
import Testing

/// A backend under test, with the clock and the credentials that its suite needs.
package protocol EmulatorFixture {
  /// Sends a request to the backend, with a work budget.
  mutating func answer(_ request: Request, within budget: WorkBudget) -> Answer
  /// The complete state of the backend, serialized.
  var fingerprint: String { get }
}

extension EmulatorFixture {
  /// Sends a request with budgets of 1, 2, 4, 8, … units, each time to a new copy, until a budget
  /// is sufficient, and returns the number of refusals.
  ///
  /// A refusal must have the form of `isRefusal` and no effect. The sufficient budget must give the
  /// same response and state as an unlimited one.
  @discardableResult
  package func refusals(
    of request: Request, where isRefusal: (Response) -> Bool = { $0.refusesWork }
  ) -> Int {
    var whole = self
    let expected = whole.answer(request, within: .unlimited)
    for power in 0..<24 {
      var tried = self
      let budget = WorkBudget(1 << power)
      let answer = tried.answer(request, within: budget)
      guard budget.isExhausted else {
        #expect(answer.response == expected.response)
        #expect(tried.fingerprint == whole.fingerprint)
        return power
      }
      #expect(answer.effect == .refused)
      #expect(isRefusal(answer.response), "\(1 << power): \(answer.response.text)")
      #expect(tried.fingerprint == fingerprint, "with \(1 << power) units")
    }
    Issue.record("16,777,216 units are not enough")
    return 24
  }
}

extension Response {
  /// Whether the response is the refusal of too much work.
  ///
  /// Clients do not retry after this status, and the reason names the setting that allows more work.
  package var refusesWork: Bool {
    status == .badRequest && headers[.ghostlightReason]?.contains("maxWork") == true
  }
}
