import Testing

/// A function of the vendor's documentation, with examples of our own.
struct SQLDocumentedFunction: Sendable, CustomTestStringConvertible {
  /// The name in upper case.
  let name: String
  /// The number of arguments: `1`, `2-3`, or `2-` without a limit.
  let arity: String
  /// An expression with a call of the function.
  let sample: String
  let result: String
  /// A call with an undefined argument, or with one of a wrong type or value.
  let failing: String
  /// The result of `failing`: `nil` is undefined, and `refused` a status of 400.
  let failure: String?
  /// The repository and folder of the page that documents the function.
  let folder: String

  static let refused = "refused"
  private static let folder = "MicrosoftDocs/nosql-query-docs, cosmos-db/query"

  init(
    _ name: String, _ arity: String, _ sample: String, _ result: String, _ failing: String,
    _ failure: String? = nil, in folder: String = SQLDocumentedFunction.folder
  ) {
    self.name = name
    self.arity = arity
    self.sample = sample
    self.result = result
    self.failing = failing
    self.failure = failure
    self.folder = folder
  }

  var testDescription: String { "\(sample), \(failing) (\(folder)/\(page).md)" }

  /// The name of the page, as in `array-sum`.
  var page: String { String(name.lowercased().map { $0 == "_" ? "-" : $0 }) }

  static let all: [SQLDocumentedFunction] =
    numbers + integers + arrays + aggregates + texts + dates + types + places + searches
}

/// The pages of functions in the documentation.
///
/// - Source: MicrosoftDocs/nosql-query-docs, cosmos-db/query, commit c1244792 of May 2026; array-median
///   is in MicrosoftDocs/azure-databases-docs, articles/cosmos-db/nosql/query.
enum SQLDocumentation {
  static let pages = """
    abs acos ago array-avg array-concat array-contains array-contains-all array-contains-any
    array-length array-max array-median array-min array-slice array-sum asin atan atn2 avg ceiling
    choose concat contains contains-all-ci contains-all-cs contains-any-ci contains-any-cs cos cot
    count datetimeadd datetimebin datetimediff datetimeformat datetimefromparts datetimepart
    datetimetoticks datetimetotimestamp day degrees documentid endswith exp floor
    fulltextcontains fulltextcontainsall fulltextcontainsany getcurrentdatetime getcurrentdatetimestatic getcurrentticks getcurrentticksstatic
    getcurrenttimestamp getcurrenttimestampstatic iif index-of intadd intbitand intbitleftshift
    intbitnot intbitor intbitrightshift intbitxor intdiv intmod intmul intsub is-array is-bool
    is-datetime is-defined is-finite-number is-integer is-null is-number is-object is-primitive
    is-string lastindexof left length log log10 lower ltrim max min month now numberbin
    objecttoarray pi power radians rand regexmatch replace replicate reverse right round rtrim
    setdifference setequal setintersect setunion sign sin sqrt square st-area st-distance
    st-intersects st-isvalid st-isvaliddetailed st-within startswith stringequals stringjoin
    stringsplit stringtoarray stringtoboolean stringtonull stringtonumber stringtoobject substring
    sum tan tickstodatetime timestamptodatetime tostring trim trunc upper
    vectordistance year
    """.split { $0.isWhitespace }.map(String.init)

  /// The pages of functions that only `ORDER BY RANK` can contain, with a call of each function.
  static let scores = [
    ("fulltextscore", "FullTextScore(c.a, 'b')"),
    ("rrf", "RRF(FullTextScore(c.a, 'b'), VectorDistance(c.v, [1, 2]))"),
  ]
}
