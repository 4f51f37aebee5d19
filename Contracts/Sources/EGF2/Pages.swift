import GhostlightContracts
import GhostlightCore

/// Promises about pages of an edge, by position and after a given object.
enum Pages {
  static let pact = Pact.egf2 {
    sizes
    positions
    objects
    gaps
    refusals
  }

  private static let docs = Evidence.documentation("EGF2 documentation, Pagination")
  private static let code = Evidence.sdk("EGF2 client data, edges.js")
  private static let guide = Evidence.guide("EGF2Graph Graph API Methods")
  private static let evidence = [Evidence.protocolReference("A10"), docs, code, guide]
  private static let route = "Get edge"

  /// Returns the provider states with `count` posts of Mark, the newest last.
  private static func posts(_ count: Int, _ mode: String? = nil) -> [GivenState] {
    var states: [GivenState] = [.object(World.mark)]
    if let mode {
      states.insert(.configured(["pagination": ["pagination_mode": .string(mode)]]), at: 0)
    }
    for number in 1...count {
      states.append(.object(World.post(number, "post \(number)")))
      states.append(.edge(World.markID, "posts", World.postID(number)))
    }
    return states
  }

  private static func page(
    _ description: String, _ query: KeyValuePairs<String, Example>, of count: Int = 5,
    _ numbers: [Int], _ first: String?, _ last: String?, mode: String? = nil,
    evidence: [Evidence] = Self.evidence
  ) -> Interaction {
    var members: [Example.Member] = [
      .init("results", .array(numbers.map { World.post($0, "post \($0)").example })),
      .init("count", .value(.integer(Int64(count)))),
    ]
    if let first { members.append(.init("first", "\(first)")) }
    if let last { members.append(.init("last", "\(last)")) }
    return .answers(
      description, evidence, given: posts(count, mode),
      .object(World.markID + "/posts", query: query), .object(members), route: route,
      whole: numbers.isEmpty ? ["$"] : ["$", "$.results[*]"])
  }

  @InteractionBuilder private static var sizes: [Interaction] {
    page("a page that is not full has no last", [:], [5, 4, 3, 2, 1], "0", nil)
    page("a page of some", ["count": "2"], [5, 4], "0", "1")
    page("a page of none has no cursors", ["count": "0"], [], nil, nil)
    page("a full last page has a last", ["count": "5"], [5, 4, 3, 2, 1], "0", "4")
    page("the largest page", ["count": "50"], [5, 4, 3, 2, 1], "0", nil)
    page(
      "a page has 25 objects by default", [:], of: 26, Array((2...26).reversed()), "0",
      "24")
    Interaction.answers(
      "an edge of nothing", evidence, given: [.object(World.mark)],
      .object(World.markID + "/posts"), ["results": [], "count": 0], route: route)
    Interaction.answers(
      "an edge of an object that is not there", evidence, .object(World.markID + "/posts"),
      ["results": [], "count": 0], route: route)
  }

  @InteractionBuilder private static var positions: [Interaction] {
    page("a page after a position", ["after": "0", "count": "2"], [4, 3], "1", "2")
    Interaction.answers(
      "a page after a position in a session", evidence, given: World.marks + posts(3).dropFirst(),
      PactRequest.object(World.markID + "/posts", query: ["after": "0", "count": "1"])
        .inSession(),
      [
        "results": [World.post(2, "post 2").example], "count": 3, "first": "1", "last": "1",
      ], route: route, whole: ["$", "$.results[*]"])
    page("the end of a page", ["after": "3", "count": "2"], [1], "4", nil)
    page("beyond the end", ["after": "20"], [], nil, nil)
    for (after, what) in [("x", "no number"), ("-1", "a negative one"), ("-7", "another one")] {
      page("\(what) begins at the beginning", ["after": "\(after)", "count": "1"], [5], "0", "0")
    }
    page(
      "an empty cursor is ignored", ["after": "", "count": "1"], [5], "0", "0",
      evidence: [.protocolReference("A10"), .decision("absent")])
    page(
      "a position beyond all numbers", ["after": "99999999999999999999"], [], nil, nil,
      evidence: [
        .protocolReference("A10"), .sdk("EGF2 client data, edges.js"),
        .decision("beyond the end"),
      ])
  }

  @InteractionBuilder private static var objects: [Interaction] {
    page(
      "cursors may be objects", ["count": "2"], [5, 4], World.postID(5), World.postID(4),
      mode: "object")
    page(
      "a page after an object", ["after": "\(World.postID(4))", "count": "2"], [3, 2],
      World.postID(3), World.postID(2), mode: "object")
    page(
      "the end after an object", ["after": "\(World.postID(2))", "count": "2"], [1],
      World.postID(1), nil, mode: "object")
    page("nothing after the last", ["after": "\(World.postID(1))"], [], nil, nil, mode: "object")
    Interaction.refusal(
      "behind an object that is not on the edge",
      [.protocolReference("A10"), .decision("400")], given: posts(2, "object"),
      .object(World.markID + "/posts", query: ["after": "\(World.postID(9))"]), 400,
      "IncorrectAfterParameter", "Incorrect after parameter", route: route)
  }

  @InteractionBuilder private static var gaps: [Interaction] {
    Interaction.answers(
      "what does not exist takes no part", [.protocolReference("A7, A18"), .decision("left out")],
      given: [
        .object(World.mark), .object(World.hello), .object(World.again),
        .edge(World.markID, "posts", World.postID(1)),
        .edge(World.markID, "posts", World.postID(9)),
        .edge(World.markID, "posts", World.postID(2)),
      ], .object(World.markID + "/posts", query: ["count": "2"]),
      [
        "results": [World.again.example, World.hello.example], "count": 2, "first": "0",
        "last": "1",
      ], route: route, whole: ["$", "$.results[*]"])
    let gone = World.hello.with(["deleted_at": .string(Sample.time)])
    Interaction.answers(
      "a deleted object stays on its edges", [.protocolReference("A7"), code],
      given: [
        .object(World.mark), .object(gone), .edge(World.markID, "posts", World.postID(1)),
      ], .object(World.markID + "/posts"),
      ["results": [gone.example], "count": 1, "first": "0"], route: route,
      whole: ["$", "$.results[*]"])
  }

  @InteractionBuilder private static var refusals: [Interaction] {
    for (count, what) in [
      ("-1", "negative"), ("51", "too large"), ("x", "no number"), ("1.5", "a fraction"),
      ("10x", "half a number"), ("", "empty"),
    ] {
      Interaction.refusal(
        "a count that is \(what)",
        [.protocolReference("A10"), docs] + (what == "empty" ? [.decision("digits")] : []),
        given: posts(1), .object(World.markID + "/posts", query: ["count": "\(count)"]), 400,
        "IncorrectCountParameter",
        "Incorrect count parameter. Count parameter must be between 0 and 50", route: route)
    }
  }
}
