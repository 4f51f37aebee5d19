/// An operator of the expressions that `_rawp` takes (A7).
///
/// - Source: assumption: which ones; the reference says that there is a list.
enum ProjectionOperator: String, Sendable, CaseIterable {
  case absolute = "$abs"
  case add = "$add"
  case allOf = "$and"
  case elementAt = "$arrayElemAt"
  case roundedUp = "$ceil"
  case joined = "$concat"
  case joinedArrays = "$concatArrays"
  case conditional = "$cond"
  case divide = "$divide"
  case equal = "$eq"
  case first = "$first"
  case roundedDown = "$floor"
  case greater = "$gt"
  case greaterOrEqual = "$gte"
  case ifNull = "$ifNull"
  case contained = "$in"
  case last = "$last"
  case less = "$lt"
  case lessOrEqual = "$lte"
  case multiply = "$multiply"
  case notEqual = "$ne"
  case negated = "$not"
  case anyOf = "$or"
  case size = "$size"
  case slice = "$slice"
  case subtract = "$subtract"
  case lowercased = "$toLower"
  case uppercased = "$toUpper"

  /// How many arguments the operator takes.
  var counts: ClosedRange<Int> {
    switch self {
    case .absolute, .roundedUp, .roundedDown, .first, .last, .negated, .size, .lowercased,
      .uppercased:
      1...1
    case .elementAt, .divide, .subtract, .equal, .notEqual, .greater, .greaterOrEqual, .less,
      .lessOrEqual, .contained:
      2...2
    case .conditional: 3...3
    case .slice: 2...3
    case .ifNull: 2...Int.max
    case .add, .multiply, .allOf, .anyOf, .joined, .joinedArrays: 0...Int.max
    }
  }
}
