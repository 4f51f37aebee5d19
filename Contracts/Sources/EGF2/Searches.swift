import GhostlightContracts
import GhostlightCore

/// Promises about each query parameter of the search service.
enum Searches {
  static let pact = Pact.egf2 {
    words
    filters
    mixedFilters
    ranges
    orders
    pages
    indexes
    refusals
  }

  private static let code = Evidence.sdk("EGF2 commons, search")
  private static let api = Evidence.sdk("EGF2 client API, search.js")
  private static let guide = Evidence.guide("EGF2Graph Graph API Methods")
  private static let evidence = [Evidence.protocolReference("A13"), api, code, guide]
  private static let documented = [
    Evidence.protocolReference("A13"), .documentation("EGF2 documentation, Micro Services"),
    .decision("A13"),
  ]
  private static let decided = [Evidence.protocolReference("A13"), .decision("A13")]

  private static let gradeID = "64ade000-0000-4000-8000-00000000000"

  /// Returns the shirt with the number `number`, as a graph object to search for.
  private static func shirt(_ number: Int) -> JSONObject {
    var shirt = shirts[number - 1]
    shirt["object_type"] = "shirt"
    shirt["id"] = .string("\(gradeID)\(number)-18")
    shirt["created_at"] = .string(Sample.time)
    shirt["modified_at"] = .string(Sample.time)
    return shirt
  }

  private static let shirts: [JSONObject] = [
    ["name": "Red summer shirt", "color": "red", "size": 12, "sold": true, "day": "2017-01-20"],
    ["name": "green shirt", "color": "green", "size": 8, "sold": false, "day": "2017-01-21"],
    [
      "name": "Blue winter shirt", "color": "blue", "size": 12, "sold": false,
      "day": "2017-01-20T22:00:00.000Z",
    ],
    ["name": "Socks", "color": "Red wine", "size": 3],
  ]

  private static let given: [GivenState] =
    [
      .state(
        "graph is configured", ["changes": ["graph": ["shirt": type], "elastic": definitions]])
    ] + (1...4).map { .object(shirt($0)) }
  private static let type: JSON = [
    "code": "18", "GET": "any",
    "fields": [
      "name": ["type": "string"], "color": ["type": "string"], "size": ["type": "integer"],
      "sold": ["type": "boolean"], "day": ["type": "date"],
    ],
  ]
  private static let definitions: JSON = [
    "indices": [
      "shirt": [
        "object_type": "shirt",
        "mapping": [
          "id": ["type": "string", "index": "not_analyzed"], "name": ["type": "string"],
          "color": ["type": "string", "index": "not_analyzed"], "size": ["type": "integer"],
          "sold": ["type": "boolean"], "day": ["type": "date"],
        ],
      ],
      "wardrobe": [
        "object_type": "shirt",
        "mapping": ["title": ["type": "string", "field_name": "name"]],
      ],
    ]
  ]

  private static func hits(_ ids: [(id: String, object: Example)], of count: Int) -> Example {
    var members: [Example.Member] = [
      .init("results", .array(ids.map(\.object))), .init("count", .value(.integer(Int64(count)))),
    ]
    if let first = ids.first, let last = ids.last {
      members += [.init("first", "\(first.id)"), .init("last", "\(last.id)")]
    }
    return .object(members)
  }

  private static func finds(
    _ description: String, _ evidence: [Evidence],
    _ query: KeyValuePairs<String, Example>, _ numbers: [Int], of count: Int? = nil,
    object: String = "shirt"
  ) -> Interaction {
    .answers(
      description, evidence, given: given,
      PactRequest.get("/v1/search", query: query).asking("object", object),
      hits(
        numbers.map { ("\(gradeID)\($0)-18", shirt($0).example) }, of: count ?? numbers.count),
      route: "Search", whole: numbers.isEmpty ? ["$"] : ["$", "$.results[*]"])
  }

  private static func finds(
    _ description: String, _ query: KeyValuePairs<String, Example>, _ numbers: [Int],
    of count: Int? = nil, object: String = "shirt"
  ) -> Interaction {
    finds(description, evidence, query, numbers, of: count, object: object)
  }

  @InteractionBuilder private static var words: [Interaction] {
    finds("all objects in the order of their ids", decided, [:], [1, 2, 3, 4])
    finds("a word of a field", ["fields": "name", "q": "shirt"], [1, 2, 3])
    finds("any of the words", ["fields": "name", "q": "socks,winter"], [3, 4])
    finds("words in any case", decided, ["fields": "name", "q": "RED"], [1])
    finds("whole words only", decided, ["fields": "name", "q": "shir"], [])
    finds("words of several fields", ["fields": "name,color", "q": "green"], [2])
    finds("words of all text fields", decided, ["q": "blue"], [3])
    finds("a field that is one word as a whole", decided, ["fields": "color", "q": "red"], [1])
    finds("nothing", ["fields": "name", "q": "moon"], [])
    finds("words of a field that is not there", decided, ["fields": "moon", "q": "red"], [])
    finds(
      "words in addition to filters", decided,
      ["fields": "name", "filters": "size:12", "q": "winter"],
      [3])
  }

  @InteractionBuilder private static var filters: [Interaction] {
    finds("a filter", ["filters": "color:red"], [1])
    finds("two filters", ["filters": "color:red,size:12"], [1])
    finds("a filter of two values", ["filters": "color:red,green"], [1, 2])
    finds("a filter of two values before another", ["filters": "color:red,green,size:12"], [1])
    finds("a value that is not wanted", ["filters": "color:!red"], [2, 3, 4])
    finds("what is missing", ["filters": "sold:-"], [4])
    finds("a truth value", ["filters": "sold:false"], [2, 3])
    finds("a number", ["filters": "size:8"], [2])
    finds(
      "a number in another spelling", [.protocolReference("E24"), .decision("by value")],
      ["filters": "size:8.0"], [2])
    finds("a day", ["filters": "day:2017-01-20"], [1, 3])
    finds("a word of a text", decided, ["filters": "name:SHIRT"], [1, 2, 3])
    finds("a piece without a colon", ["filters": "red"], [1, 2, 3, 4])
  }

  @InteractionBuilder private static var mixedFilters: [Interaction] {
    finds(
      "values wanted and not wanted", ["filters": "name:shirt,!red"], [2, 3])
    finds("a field that is not there", decided, ["filters": "moon:red"], [])
    finds("a field that is not there is missing", decided, ["filters": "moon:-"], [1, 2, 3, 4])
    finds("a field that is not there is not red", decided, ["filters": "moon:!red"], [1, 2, 3, 4])
  }

  @InteractionBuilder private static var ranges: [Interaction] {
    finds("a range of numbers", ["range": "size:3:8"], [2, 4])
    finds("a range without a lower bound", ["range": "size::8"], [2, 4])
    finds("a range without an upper bound", ["range": "size:9:"], [1, 3])
    finds("min and max are open", documented, ["range": "size:min:8"], [2, 4])
    finds("two ranges", ["range": "size:8:12,day:2017-01-21:2017-01-22"], [2])
    finds("a range ends with its day", decided, ["range": "day:2017-01-20:2017-01-20"], [1, 3])
    finds("a range of texts", decided, ["range": "color:blue:green"], [2, 3])
    finds("a range of nothing", decided, ["range": "moon:1:2"], [])
  }

  @InteractionBuilder private static var orders: [Interaction] {
    finds("an order", ["sort": "size"], [4, 2, 1, 3])
    finds("an order that goes up", ["sort": "size(ASC)"], [4, 2, 1, 3])
    finds("an order that goes down", ["sort": "size(DESC)"], [1, 3, 2, 4])
    finds("two orders", ["sort": "size(DESC),color"], [3, 1, 2, 4])
    finds("objects without the field come last", decided, ["sort": "day"], [1, 3, 2, 4])
    finds(
      "objects without the field come last in descending order, too", decided,
      ["sort": "day(DESC)"], [2, 3, 1, 4])
    finds("an order by an unknown field", decided, ["sort": "moon"], [1, 2, 3, 4])
  }

  @InteractionBuilder private static var pages: [Interaction] {
    finds("a page of hits", ["count": "2"], [1, 2], of: 4)
    finds(
      "a page of the objects that a filter finds", ["count": "1", "filters": "color:red,green"],
      [1], of: 2)
    finds("a page of a range", ["count": "1", "range": "size:3:8"], [2], of: 2)
    finds("a page of no hits", decided, ["count": "0"], [], of: 4)
    finds("behind a position", decided, ["after": "0", "count": "2"], [2, 3], of: 4)
    finds("behind no position", decided, ["after": "-1", "count": "1"], [1], of: 4)
    finds(
      "behind a hit", [.protocolReference("A13"), api], ["after": "\(gradeID)2-18", "count": "5"],
      [3, 4], of: 4)
    finds(
      "behind the last hit", [.protocolReference("A13"), api], ["after": "\(gradeID)4-18"], [],
      of: 4)
  }

  @InteractionBuilder private static var indexes: [Interaction] {
    finds(
      "an index may have names of its own", ["fields": "title", "q": "socks"], [4],
      object: "wardrobe")
    let zebulon = World.user(World.markID, "Zebulon", "Pike", "z@example.com")
    Interaction.answers(
      "users are found by name", evidence, given: [.object(zebulon), .object(World.anna)],
      .get(
        "/v1/search",
        query: [
          "count": "10", "fields": "first_name,last_name", "object": "user", "q": "zebulon",
        ]), hits([(World.markID, zebulon.example)], of: 1), route: "Search",
      whole: ["$", "$.results[*]"])
    Interaction.answers(
      "hits may be expanded", evidence, given: [.object(World.mark), .object(World.hello)],
      .get("/v1/search", query: ["expand": "creator", "object": "post", "q": "hello"]),
      hits([(World.postID(1), World.hello.example(["creator": World.mark.example]))], of: 1),
      route: "Search", whole: ["$", "$.results[*]"])
    Interaction.answers(
      "hits after a position, in an order and expanded", evidence,
      given: [.object(World.mark)] + (1...3).map { .object(World.post($0, "hello")) },
      .get(
        "/v1/search",
        query: [
          "after": "0", "count": "1", "expand": "creator", "fields": "text", "object": "post",
          "q": "hello", "sort": "text,id(DESC)",
        ]),
      hits(
        [(World.postID(2), World.post(2, "hello").example(["creator": World.mark.example]))],
        of: 3), route: "Search", whole: ["$", "$.results[*]"])
    Interaction.answers(
      "a logged-in user may search, too", evidence + [.sdk("EGF2API.swift")], given: World.marks,
      PactRequest.get("/v1/search", query: ["object": "user", "q": "anna"]).inSession(),
      hits([(World.annaID, World.anna.example)], of: 1), route: "Search",
      whole: ["$", "$.results[*]"])
    Interaction.answers(
      "a type without an index is found by all its fields",
      [.protocolReference("A13"), .decision("automatic")], given: [.object(World.nice)],
      .get("/v1/search", query: ["filters": "text:nice", "object": "comment"]),
      hits([(World.commentID(1), World.nice.example)], of: 1), route: "Search",
      whole: ["$", "$.results[*]"])
    Interaction.answers(
      "a deleted object is not found", evidence,
      given: [.object(World.hello.with(["deleted_at": .string(Sample.time)]))],
      .get("/v1/search", query: ["object": "post"]), ["results": [], "count": 0],
      route: "Search")
  }

  private static func refused(
    _ description: String, _ evidence: [Evidence], _ query: KeyValuePairs<String, Example>,
    _ code: String, _ message: String
  ) -> Interaction {
    .refusal(
      description, evidence, given: [.object(World.hello)], .get("/v1/search", query: query), 400,
      code, message, route: "Search")
  }

  @InteractionBuilder private static var refusals: [Interaction] {
    refused(
      "a search is for something", evidence, ["q": "x"], "UnknownObjectType",
      "Unknown object type")
    refused(
      "a search for nothing known", decided, ["object": "moon"], "UnknownObjectType",
      "Unknown object type")
    refused(
      "too many hits", evidence, ["count": "51", "object": "post"], "IncorrectCountParameter",
      "Incorrect count parameter. Count parameter must be between 0 and 50")
    refused(
      "after an object that is not a hit", decided,
      ["after": "\(World.postID(9))", "object": "post"],
      "IncorrectAfterParameter", "Incorrect after parameter")
    refused(
      "hits cannot be expanded so", evidence, ["expand": "creator{", "object": "post"],
      "IncorrectExpandFormat", "Incorrect expand format")
    for (what, range, piece, form) in [
      ("a range of one end", "text:a", "text:a", "field:low:high"),
      (
        "a range of an invalid date", "created_at:x:", "created_at:x",
        "a day, such as 2017-01-20"
      ),
    ] {
      refused(
        what, [.protocolReference("E25"), .decision("400")],
        ["object": "post", "range": "\(range)"], "IncorrectRangeParameter",
        "Incorrect range parameter. '\(piece)' must be \(form)")
    }
    Interaction.forbidden(
      "hits that the caller may not see", evidence,
      given: Access.session(until: "2999-01-01"),
      .get("/v1/search", query: ["object": "session"]), route: "Search")
  }
}
