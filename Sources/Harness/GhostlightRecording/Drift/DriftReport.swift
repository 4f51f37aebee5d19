public import GhostlightCore
import HTTPTypes

/// The differences between expected and actual responses, exchange by exchange.
///
/// ``Drift`` and ``DriftCollector`` create reports. Check ``isClean`` in a test, print the report
/// for a person, or write ``json`` for a program. A report is a value that does not change while a
/// comparison continues.
public struct DriftReport: Sendable, Hashable {
  /// The name of the source of the expected responses.
  public var expected: String
  /// The name of the source of the actual responses.
  public var actual: String
  /// The number of exchanges that were compared.
  public var compared: Int
  /// The exchanges that differ, in the order in which they were compared.
  public var drifted: [ExchangeDrift]
  /// The number of issued ids and tokens that were replaced in later requests.
  public var followed: Int

  /// Creates a report.
  public init(
    expected: String, actual: String, compared: Int = 0, drifted: [ExchangeDrift] = [],
    followed: Int = 0
  ) {
    self.expected = expected
    self.actual = actual
    self.compared = compared
    self.drifted = drifted
    self.followed = followed
  }

  /// Whether nothing differs.
  public var isClean: Bool { drifted.isEmpty }
}

extension DriftReport: CustomStringConvertible {
  /// A line with the counts, then each exchange that differs.
  public var description: String {
    let issued =
      followed == 0 ? "" : ", \(followed) issued \(followed == 1 ? "value" : "values") followed"
    let heading =
      "\(actual) against \(expected): \(compared) exchanges compared, \(drifted.count) drifted\(issued)"
    return ([heading] + drifted.map(\.description)).joined(separator: "\n")
  }

  /// The report for programs.
  public var json: JSON {
    [
      "expected": .string(expected),
      "actual": .string(actual),
      "compared": .integer(Int64(compared)),
      "followed": .integer(Int64(followed)),
      "drifted": .array(drifted.map(\.json)),
    ]
  }
}

/// The differences of one exchange.
///
/// A ``DriftReport`` lists one for each exchange whose responses differ. Its ``description`` is the
/// request line with one indented line for each difference.
public struct ExchangeDrift: Sendable, Hashable {
  /// The number of the exchange, from 1.
  public var number: Int
  /// The request as the expected side got it.
  public var request: Request
  /// The differences; never empty.
  public var differences: [Difference]

  /// Creates the differences of an exchange.
  public init(number: Int, request: Request, differences: [Difference]) {
    self.number = number
    self.request = request
    self.differences = differences
  }
}

extension ExchangeDrift: CustomStringConvertible {
  /// The exchange on a line of its own, then each difference, indented.
  public var description: String {
    (["\(number). \(request.line.shortened)"]
      + differences.map { "   \($0)" })
      .joined(separator: "\n")
  }

  /// The differences for programs: `exchange`, `method`, `target` and `differences`.
  public var json: JSON {
    [
      "exchange": .integer(Int64(number)),
      "method": .string(request.method.rawValue),
      "target": .string(request.target.raw),
      "differences": .array(differences.map(\.json)),
    ]
  }
}
