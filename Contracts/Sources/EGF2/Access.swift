import GhostlightContracts
import GhostlightCore

/// Promises about tokens, and about the access rights of users.
enum Access {
  static let pact = Pact.egf2 {
    openAccess
    closedAccess
    me
    owners
    bodies
    roles
    hidden
  }

  static let sessionID = "5e550000-0000-4000-8000-000000000001-02"
  static let token = sessionID + "|00112233445566778899aabb"

  /// Returns the graph object of Mark's session, which expires on the date `day`.
  static func sessionObject(until day: String) -> JSONObject {
    [
      "object_type": "session", "id": .string(sessionID), "user": .string(World.markID),
      "token": .string(token), "expires_at": .string(day + "T00:00:00.000Z"),
      "created_at": .string(Sample.time), "modified_at": .string(Sample.time),
    ]
  }

  /// Returns the provider states with Mark and his session, which expires on the date `day`.
  static func session(until day: String) -> [GivenState] {
    [.object(World.mark), .object(sessionObject(until: day))]
  }

  private static let code = Evidence.sdk("EGF2 client API, acl")
  private static let docs = Evidence.documentation("EGF2 documentation, Micro Services, ACL")
  private static let evidence = [Evidence.protocolReference("A4"), code]
  private static let rules = [Evidence.protocolReference("A6"), code, docs]
  private static let user = PactRequest.object(World.markID)
  /// A request for an edge that only logged-in users can read.
  private static let offended = PactRequest.object(World.postID(1) + "/offended")
  private static let nobody: Example = ["results": [], "count": 0]

  @InteractionBuilder private static var openAccess: [Interaction] {
    let mark = World.mark.example
    Interaction.answers(
      "public objects need no token", evidence, given: [.object(World.mark)], user, mark,
      route: "Get object")
    Interaction.answers(
      "public objects are read with an unknown token", evidence,
      given: [.object(World.mark)], user.authorized("Bearer nope"), mark, route: "Get object")
    Interaction.answers(
      "public objects are read after the session has ended",
      [.protocolReference("A4, A18"), .decision("expiry")], given: session(until: "2010-01-01"),
      user.authorized("Bearer \(token)"), mark, route: "Get object")
    Interaction.answers(
      "a token in the header", evidence,
      given: session(until: "2999-01-01") + [.object(World.hello)],
      offended.authorized("Bearer \(token)"), nobody, route: "Get edge")
    Interaction.answers(
      "a token in the query", evidence,
      given: session(until: "2999-01-01") + [.object(World.hello)],
      offended.asking("token", token), nobody, route: "Get edge")
    Interaction.answers(
      "a header of another scheme leaves the query's token", evidence,
      given: session(until: "2999-01-01") + [.object(World.hello)],
      offended.asking("token", token).authorized("Basic eDp5"), nobody, route: "Get edge")
  }

  private static func closed(
    _ description: String, given states: [GivenState] = [], _ request: PactRequest,
    _ status: Int = 401, _ code: String = "UnauthorizedError",
    _ message: String = "Bearer token doesn't exist", route: String = "Get edge",
    _ evidence: [Evidence] = Self.evidence
  ) -> Interaction {
    .refusal(
      description, evidence, given: states, request, status, code, message, route: route)
  }

  @InteractionBuilder private static var closedAccess: [Interaction] {
    closed("other objects need a token", offended)
    closed(
      "a scheme is written exactly", given: session(until: "2999-01-01"),
      offended.authorized("bearer \(token)"))
    closed(
      "an unknown token is not found", offended.authorized("Bearer nope"), 404, "TokenNotFound",
      "token not found")
    closed(
      "half a token is not found", given: session(until: "2999-01-01"),
      offended.authorized("Bearer \(sessionID)|nope"), 404, "TokenNotFound", "token not found")
    closed(
      "a token of a deleted user is not found",
      given: [.object(sessionObject(until: "2999-01-01"))],
      offended.authorized("Bearer \(token)"), 404, "TokenNotFound", "token not found",
      [.protocolReference("E11"), .decision("404")])
    closed(
      "a session ends", given: session(until: "2010-01-01"),
      offended.authorized("Bearer \(token)"), 419, "SessionExpired", "session is expired",
      [.protocolReference("A18"), .decision("enforced")])
    closed(
      "creating needs a token", .create(["object_type": "post", "text": "hello"]),
      route: "Create object", [.protocolReference("A18"), .decision("401")])
    closed(
      "a link needs a token", given: World.posted,
      .post("/v1/graph/\(World.postID(1))/offended/\(World.annaID)"), route: "Create edge",
      [.protocolReference("A4"), .decision("LINK")])
    for what in ["image", "file"] {
      closed(
        "a new \(what) needs a token",
        .get(
          "/v1/new_\(what)",
          query: ["kind": "avatar", "mime_type": "image/jpeg", "title": "Photo"]),
        route: "New \(what)", [.protocolReference("A4"), code])
    }
    closed(
      "nobody is me", .object("me"), route: "Get object",
      [.protocolReference("A4, A18"), .decision("401")])
    closed(
      "an unknown type needs a token", .object(Sample.nothing + "-99"), route: "Get object",
      [.protocolReference("A18"), .decision("401")])
  }

  @InteractionBuilder private static var me: [Interaction] {
    Interaction.answers(
      "me is the user who asks", evidence, given: World.marks, PactRequest.object("me").inSession(),
      World.mark.example, route: "Get object")
    Interaction.answers(
      "me may have edges", evidence, given: World.marks + World.posted,
      PactRequest.object("me/posts").inSession(),
      ["results": [World.hello.example], "count": 1, "first": "0"], route: "Get edge",
      whole: ["$", "$.results[*]"])
    Interaction.answers(
      "me may be followed", evidence,
      given: World.marks + [.edge(World.markID, "follows", World.markID)],
      PactRequest.object("me/follows/me").inSession(), World.mark.example,
      route: "Get edge object")
  }

  @InteractionBuilder private static var owners: [Interaction] {
    Interaction.answers(
      "one's own object may be changed", rules, given: World.marks,
      PactRequest.change(World.markID, ["name": ["given": "Marc", "family": "Field"]])
        .inSession(),
      World.mark.example([
        "name": ["given": "Marc", "family": "Field", "use": "official"],
        "modified_at": Sample.anyTime,
      ]), route: "Update object", whole: ["$", "$.name"])
    Interaction.forbidden(
      "another's object may not be changed", rules, given: World.annas,
      PactRequest.change(World.markID, ["name": ["given": "M", "family": "F"]]).inSession(),
      route: "Update object")
    Interaction.answers(
      "a creator owns what has no user", [.protocolReference("A6"), .decision("creator")],
      given: World.marks + [.object(World.hello)],
      PactRequest.change(World.postID(1), ["text": "other"]).inSession(),
      World.hello.example(["text": "other", "modified_at": Sample.anyTime]),
      route: "Update object")
    Interaction.forbidden(
      "a user who has not created a post may not delete it", rules,
      given: World.annas + [.object(World.hello)],
      PactRequest.delete("/v1/graph/\(World.postID(1))").inSession(), route: "Delete object")
    Interaction.forbidden(
      "another's edges may not be added to", rules, given: World.annas,
      PactRequest.create(["object_type": "post", "text": "hi"], at: "/\(World.markID)/posts")
        .inSession(), route: "Create object on edge")
    Interaction.forbidden(
      "the users whom another user follows are hidden", rules, given: World.annas,
      PactRequest.object(World.markID + "/follows").inSession(), route: "Get edge")
  }

  private static let claimed = [Evidence.protocolReference("E23"), .decision("the stored owner")]

  /// A configuration in which the client may set the owner of a post.
  private static let signed: JSONObject = [
    "post": [
      "POST": "self",
      "fields": ["user": ["type": "object_id", "object_types": ["user"], "edit_mode": "E"]],
    ]
  ]

  @InteractionBuilder private static var bodies: [Interaction] {
    Interaction.answers(
      "who creates an object for oneself is its owner", rules,
      given: [.configured(signed)] + World.marks,
      PactRequest.create([
        "object_type": "post", "text": "hello", "user": .string(World.markID),
      ]).inSession(),
      ([
        "object_type": "post", "text": "hello", "user": .string(World.markID),
        "creator": .string(World.markID),
      ] as JSONObject).example(Sample.made("12")),
      route: "Create object")
    Interaction.forbidden(
      "no user creates an object for another", rules,
      given: [.configured(signed)] + World.marks,
      PactRequest.create([
        "object_type": "post", "text": "hello", "user": .string(World.annaID),
      ]).inSession(), route: "Create object")
    Interaction.forbidden(
      "the body's user does not open another's object to changes", claimed,
      given: [.configured(signed)] + World.annas + [.object(World.hello)],
      PactRequest.change(World.postID(1), ["text": "mine", "user": .string(World.annaID)])
        .inSession(), route: "Update object")
    Interaction.forbidden(
      "the body's user does not let another's object be deleted", claimed,
      given: World.annas + [.object(World.hello)],
      PactRequest.request(
        "DELETE", "/v1/graph/\(World.postID(1))", json: ["user": "\(World.annaID)"]
      ).inSession(),
      route: "Delete object")
    Interaction.forbidden(
      "the body's user does not let another's edge be linked", claimed, given: World.annas,
      PactRequest.post(
        "/v1/graph/\(World.markID)/follows/\(World.annaID)", json: ["user": "\(World.annaID)"]
      ).inSession(), route: "Create edge")
  }

  private static let role: JSONObject = [
    "object_type": "admin_role", "id": "40e00000-0000-4000-8000-000000000001-11",
    "user": .string(World.annaID), "created_at": .string(Sample.time),
    "modified_at": .string(Sample.time),
  ]
  private static let roleID = "40e00000-0000-4000-8000-000000000001-11"

  @InteractionBuilder private static var roles: [Interaction] {
    let unlink = PactRequest.delete("/v1/graph/\(World.markID)/posts/\(World.postID(1))")
    Interaction.answers(
      "a role lets in who has it", rules,
      given: World.annas + World.posted + [
        .object(role), .edge(World.annaID, "roles", roleID),
      ], unlink.inSession(), ["deleted_at": Sample.anyTime], route: "Delete edge")
    Interaction.forbidden(
      "a role admits only its members", rules, given: World.annas + World.posted,
      unlink.inSession(), route: "Delete edge")
    Interaction.answers(
      "one's roles may be seen", rules,
      given: World.annas + [.object(role), .edge(World.annaID, "roles", roleID)],
      PactRequest.object("me/roles").inSession(),
      ["results": [role.example], "count": 1, "first": "0"], route: "Get edge",
      whole: ["$", "$.results[*]"])
    Interaction.forbidden(
      "an unknown role admits no user", [.protocolReference("A6"), code],
      given: [.configured(["post": ["DELETE": "moon"]])] + World.marks + [.object(World.hello)],
      PactRequest.delete("/v1/graph/\(World.postID(1))").inSession(), route: "Delete object")
  }

  @InteractionBuilder private static var hidden: [Interaction] {
    let session = World.marks
    Interaction.forbidden(
      "what has no rule is denied to all", rules, given: session,
      PactRequest.create(["object_type": "post", "text": "hello"]).inSession(),
      route: "Create object")
    Interaction.forbidden(
      "back-end objects are denied to all", rules, given: Access.session(until: "2999-01-01"),
      PactRequest.object(sessionID).authorized("Bearer \(token)"), route: "Get object")
    Interaction.forbidden(
      "an id of no type is denied", rules, given: session,
      PactRequest.object(Sample.nothing + "-99").inSession(), route: "Get object")
    Interaction.forbidden(
      "an edge of no name is denied", rules, given: session,
      PactRequest.object("me/moons").inSession(), route: "Get edge")
    for (what, body) in [("without a type", [:]), ("of no type", ["object_type": "moon"])]
      as [(String, JSONObject)]
    {
      Interaction.forbidden(
        "an object \(what) is denied", rules, given: session,
        PactRequest.create(body).inSession(), route: "Create object")
    }
    Interaction.forbidden(
      "a missing object has no owner", rules, given: session,
      PactRequest.change(Sample.nothing + "-12", ["text": "other"]).inSession(),
      route: "Update object")
  }
}
