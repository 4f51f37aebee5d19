/// The operators in brackets behind a field's name (A10.2); none means `equals`.
enum QueryOperator: String, Sendable {
  case equals = ""
  case notEqual = "ne"
  case less = "lt"
  case lessOrEqual = "lte"
  case greater = "gt"
  case greaterOrEqual = "gte"
  case isIn = "in"
  case isNotIn = "nin"
  case isNull = "null"
  case isEmpty = "empty"
  case near
  case within
}
