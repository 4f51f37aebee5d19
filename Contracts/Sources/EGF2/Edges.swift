import GhostlightContracts
import GhostlightCore

/// Promises about linking objects, and about creating objects on an edge.
enum Edges {
  static let pact = Pact.egf2 {
    reading
    making
    linking
    unlinking
    order
    refusedMaking
    refusedLinks
  }

  private static let code = Evidence.sdk("EGF2 client API, edges.js")
  private static let guide = Evidence.guide("EGF2Graph Graph API Methods")
  private static let evidence = [Evidence.protocolReference("A9"), code, guide]
  private static let postID = World.postID(1)
  private static let postPath = "/v1/graph/\(World.markID)/posts/\(World.postID(1))"
  private static let follow = "/v1/graph/me/follows/\(World.annaID)"
  private static let following =
    World.marks + [.edge(World.markID, "follows", World.annaID)]

  @InteractionBuilder private static var reading: [Interaction] {
    let route = "Get edge object"
    Interaction.answers(
      "an object on an edge", evidence, given: World.posted, .get("\(postPath)"),
      World.hello.example, route: route)
    Interaction.answers(
      "an object on an edge may be expanded", evidence, given: World.posted,
      .get("\(postPath)", query: ["expand": "creator"]),
      World.hello.example(["creator": World.mark.example]), route: route)
    Interaction.answers(
      "a deleted object is still on its edge", evidence,
      given: [
        .object(World.mark), .object(deleted), .edge(World.markID, "posts", postID),
      ], .get("\(postPath)"), deleted.example, route: route)
    Interaction.refusal(
      "an object that is not on the edge", evidence,
      given: [.object(World.mark), .object(World.hello)], .get("\(postPath)"), 404,
      "EdgeNotExists", "Edge '\(World.markID)/posts/\(postID)' doesn't exist", route: route)
    Interaction.refusal(
      "a user whom the caller does not follow", evidence, given: World.marks,
      PactRequest.get("\(follow)").inSession(), 404, "EdgeNotExists",
      "Edge '\(World.markID)/follows/\(World.annaID)' doesn't exist", route: route)
    Interaction.refusal(
      "a deleted object on the edge", evidence,
      given: [.object(World.mark), .edge(World.markID, "posts", postID)], .get("\(postPath)"),
      404, "ObjectNotExists",
      "Destination object doesn't exist for edge '\(World.markID)/posts/\(postID)'",
      what: "destination", route: route)
  }

  private static let deleted = World.hello.with(["deleted_at": .string(Sample.time)])
  private static let hello: JSONObject = ["object_type": "post", "text": "hello"]

  @InteractionBuilder private static var making: [Interaction] {
    let route = "Create object on edge"
    let made = Sample.made("12")
    Interaction.answers(
      "an object is made and linked in one step", evidence, given: World.marks,
      PactRequest.create(hello, at: "/me/posts").inSession(),
      World.hello.example(made), route: route)
    Interaction.answers(
      "an object of an edge has the edge's source",
      [.protocolReference("A8, A9"), code], given: World.marks + [.object(World.hello)],
      PactRequest.create(
        ["object_type": "comment", "text": "nice"], at: "/\(postID)/comments"
      ).inSession(),
      [
        "object_type": "comment", "text": "nice", "creator": "\(World.markID)",
        "post": "\(postID)", "id": Sample.anyID("13"), "created_at": Sample.anyTime,
        "modified_at": Sample.anyTime,
      ], route: route)
    Interaction.answers(
      "a new object may refer to a file", [.protocolReference("A19")],
      given: World.marks + [.object(World.file)],
      PactRequest.create(hello.with(["image": .string(World.fileID)]), at: "/me/posts")
        .inSession(),
      World.hello.with(["image": .string(World.fileID)]).example(made), route: route)
  }

  @InteractionBuilder private static var linking: [Interaction] {
    let time: Example = ["created_at": Sample.anyTime]
    Interaction.answers(
      "objects are linked", evidence, given: World.marks,
      PactRequest.post("\(follow)").inSession(), time, route: "Create edge")
    Interaction.answers(
      "the destination of a link need not exist", evidence,
      given: [.object(World.mark), .loggedIn("mark")],
      PactRequest.post("\(follow)").inSession(), time, route: "Create edge")
    Interaction.answers(
      "me may be linked to", [.protocolReference("A4, A9"), code],
      given: World.marks + [.object(World.hello)],
      PactRequest.post("/v1/graph/\(postID)/offended/me").inSession(), time,
      route: "Create edge")
  }

  @InteractionBuilder private static var unlinking: [Interaction] {
    let time: Example = ["deleted_at": Sample.anyTime]
    Interaction.answers(
      "a link is removed", evidence, given: following,
      PactRequest.delete("\(follow)").inSession(), time, route: "Delete edge")
    Interaction.answers(
      "a link to a deleted object is removed", evidence,
      given: [
        .object(World.mark), .loggedIn("mark"), .edge(World.markID, "follows", World.annaID),
      ], PactRequest.delete("\(follow)").inSession(), time, route: "Delete edge")
    Interaction.refusal(
      "a missing link cannot be removed", evidence, given: World.marks,
      PactRequest.delete("\(follow)").inSession(), 404, "EdgeNotExists",
      "Edge '\(World.markID)/follows/\(World.annaID)' doesn't exist", route: "Delete edge")
  }

  @InteractionBuilder private static var order: [Interaction] {
    Interaction.answers(
      "the newest link comes first", evidence,
      given: [
        .object(World.mark), .object(World.hello), .object(World.again),
        .edge(World.markID, "posts", World.postID(2)), .edge(World.markID, "posts", postID),
      ], .object(World.markID + "/posts"),
      ["results": [World.hello.example, World.again.example], "count": 2, "first": "0"],
      route: "Get edge", whole: ["$", "$.results[*]"])
  }

  @InteractionBuilder private static var refusedMaking: [Interaction] {
    let route = "Create object on edge"
    Interaction.refusal(
      "nothing cannot be made", [.protocolReference("A7"), code], given: World.marks,
      PactRequest.create([:], at: "/me/posts").inSession(), 400, "EmptyBody", "Empty body",
      route: route)
    Interaction.step(
      "an object that the edge cannot hold is not made",
      [.protocolReference("A9"), .decision("checked first")],
      given: World.marks + [.object(World.hello)],
      PactRequest.create(hello, at: "/\(postID)/comments").inSession(),
      .status(
        400, headers: Sample.json,
        json: [
          "code": "UnsupportedDestinationObject",
          "message": .regex(
            "^Unsupported destination object for edge '\(postID)/comments/[-0-9a-f]{39}'$",
            "Unsupported destination object for edge '\(postID)/comments/\(World.postID(2))'"),
        ]), route: route, fault: "egf2: UnsupportedDestinationObject")
  }

  private static func refused(
    _ description: String, _ request: PactRequest, _ status: Int, _ code: String,
    _ message: String, route: String, given states: [GivenState] = World.marks
  ) -> Interaction {
    .refusal(
      description, evidence, given: states, request.inSession(), status, code, message,
      route: route)
  }

  @InteractionBuilder private static var refusedLinks: [Interaction] {
    let unknown = Sample.nothing + "-99"
    let mark = World.markID
    refused(
      "a link is made once", .post("\(follow)"), 409, "EdgeAlreadyExists",
      "Edge '\(mark)/follows/\(World.annaID)' already exists", route: "Create edge",
      given: following)
    let verbs: [(String, String, (String) -> PactRequest)] = [
      ("linked", "Create edge", { .post("\($0)") }),
      ("removed", "Delete edge", { .delete("\($0)") }),
      ("read", "Get edge object", { .get("\($0)") }),
    ]
    for (verb, route, request) in verbs {
      refused(
        "an id of no type is not \(verb)", request("/v1/graph/me/follows/\(unknown)"), 400,
        "IncorrectObjectID", "Incorrect object ID '\(unknown)'", route: route)
      refused(
        "what the edge cannot hold is not \(verb)", request("/v1/graph/me/follows/\(postID)"),
        400, "UnsupportedDestinationObject",
        "Unsupported destination object for edge '\(mark)/follows/\(postID)'", route: route)
    }
  }
}
