public import GhostlightCore
import HTTPTypes

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
