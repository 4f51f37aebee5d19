import GhostlightCore
import GhostlightEmulation

/// The value of a function by which a query can order documents, although no index has its order.
enum SQLScore: Sendable, Hashable {
  /// The value of `VectorDistance`; the most similar documents come first.
  case distance(VectorMetric)
  /// A value that a query plan of hybrid search orders by; the greatest comes first.
  case component
}

/// Functions of vectors (B25).
extension SQLFunction {
  static let vectors: [SQLFunction] = [vectorDistance(.cosine, [nil, nil])]

  /// Returns the function that compares two vectors.
  ///
  /// The array `known` has the vectors that are constants, which are read only once.
  static func vectorDistance(_ metric: VectorMetric, _ known: [SQLVector?]) -> SQLFunction {
    SQLFunction("VECTORDISTANCE", 2...4, score: .distance(metric), isOfSearch: true) {
      arguments, context throws(SQLError) in
      try distance(metric, known, arguments, context).map(SQLNumber.json)
    }
  }

  /// Returns the function `_VectorScore` of query plans, which is greater for more similar vectors.
  ///
  /// - Source: Azure/azure-cosmos-dotnet-v3 at 8c53d35, QueryPartitionProviderTests; Azure/azure-sdk-
  ///   for-python, hybrid_search_aggregator.py, which has the value of a missing vector.
  static func vectorScore(_ metric: VectorMetric, _ known: [SQLVector?]) -> SQLFunction {
    SQLFunction("_VECTORSCORE", 2...4, score: .component, isOfSearch: true) {
      arguments, context throws(SQLError) in
      guard let value = try distance(metric, known, arguments, context) else { return -999_999 }
      return SQLNumber.json(metric.isSimilarity ? value : -value)
    }
  }

  private static func distance(
    _ metric: VectorMetric, _ known: [SQLVector?], _ arguments: [JSON?], _ context: SQLContext
  ) throws(SQLError) -> Double? {
    // A comparison of 32 elements takes about as long as one unit of work.
    if let query = known[0] ?? known[1] {
      guard let elements = arguments[known[0] == nil ? 0 : 1]?.array else { return nil }
      try context.budget.pay(elements.count >> 5)
      return query.distance(to: elements, metric)
    }
    guard let first = arguments[0]?.array, let elements = arguments[1]?.array else { return nil }
    try context.budget.pay((first.count + elements.count) >> 5)
    return SQLVector(first)?.distance(to: elements, metric)
  }
}

/// A vector whose elements and length were read from JSON.
struct SQLVector: Sendable {
  private let elements: [Double]
  /// The square of the vector's length.
  private let square: Double

  /// Creates a vector from an array of numbers, or returns `nil` for other arrays.
  init?(_ array: [JSON]) {
    var elements: [Double] = []
    elements.reserveCapacity(array.count)
    var square = 0.0
    for element in array {
      guard let number = element.number else { return nil }
      elements.append(number)
      square += number * number
    }
    self.elements = elements
    self.square = square
  }

  /// Returns the value of a function of this vector and another; `nil` if they do not have the same
  /// number of dimensions.
  ///
  /// The cosine of a vector of zeros is 0 (assumption).
  func distance(to array: [JSON], _ metric: VectorMetric) -> Double? {
    guard array.count == elements.count else { return nil }
    var (dot, square, difference) = (0.0, 0.0, 0.0)
    for (position, element) in array.enumerated() {
      let number: Double
      switch element {
      case .double(let value): number = value
      case .integer(let value): number = Double(value)
      default:
        guard let value = element.number else { return nil }
        number = value
      }
      let own = elements[position]
      dot += own * number
      square += number * number
      difference += (own - number) * (own - number)
    }
    let value =
      switch metric {
      case .dotProduct: dot
      case .euclidean: difference.squareRoot()
      case .cosine: self.square == 0 || square == 0 ? 0 : dot / (self.square * square).squareRoot()
      }
    return value.isFinite ? value : nil
  }
}

/// Bound arguments whose values are known before the query runs.
extension SQLExpression {
  /// This expression with literals of arrays, objects and signs as constants.
  var folded: SQLExpression {
    switch self {
    case .negate(let inner):
      guard case .constant(let value?) = inner.folded, let negative = SQLNumber.negative(value)
      else {
        return self
      }
      return .constant(negative)
    case .array(let elements):
      var values: [JSON] = []
      for element in elements {
        guard case .constant(let value?) = element.folded else { return self }
        values.append(value)
      }
      return .constant(.array(values))
    case .object(let fields):
      var object = JSONObject()
      for field in fields {
        guard case .constant(let value?) = field.value.folded else { return self }
        object[field.name] = value
      }
      return .constant(.object(object))
    default: return self
    }
  }

  /// The value of a constant; `nil` for other expressions.
  var constant: JSON? {
    guard case .constant(let value) = self else { return nil }
    return value
  }

  /// The array that is a constant; `nil` for other expressions.
  var constantArray: [JSON]? { constant?.array }
}
