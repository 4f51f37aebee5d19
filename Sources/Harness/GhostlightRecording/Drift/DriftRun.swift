import GhostlightCore

/// A comparison under way: what was seen so far, and the values to follow.
struct DriftRun: Sendable {
  private let mask: DriftMask
  private let follows: Bool
  private var values = IssuedValues()
  private var compared = 0
  private var drifted: [ExchangeDrift] = []

  init(mask: DriftMask, follows: Bool) {
    self.mask = mask
    self.follows = follows
  }

  /// The request as the actual side must get it.
  mutating func rewrite(_ request: Request) -> Request {
    follows ? values.rewrite(request) : request
  }

  /// Compares the answers to a request.
  mutating func note(_ request: Request, expected: Response, actual: Response) {
    if follows { values.learn(expected: expected, actual: actual) }
    note(request, Drift.compare(expected: expected, actual: actual, mask: mask))
  }

  /// Takes down what differs in an exchange.
  mutating func note(_ request: Request, _ differences: [Difference]) {
    compared += 1
    guard !differences.isEmpty else { return }
    drifted.append(
      ExchangeDrift(number: compared, request: request, differences: differences))
  }

  /// What drifted; a value that turned out to be issued is no drift, also where it first stood.
  func report(expected: String, actual: String) -> DriftReport {
    var report = DriftReport(
      expected: expected, actual: actual, compared: compared, followed: values.confirmed.count)
    for exchange in drifted {
      let differences = exchange.differences.filter { !isIssued($0) }
      guard !differences.isEmpty else { continue }
      report.drifted.append(
        ExchangeDrift(
          number: exchange.number, request: exchange.request, differences: differences))
    }
    return report
  }

  private func isIssued(_ difference: Difference) -> Bool {
    guard difference.kind == .value || difference.kind == .header,
      case .string(let expected) = difference.expected,
      case .string(let actual) = difference.actual
    else { return false }
    return values.translated(expected) == actual
  }
}
