public import GhostlightCore
import HTTPTypes

/// The differences between expected and actual responses, exchange by exchange.
///
/// ``Drift`` and ``DriftCollector`` create reports.
///
/// Check ``isClean`` in a test, print the report for people, or write ``json`` for programs. A
/// report is a snapshot: it does not change while a comparison continues.
public struct DriftReport: Sendable, Hashable {
  /// The display name of the expected side, such as a recording's comment or a responder's name.
  public var expected: String
  /// The display name of the actual side, such as a recording's comment or a responder's name.
  public var actual: String
  /// The number of exchanges that were compared.
  public var compared: Int
  /// The exchanges that differ, in the order in which they were compared.
  public var drifted: [ExchangeDrift]
  /// The number of issued ids and tokens that occurred in later requests and were replaced there.
  public var followed: Int
  /// The number of generated values in which the sides differ, by kind; they are not reported.
  package var masked: [GeneratedKind: Int] = [:]
  /// The number of exchanges that were not compared, because they opened a WebSocket.
  public var leftOut = 0

  /// Creates a report; ``Drift`` and ``DriftCollector`` do this for their callers.
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

  /// Whether no exchange differs.
  public var isClean: Bool { drifted.isEmpty }
}

extension DriftReport: CustomStringConvertible {
  /// A line with the counts, followed by each exchange that differs.
  public var description: String {
    let issued =
      followed == 0 ? "" : ", \(followed) issued \(followed == 1 ? "value" : "values") followed"
    let heading =
      "\(actual) against \(expected): \(compared) exchanges compared, \(drifted.count) drifted\(issued)"
      + maskedText
      + (leftOut == 0
        ? "" : ", \(leftOut) \(leftOut == 1 ? "WebSocket" : "WebSockets") not compared")
    return ([heading] + drifted.map(\.description)).joined(separator: "\n")
  }

  /// The numbers of masked values by kind, such as `, masked 2 dates and 1 token`.
  private var maskedText: String {
    let parts = GeneratedKind.allCases.compactMap { kind in
      masked[kind].map { "\($0) \(kind.rawValue)\($0 == 1 ? "" : "s")" }
    }
    guard let last = parts.last else { return "" }
    let others = parts.dropLast().joined(separator: ", ")
    return ", masked " + (others.isEmpty ? last : "\(others) and \(last)")
  }

  /// The report as a JSON object: `expected`, `actual`, `compared`, `followed` and `drifted`, and if
  /// there are any, `masked` and `leftOut`.
  public var json: JSON {
    var json = fixedMembers
    if !masked.isEmpty {
      var counts = JSONObject()
      for kind in GeneratedKind.allCases {
        if let count = masked[kind] { counts[kind.rawValue] = .integer(Int64(count)) }
      }
      json["masked"] = .object(counts)
    }
    if leftOut > 0 { json["leftOut"] = .integer(Int64(leftOut)) }
    return .object(json)
  }

  private var fixedMembers: JSONObject {
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
/// A ``DriftReport`` has one for each exchange whose responses differ. Its ``description`` is the
/// request line, followed by an indented line for each difference.
public struct ExchangeDrift: Sendable, Hashable {
  /// The exchange's position in the comparison, from 1.
  public var number: Int
  /// The request as the expected side received it.
  public var request: Request
  /// The differences between the two responses; never empty.
  public var differences: [Difference]

  /// Creates an exchange's list of differences; `differences` should not be empty.
  public init(number: Int, request: Request, differences: [Difference]) {
    self.number = number
    self.request = request
    self.differences = differences
  }
}

extension ExchangeDrift: CustomStringConvertible {
  /// The request line with its number, followed by an indented line for each difference.
  public var description: String {
    (["\(number). \(request.line.shortened)"]
      + differences.map { "   \($0)" })
      .joined(separator: "\n")
  }

  /// The differences as a JSON object: `exchange` (the number), `method`, `target` and
  /// `differences`.
  public var json: JSON {
    [
      "exchange": .integer(Int64(number)),
      "method": .string(request.method.rawValue),
      "target": .string(request.target.raw),
      "differences": .array(differences.map(\.json)),
    ]
  }
}
