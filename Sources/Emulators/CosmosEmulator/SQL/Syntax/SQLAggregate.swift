/// A function of all rows of a group.
enum SQLAggregate: String, Sendable, Hashable {
  case count = "COUNT"
  case sum = "SUM"
  case average = "AVG"
  case minimum = "MIN"
  case maximum = "MAX"
}
