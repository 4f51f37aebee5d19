public import GhostlightCore
import HTTPTypes

/// What differs between what was expected and what came, exchange by exchange.
public struct DriftReport: Sendable, Hashable {
  /// What the expected responses come from.
  public var expected: String
  /// What the actual responses come from.
  public var actual: String
  /// How many exchanges were compared.
  public var compared: Int
  /// The exchanges that differ, in the order compared.
  public var drifted: [ExchangeDrift]
  /// How many issued values, ids and tokens, were followed from one side to the other.
  public var followed: Int

  /// Makes a report.
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
  /// A line with the numbers, then each exchange that drifted.
  public var description: String {
    let issued =
      followed == 0 ? "" : ", \(followed) issued \(followed == 1 ? "value" : "values") followed"
    let heading =
      "\(actual) against \(expected): \(compared) exchanges compared, \(drifted.count) drifted\(issued)"
    return ([heading] + drifted.map(\.description)).joined(separator: "\n")
  }

  /// The report for machines.
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

/// How one exchange drifted.
public struct ExchangeDrift: Sendable, Hashable {
  /// Which one it is, the first being 1.
  public var number: Int
  /// What was asked, as the expected side knows it.
  public var request: Request
  /// What differs; never empty.
  public var differences: [Difference]

  /// Makes the drift of an exchange.
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

  /// The drift for machines: `exchange`, `method`, `target` and `differences`.
  public var json: JSON {
    [
      "exchange": .integer(Int64(number)),
      "method": .string(request.method.rawValue),
      "target": .string(request.target.raw),
      "differences": .array(differences.map(\.json)),
    ]
  }
}
