import GhostlightContracts
import GhostlightCore

/// Promises about creating, reading, changing and deleting first-generation items.
enum Items {
  static let pact = Pact.mia {
    common
    reading
    creating
    updating
    commands
    deleting
    refusals
  }

  private static let json: KeyValuePairs<String, Example> = ["Content-Type": "application/json"]
  private static let docs = Evidence.documentation("developer_guide/api.md")
  private static let guide = Evidence.guide("MKCollection")
  private static let unknown = "ef02dcaa-7a2e-4c31-a505-c2cb014d7609"
  private static let deleted = PactResponse.status(200, headers: json, json: ["count": 1])

  private static func step(
    _ description: String, _ section: String, _ evidence: [Evidence],
    given states: [GivenState] = Pictures.one, _ request: PactRequest, _ answer: Example,
    route: String, whole: [String] = ["$"]
  ) -> Interaction {
    Interaction.step(
      description, [.protocolReference(section)] + evidence, given: states, request,
      .status(200, headers: json, json: answer), route: route, whole: whole)
  }

  @InteractionBuilder private static var common: [Interaction] {
    Interaction.step(
      "no response may be cached", [.protocolReference("B1"), .documentation("deployd")],
      .get("\(Pictures.path)/"),
      .status(
        200,
        headers: [
          "Content-Type": "application/json",
          "Cache-Control": "no-cache, no-store, must-revalidate", "Pragma": "no-cache",
          "Expires": "0",
        ], json: []), route: "List items", whole: [])
    Interaction.refusedItem(
      "a client with another secret is refused",
      [.protocolReference("B1"), .protocolReference("B12"), docs],
      .get("\(Pictures.path)/", headers: ["secret": "nope"]), 401, "Unauthorized, use secret",
      fault: "wrong secret")
    step(
      "the first generation is under v3 too", "A0", [.decision("one port for both generations")],
      .get("/v3\(Pictures.dawnPath)"), Pictures.answer(Pictures.dawn), route: "Get an item")
    step(
      "a project may ask for no secret", "A1", [.decision("the check can be switched off")],
      given: Pictures.one + [.settings(["checksSecret": false])],
      .get("\(Pictures.dawnPath)", headers: ["secret": "nope"]), Pictures.answer(Pictures.dawn),
      route: "Get an item")
  }

  @InteractionBuilder private static var reading: [Interaction] {
    step(
      "an item is returned with its base fields", "B2", [guide, docs],
      .get("\(Pictures.dawnPath)"), Pictures.answer(Pictures.dawn), route: "Get an item",
      whole: ["$", "$.place", "$.camera"])
    step(
      "an item may be returned in part", "B3", [docs],
      .get("\(Pictures.dawnPath)", query: Pictures.query(#"{"$fields":{"views":1}}"#)),
      Pictures.only("views", of: Pictures.dawn), route: "Get an item")
    step(
      "a list has the items in the order of their creation", "B3", [docs, .guide("MIAQuery")],
      given: Pictures.full, .get("\(Pictures.path)/"),
      .array([Pictures.dawn, Pictures.noon, Pictures.dusk].map { Pictures.answer($0) }),
      route: "List items", whole: ["$[*]"])
    step(
      "a collection that has no item is empty", "B10", [docs], given: [], .get("/nothing/"), [],
      route: "List items", whole: [])
    step(
      "items are counted", "B3", [docs, .sdk("Android core aar")], given: Pictures.full,
      .get("\(Pictures.path)/count", query: Pictures.query(#"{"username":"mario"}"#)),
      ["count": 2], route: "Count items")
    Interaction.refusedItem(
      "an item that is not there is not found", [.protocolReference("B3"), docs],
      given: Pictures.one, .get("\(Pictures.path)/\(unknown)"), 404, "Resource not found",
      fault: "not found", route: "Get an item")
  }

  private static let sent: JSONObject = [
    "username": "mario", "picturename": "image51.jpg", "picturedate": 1_395_507_940_351,
    "flashmode": false,
  ]

  @InteractionBuilder private static var creating: [Interaction] {
    step(
      "creating an item answers it", "B12", [guide, docs], given: [],
      .post("\(Pictures.path)/", json: .value(.object(sent))), Pictures.answer(sent),
      route: "Create or update an item")
    step(
      "the logged-in user is the creator", "B2", [docs], given: People.marioSession,
      PactRequest.post("\(Pictures.path)/", json: .value(.object(sent))).inSession(),
      Pictures.answer(sent, by: People.marioID, creator: People.marioID),
      route: "Create or update an item")
    step(
      "the client cannot set the server's fields", "B2", [.decision("ignored")], given: [],
      .post(
        "\(Pictures.path)/",
        json: ["views": 1, "creatorId": "x", "createdAt": 1, "updaterId": "x", "updatedAt": 1]),
      Pictures.answer(["views": 1]), route: "Create or update an item")
    step(
      "many items are created in order", "B3", [.documentation("developer_guide/plugin.md")],
      given: [], .post("\(Pictures.path)/bulk", json: [["views": 1], ["views": 2]]),
      [Pictures.answer(["views": 1]), Pictures.answer(["views": 2])], route: "Create items",
      whole: ["$[*]"])
  }

  @InteractionBuilder private static var updating: [Interaction] {
    let id = Pictures.dawn["id"] ?? .null
    let body = Example.value(["id": id, "flashmode": true, "note": nil])
    let changed = Pictures.answer(Pictures.dawn, ["flashmode": true, "note": nil])
    step(
      "an item with an id is changed", "B3", [.sdk("Android core aar"), guide],
      .post("\(Pictures.path)/", json: body), changed, route: "Create or update an item")
    step(
      "PUT changes an item too", "B3", [docs], .put("\(Pictures.path)/", json: body), changed,
      route: "Update an item")
    step(
      "PUT may name the item in the path", "B3", [.documentation("deployd")],
      .put("\(Pictures.dawnPath)", json: ["flashmode": true, "note": nil]), changed,
      route: "Update an item by path")
    step(
      "POST may name the item in the path", "B3", [.documentation("deployd")],
      .post("\(Pictures.dawnPath)", json: ["flashmode": true, "note": nil]), changed,
      route: "Post to an item by path")
    step(
      "the logged-in user is the updater", "B2", [docs],
      given: Pictures.one + People.marioSession,
      PactRequest.put("\(Pictures.dawnPath)", json: ["views": 11]).inSession(),
      Pictures.answer(Pictures.dawn, ["views": 11], by: People.marioID),
      route: "Update an item by path")
  }

  private static let changes: [(command: JSONObject, result: JSONObject)] = [
    (["views": ["$inc": 5]], ["views": 15]), (["votes": ["$inc": 1]], ["votes": 1]),
    (["tags": ["$push": "z"]], ["tags": ["x", "y", "z"]]),
    (["tags": ["$pushAll": ["y", "z"]]], ["tags": ["x", "y", "y", "z"]]),
    (["tags": ["$pull": "x"]], ["tags": ["y"]]),
    (["tags": ["$pullAll": ["x", "y"]]], ["tags": []]),
    (["tags": ["$addUnique": "y"]], ["tags": ["x", "y"]]),
    (["tags": ["$addUnique": ["y", "z"]]], ["tags": ["x", "y", "z"]]),
    (["camera": ["lens": 35]], ["camera": ["lens": 35]]),
  ]

  @InteractionBuilder private static var commands: [Interaction] {
    for row in changes {
      step(
        "\(JSON.object(row.command).text()) becomes \(JSON.object(row.result).text())", "B3",
        [.documentation("deployd")],
        .put("\(Pictures.dawnPath)", json: .value(.object(row.command))),
        Pictures.answer(Pictures.dawn, row.result), route: "Update an item by path",
        whole: ["$", "$.camera"])
    }
    Interaction.refusedItem(
      "only numbers are added to", [.protocolReference("B3"), .decision("status and words")],
      given: Pictures.one, .put("\(Pictures.dawnPath)", json: ["tags": ["$inc": 1]]), 400,
      "$inc needs a number and a field that is one", fault: "increment of no number",
      route: "Update an item by path")
  }

  @InteractionBuilder private static var deleting: [Interaction] {
    let id = #"{"id":"ef02dcaa-7a2e-4c31-a505-c2cb014d7601"}"#
    let evidence: [Evidence] = [.protocolReference("B3"), docs]
    Interaction.step(
      "an item is deleted by the query", evidence + [.sdk("Android core aar"), guide],
      given: Pictures.one, .delete("\(Pictures.path)/", query: Pictures.query(id)), deleted,
      route: "Delete an item")
    Interaction.step(
      "an item is deleted by the body", evidence, given: Pictures.one,
      .request(
        "DELETE", "\(Pictures.path)/", json: ["id": "ef02dcaa-7a2e-4c31-a505-c2cb014d7601"]),
      deleted, route: "Delete an item")
    Interaction.step(
      "an item is deleted by the path", evidence, given: Pictures.one,
      .delete("\(Pictures.dawnPath)"), deleted, route: "Delete an item by path")
    Interaction.step(
      "all items are deleted", evidence, given: Pictures.full, .delete("\(Pictures.path)/empty"),
      .status(200, headers: json, json: ["count": 3]), route: "Delete all items")
  }

  @InteractionBuilder private static var refusals: [Interaction] {
    Interaction.refusedItem(
      "a missing object cannot be changed", [.protocolReference("B3"), docs, .decision("404")],
      .put("\(Pictures.path)/\(unknown)", json: [:]), 404, "Resource not found",
      fault: "not found", route: "Update an item by path")
    Interaction.refusedItem(
      "a missing object cannot be deleted", [.protocolReference("B3"), docs, .decision("E5")],
      .delete("\(Pictures.path)/\(unknown)"), 404, "Resource not found", fault: "not found",
      route: "Delete an item by path")
    Interaction.refusedItem(
      "a missing object cannot be deleted by the query",
      [.protocolReference("B3"), docs, .decision("E5")], given: Pictures.one,
      .delete("\(Pictures.path)/", query: Pictures.query(#"{"id":"p9"}"#)), 404,
      "Resource not found", fault: "not found", route: "Delete an item")
    Interaction.refusedItem(
      "a change names its item", [.protocolReference("B3"), .documentation("deployd")],
      .put("\(Pictures.path)/", json: ["views": 1]), 400, "must provide id to update an object",
      fault: "update without id", route: "Update an item")
    Interaction.refusedItem(
      "a deletion names its item", [.protocolReference("B3"), .documentation("deployd")],
      .delete("\(Pictures.path)/"), 400,
      "You must include a query with an id when deleting an object from a collection.",
      fault: "delete without id", route: "Delete an item")
    Interaction.refusedItem(
      "a body that is a list is refused", [.protocolReference("B10"), .decision("the words")],
      PactRequest.post("\(Pictures.path)/", headers: ["Content-Type": "application/json"])
        .damaged("[]"), 400, "Malformed body", fault: "malformed body",
      route: "Create or update an item")
    for (what, text, problem) in [
      ("that ends early", "{", "Failed to parse body as application/json"),
      ("without a brace", "nothing", "Could not parse invalid JSON"),
    ] {
      Interaction.step(
        "a body \(what) is refused in plain text",
        [.protocolReference("B10"), .documentation("deployd lib/util/http.js")],
        PactRequest.post("\(Pictures.path)/", headers: ["Content-Type": "application/json"])
          .damaged(text),
        .status(400, headers: ["Content-Type": "text/plain"], text: problem),
        route: "Create or update an item", fault: "baas: body not parsed", whole: [])
    }
    Interaction.refusedItem(
      "a method that no route has is not found", [.protocolReference("B10")],
      .request("PATCH", "\(Pictures.dawnPath)", json: [:]), 404, "Resource not found",
      fault: "not found")
  }
}
