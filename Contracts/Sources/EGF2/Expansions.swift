import GhostlightContracts
import GhostlightCore

/// Promises about expansions, which return objects for ids and pages for edge names.
enum Expansions {
  static let pact = Pact.egf2 {
    properties
    edges
    nesting
    members
    ignored
    pages
    positions
    grammar
    rights
  }

  private static let seed = Evidence.guide("Expand Objects")
  private static let code = Evidence.sdk("EGF2 client API, expand")
  private static let evidence = [Evidence.protocolReference("A11"), seed, code]
  private static let decided = [Evidence.protocolReference("A11, A18"), seed, .decision("A18")]

  private static let illustrated = World.hello.with(["image": .string(World.fileID)])
  /// The provider states with a post that has an image and two comments by Anna.
  private static let given: [GivenState] = [
    .object(World.mark), .object(World.anna), .object(World.file), .object(illustrated),
    .object(World.nice), .object(second), .edge(World.markID, "posts", World.postID(1)),
    .edge(World.postID(1), "comments", World.commentID(1)),
    .edge(World.postID(1), "comments", World.commentID(2)),
  ]
  private static let second = World.comment(2, "fine")

  private static func expands(
    _ description: String, _ evidence: [Evidence], _ expand: String,
    _ rules: KeyValuePairs<String, Example>
  ) -> Interaction {
    .answers(
      description, evidence, given: given,
      .object(World.postID(1), query: ["expand": "\(expand)"]), illustrated.example(rules),
      route: "Get object")
  }

  private static func expands(
    _ description: String, _ expand: String, _ rules: KeyValuePairs<String, Example>
  ) -> Interaction { expands(description, evidence, expand, rules) }

  private static func page(_ results: [Example], last: String? = nil) -> Example {
    var members: [Example.Member] = [
      .init("results", .array(results)), .init("count", 2), .init("first", "0"),
    ]
    if let last { members.append(.init("last", "\(last)")) }
    return .object(members)
  }

  @InteractionBuilder private static var properties: [Interaction] {
    expands("a property", "creator", ["creator": World.mark.example])
    expands(
      "several properties", "image,creator",
      ["image": World.file.example, "creator": World.mark.example])
    Interaction.answers(
      "a property in a session", evidence, given: World.marks + [.object(World.hello)],
      PactRequest.object(World.postID(1), query: ["expand": "creator"]).inSession(),
      World.hello.example(["creator": World.mark.example]), route: "Get object")
  }

  @InteractionBuilder private static var edges: [Interaction] {
    let both = [second.example, World.nice.example]
    expands("an edge", "comments", ["comments": page(both)])
    expands(
      "an edge with a count", decided, "comments(1)", ["comments": page([both[0]], last: "0")])
    expands("an edge with a full page", decided, "comments(2)", ["comments": page(both, last: "1")])
    expands(
      "an edge of nothing but the count", decided, "comments(0)",
      ["comments": ["results": [], "count": 2]])
    expands(
      "properties and edges", "creator,comments",
      ["creator": World.mark.example, "comments": page(both)])
  }

  @InteractionBuilder private static var nesting: [Interaction] {
    let comment = second.example(["creator": World.anna.example])
    expands(
      "a property of a property", "image{user}",
      ["image": World.file.example(["user": World.mark.example])])
    expands(
      "a property of an edge's objects", decided, "comments(1){creator}",
      ["comments": page([comment], last: "0")])
    expands(
      "an edge of a property", "creator{posts}",
      [
        "creator": World.mark.example([
          "posts": ["results": [illustrated.example], "count": 1, "first": "0"]
        ])
      ])
    expands(
      "two levels of braces", decided, "comments(1){post{creator},creator}",
      [
        "comments": page(
          [
            second.example([
              "creator": World.anna.example,
              "post": illustrated.example(["creator": World.mark.example]),
            ])
          ], last: "0")
      ])
  }

  @InteractionBuilder private static var members: [Interaction] {
    let docs = Evidence.documentation("EGF2 documentation, Micro Services")
    let states: [GivenState] = [
      .configured([
        "album": [
          "code": "17", "GET": "any",
          "fields": [
            "cover": ["type": "struct", "schema": "any"],
            "pages": ["type": "array:struct", "schema": "any"],
          ],
        ]
      ]), .object(World.mark), .object(album),
    ]
    let evidence = [Evidence.protocolReference("A11, A18"), docs, .decision("A18")]
    Interaction.answers(
      "a member of a struct", evidence, given: states,
      .object(albumID, query: ["expand": "cover.by"]),
      album.example(["cover": ["by": World.mark.example, "n": 1]]), route: "Get object")
    Interaction.answers(
      "a member of each of some structs", evidence, given: states,
      .object(albumID, query: ["expand": "pages.by"]),
      album.example(["pages": [["by": World.mark.example], ["n": 2]]]), route: "Get object")
  }

  private static let albumID = "a1b00000-0000-4000-8000-000000000001-17"
  private static let album: JSONObject = [
    "object_type": "album", "id": .string(albumID),
    "cover": ["by": .string(World.markID), "n": 1],
    "pages": [["by": .string(World.markID)], ["n": 2]], "created_at": .string(Sample.time),
    "modified_at": .string(Sample.time),
  ]

  @InteractionBuilder private static var ignored: [Interaction] {
    expands("nothing", "", [:])
    expands("a name of nothing", "moon", [:])
    expands("a name of nothing with braces", "moon(3){sun}", [:])
    expands(
      "empty items", ",creator,,", ["creator": World.mark.example])
    Interaction.answers(
      "nothing in a session", evidence + [.sdk("EGF2GraphAPI.swift")],
      given: World.marks + [.object(World.hello)],
      PactRequest.object(World.postID(1), query: ["expand": ""]).inSession(),
      World.hello.example, route: "Get object")
    Interaction.answers(
      "a property that is not set", evidence, given: World.posted,
      .object(World.postID(1), query: ["expand": "image"]), World.hello.example,
      route: "Get object")
  }

  @InteractionBuilder private static var pages: [Interaction] {
    Interaction.answers(
      "every object of a page is expanded", evidence, given: given,
      .object(World.postID(1) + "/comments", query: ["expand": "creator"]),
      page(
        [second, World.nice].map { $0.example(["creator": World.anna.example]) }),
      route: "Get edge", whole: ["$", "$.results[*]"])
    Interaction.answers(
      "deleted objects are put in", evidence,
      given: [
        .object(World.hello), .object(World.mark.with(["deleted_at": .string(Sample.time)])),
      ],
      .object(World.postID(1), query: ["expand": "creator"]),
      World.hello.example([
        "creator": World.mark.with(["deleted_at": .string(Sample.time)]).example
      ]), route: "Get object")
  }

  /// Returns an interaction in which Mark reads his own posts, newest first.
  private static func read(
    _ description: String, _ query: KeyValuePairs<String, Example>, _ numbers: [Int],
    first: String, last: String, inSession: Bool = false
  ) -> Interaction {
    let posts = (1...3).flatMap { number in
      [
        GivenState.object(World.post(number, "post")),
        .edge(World.markID, "posts", World.postID(number)),
      ]
    }
    let request = PactRequest.object(World.markID + "/posts", query: query)
    return .answers(
      description, evidence + [.protocolReference("A10")], given: World.marks + posts,
      inSession ? request.inSession() : request,
      [
        "results": .array(
          numbers.map { World.post($0, "post").example(["creator": World.mark.example]) }),
        "count": 3, "first": "\(first)", "last": "\(last)",
      ], route: "Get edge", whole: ["$", "$.results[*]"])
  }

  @InteractionBuilder private static var positions: [Interaction] {
    read(
      "every object of a page after a position is expanded",
      ["after": "0", "count": "1", "expand": "creator"], [2], first: "1", last: "1")
    read(
      "every object of a page is expanded in a session",
      ["after": "0", "count": "2", "expand": "creator"], [2, 1], first: "1", last: "2",
      inSession: true)
    Interaction.refusal(
      "a page of expanded objects may be too large", evidence + [.protocolReference("A10")],
      given: given, .object(World.markID + "/posts", query: ["count": "51", "expand": "creator"]),
      400, "IncorrectCountParameter",
      "Incorrect count parameter. Count parameter must be between 0 and 50", route: "Get edge")
  }

  private static func refused(
    _ description: String, _ expand: String, _ code: String, _ message: String,
    path: String = World.postID(1), _ evidence: [Evidence] = Self.evidence
  ) -> Interaction {
    .refusal(
      description, evidence, given: given, .object(path, query: ["expand": "\(expand)"]), 400,
      code, message, route: path.contains("/") ? "Get edge" : "Get object")
  }

  @InteractionBuilder private static var grammar: [Interaction] {
    let (level, format) = ("UnavailableExpandLevel", "IncorrectExpandFormat")
    refused(
      "a third level of braces", "comments{post{creator{posts}}}", level, "Unavailable expand level"
    )
    refused("a third level of unknown names", "a{b{c{d}}}", level, "Unavailable expand level")
    for text in ["comments(2", "comments{creator", "comments)", "creator}"] {
      refused("\(text) is not balanced", text, format, "Incorrect expand format")
    }
    for text in ["a{b}c", "a(2)(3)", "{b}", "(1)"] {
      refused(
        "\(text) is not an item", text, format, "Incorrect expand format",
        [.protocolReference("A11"), .decision("other text")])
    }
    refused(
      "a wrong expansion is refused for an empty page, too", "a{", format,
      "Incorrect expand format",
      path: World.markID + "/posts", [.protocolReference("A11"), .decision("checked once")])
    for count in ["x", "51", "-1"] {
      refused(
        "\(count) is not a count", "comments(\(count))", "IncorrectCountParameter",
        "Incorrect count parameter. Count parameter must be between 0 and 50",
        [.protocolReference("A11"), .decision("400")])
    }
  }

  @InteractionBuilder private static var rights: [Interaction] {
    Interaction.forbidden(
      "an object that the caller may not see", evidence,
      given: [
        .object(World.mark.with(["system": .string(systemID)])),
        .object(["object_type": "system_user", "id": .string(systemID)]),
      ], .object(World.markID, query: ["expand": "system"]), route: "Get object")
    Interaction.forbidden(
      "an edge that the caller may not see", evidence, given: given,
      .object(World.markID, query: ["expand": "follows"]), route: "Get object")
    Interaction.forbidden(
      "a field that holds no id", evidence, given: given,
      .object(World.postID(1), query: ["expand": "text"]), route: "Get object")
    Interaction.missing(
      "what is not there", evidence, given: [.object(World.hello)],
      .object(World.postID(1), query: ["expand": "creator"]), object: World.markID,
      route: "Get object")
  }

  private static let systemID = "5e550000-0000-4000-8000-000000000002-01"
}
