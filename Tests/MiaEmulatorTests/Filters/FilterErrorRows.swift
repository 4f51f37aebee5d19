extension FilterCase {
  /// Refused filters with the service's error messages (A6).
  ///
  /// - Source: for `$text`, crud-service 7.2.5 (commit bd42789), lib/QueryParser.js.
  static let errors: [FilterCase] = [
    .init(#"{"$nor":[{"age":1}]}"#, "Unknown operator: $nor"),
    .init(#"{"$not":{"age":1}}"#, "Unknown operator: $not"),
    .init(#"{"$where":"1"}"#, "Unknown operator: $where"),
    .init(#"{"nope":1}"#, "Unknown field: nope"), .init(#"{"nope.x":1}"#, "Unknown field: nope.x"),
    .init(#"{"$or":[{"nope":1}]}"#, "Unknown field: nope"), .init(#"{"":1}"#, "Unknown field: "),
    .init(#"{"age":{"$foo":1}}"#, "Unsupported operator: $foo"),
    .init(#"{"age":{"$not":{"$gt":1}}}"#, "Unsupported operator: $not"),
    .init(#"{"age":{"a":1}}"#, "Unsupported operator: a"),
    .init(#"{"age":{"$size":1}}"#, "Unsupported operator: $size for number field"),
    .init(#"{"name":{"$elemMatch":{}}}"#, "Unsupported operator: $elemMatch for string field"),
    .init(#"{"born":{"$size":1}}"#, "Unsupported operator: $size for Date field"),
    .init(#"{"owner":{"$size":1}}"#, "Unsupported operator: $size for ObjectId field"),
    .init(#"{"position":{"$size":1}}"#, "Unsupported operator: $size for GeoPoint field"),
    .init(
      #"{"name":{"$nearSphere":{"from":[1,2]}}}"#,
      "Unsupported operator: $nearSphere for string field"),
    .init(#"{"position":{"lon":1}}"#, "Unsupported operator: lon"),
    .init(#"{"position":"here"}"#, "Invalid GeoPoint"),
    .init(#"{"position":[1]}"#, "Invalid GeoPoint"),
    .init(
      #"{"position":{"$nearSphere":{"from":[1]}}}"#,
      "$nearSphere needs a from of longitude and latitude"),
    .init(
      #"{"position":{"$nearSphere":{"from":[1,2],"x":1}}}"#,
      "Unsupported operator: x for $nearSphere"),
    .init(
      #"{"position":{"$nearSphere":{"from":[181,2]}}}"#,
      "$nearSphere needs a from of longitude and latitude"),
    .init(
      #"{"position":{"$nearSphere":{"from":[1,2],"minDistance":-1}}}"#,
      "minDistance must be non-negative"),
    .init(
      #"{"position":{"$nearSphere":{"from":[1,2],"maxDistance":-0.5}}}"#,
      "maxDistance must be non-negative"),
    .init(
      #"{"$or":[{"age":1},{"position":{"$nearSphere":{"from":[1,2]}}}]}"#,
      "geo $near must be top-level expr"),
    .init(
      #"{"$and":[{"$or":[{"position":{"$nearSphere":{"from":[1,2]}}}]}]}"#,
      "geo $near must be top-level expr"),
    .init(#"{"owner":{"$regex":5}}"#, "$regex has to be a string"),
    .init(#"{"born":"soon"}"#, "Invalid Date"), .init(#"{"born":true}"#, "Invalid Date"),
    .init(#"{"born":{"$gt":"2020-02-30"}}"#, "Invalid Date"),
    .init(#"{"born":{"$in":["x"]}}"#, "Invalid Date"), .init(#"{"born":1e300}"#, "Invalid Date"),
    .init(#"{"owner":5}"#, "Invalid objectId"), .init(#"{"owner":"xyz"}"#, "Invalid objectId"),
    .init(#"{"owner":{"$ne":"g"}}"#, "Invalid objectId"),
    .init(
      #"{"$text":{}}"#, "$text search query [object Object] must include $search field"),
    .init(
      #"{"$text":{"$search":"a","$x":1}}"#, "Unknown option for $text search query: $x"),
    // Refusals by the database
    .init(#"{"$and":[]}"#, "$and must be a nonempty array"),
    .init(#"{"$or":{}}"#, "$or must be a nonempty array"),
    .init(#"{"$or":[5]}"#, "$or entries need to be full objects"),
    .init(#"{"age":{"$in":5}}"#, "$in needs an array"),
    .init(#"{"age":{"$nin":{}}}"#, "$nin needs an array"),
    .init(#"{"tags":{"$all":1}}"#, "$all needs an array"),
    .init(#"{"tags":{"$elemMatch":5}}"#, "$elemMatch needs an Object"),
    .init(
      #"{"tags":{"$size":"x"}}"#,
      #"Failed to parse $size. Expected a non-negative number in: $size: "x""#),
    .init(#"{"name":{"$options":"i"}}"#, "$options needs a $regex"),
    .init(#"{"name":{"$regex":5}}"#, "$regex has to be a string"),
    .init(#"{"name":{"$regex":"a","$options":5}}"#, "$options has to be a string"),
    .init(
      #"{"name":{"$regex":"("}}"#, "Regular expression is invalid: missing closing parenthesis"),
    .init(#"{"name":{"$regex":"a","$options":"q"}}"#, "invalid flag in regex options: q"),
    .init(
      #"{"$or":[{"name":"x"},{"$text":{"$search":"alfa"}}]}"#,
      "Failed to produce a solution for TEXT under OR - other non-TEXT clauses under OR have to be "
        + "indexed as well."),
  ]

  /// Filters with operators that only BaaS 3 allows.
  static let negations: [FilterCase] = [
    .init(#"{"$nor":[{"age":10},{"ok":true}]}"#, "b d e"),
    .init(#"{"$nor":[{"tags":"x"}]}"#, "b c e"),
    .init(#"{"age":{"$not":{"$gt":15}}}"#, "a e"),
    .init(#"{"tags":{"$not":{"$size":1}}}"#, "a c e"),
    .init(#"{"name":{"$not":{"$regex":"^A"}}}"#, "b c d e"),
    .init(#"{"age":{"$not":{"$not":{"$gt":15}}}}"#, "b c d"),
    .init(#"{"nums":{"$elemMatch":{"$not":{"$gt":1}}}}"#, "a d"),
    .init(#"{"whatever":null}"#, "a b c d e"), .init(#"{"info":{"n":"1"}}"#, "d"),
    .init(#"{"age":{"$not":5}}"#, "$not needs a regex or a document"),
    .init(#"{"$nor":[]}"#, "$nor must be a nonempty array"),
    .init(#"{"$text":{"$search":"x"}}"#, "Unknown operator: $text"),
    .init(
      #"{"position":{"$nearSphere":{"from":[1,2]}}}"#, "Unsupported operator: $nearSphere"),
  ]
}
