import GhostlightContracts
import GhostlightCore

/// Promises about the rights of callers for items of a first-generation collection.
enum ItemAccess {
  static let pact = Pact.mia {
    secrets
    groups
    creators
    others
  }

  private static let evidence: [Evidence] = [
    .protocolReference("B5"), .documentation("developer_guide/api.md"),
  ]
  private static let whole = Pictures.answer(Pictures.dawn)
  private static let get = PactRequest.get("\(Pictures.dawnPath)")

  private static func lets(
    _ description: String, given states: [GivenState], _ request: PactRequest = get,
    _ answer: Example = whole, route: String = "Get an item"
  ) -> Interaction {
    Interaction.step(
      description, evidence, given: states, request, .status(200, json: answer), route: route)
  }

  private static func stops(
    _ description: String, _ status: Int64, given states: [GivenState],
    _ request: PactRequest = get, route: String = "Get an item"
  ) -> Interaction {
    Interaction.refusedItem(
      description, evidence + [.decision("first the secret, then 401 or 403")], given: states,
      request, status, status == 401 ? "Unauthorized" : "Forbidden",
      fault: status == 401 ? "login needed" : "forbidden", route: route)
  }

  @InteractionBuilder private static var secrets: [Interaction] {
    let bare = get.headers(["secret": "nope"])
    lets(
      "a collection may need no secret", given: Pictures.one + [.access(["secreted": false])], bare)
    lets(
      "one operation may need no secret",
      given: Pictures.one + [.access(["read": ["groups": ["public"], "secreted": false]])], bare)
    Interaction.refusedItem(
      "the others need it all the same", evidence,
      given: Pictures.one + [.access(["read": ["groups": ["public"], "secreted": false]])],
      PactRequest.put("\(Pictures.dawnPath)", json: ["views": 1]).headers(["secret": "nope"]), 401,
      "Unauthorized, use secret", fault: "wrong secret")
  }

  @InteractionBuilder private static var groups: [Interaction] {
    let users = Pictures.one + [.access(["read": ["groups": ["users"]]])]
    stops("users are not the public", 401, given: users)
    lets("users are the logged-in clients", given: users + People.marioSession, get.inSession())
    let plumbers = Pictures.one + [.access(["read": ["groups": ["plumbers"]]])]
    lets("a group has its members", given: plumbers + People.luigiSession, get.inSession())
    stops("a group has no others", 403, given: plumbers + People.marioSession, get.inSession())
    let one = Pictures.one + [.access(["read": ["users": [.string(People.marioID)]]])]
    lets("a user may be named", given: one + People.marioSession, get.inSession())
    stops(
      "a user who is not named is refused", 403, given: one + People.luigiSession, get.inSession())
    lets(
      "rules that are switched off admit all clients",
      given: Pictures.one + [.access(["enabled": false, "read": ["groups": ["users"]]])])
  }

  private static let own: [GivenState] = [
    .item(Pictures.dawn, by: People.marioID), .item(Pictures.noon, by: "somebody"),
    .access([
      "read": ["users": ["creator"]], "update": ["users": ["creator"]],
      "delete": ["users": ["creator"]],
    ]),
  ]

  @InteractionBuilder private static var creators: [Interaction] {
    let states = own + People.marioSession
    let mine = Pictures.answer(Pictures.dawn, by: People.marioID, creator: People.marioID)
    lets("creators see their items", given: states, get.inSession(), mine)
    Interaction.step(
      "creators see no others in lists", evidence, given: states,
      PactRequest.get("\(Pictures.path)/").inSession(), .status(200, json: [mine]),
      route: "List items", whole: ["$[*]"])
    lets(
      "creators count no others", given: states,
      PactRequest.get("\(Pictures.path)/count").inSession(), ["count": 1], route: "Count items")
    stops(
      "creators see no other item", 403, given: states,
      PactRequest.get("\(Pictures.path)/ef02dcaa-7a2e-4c31-a505-c2cb014d7602").inSession())
    stops(
      "creators change no other item", 403, given: states,
      PactRequest.put(
        "\(Pictures.path)/ef02dcaa-7a2e-4c31-a505-c2cb014d7602", json: ["views": 1]
      ).inSession(), route: "Update an item by path")
    lets(
      "creators delete no other item", given: states,
      PactRequest.delete("\(Pictures.path)/empty").inSession(), ["count": 1],
      route: "Delete all items")
    stops("a client without a session has created nothing", 401, given: own)
    Interaction.refusedItem(
      "a client whose session has ended counts nothing", evidence + [.protocolReference("B6")],
      given: own, PactRequest.get("\(Pictures.path)/count").headers(["sid": "none"]), 401,
      "Unauthorized", fault: "login needed", route: "Count items")
  }

  @InteractionBuilder private static var others: [Interaction] {
    let closed = [GivenState.access(["create": ["groups": ["users"]]])]
    stops(
      "the public may be kept from creating", 401, given: closed,
      .post("\(Pictures.path)/", json: ["views": 1]), route: "Create or update an item")
    lets(
      "what no rule names is open", given: Pictures.one + closed)
    stops(
      "users may be kept from deleting", 403,
      given: Pictures.one + [.access(["delete": ["users": ["nobody"]]])] + People.marioSession,
      PactRequest.delete("\(Pictures.dawnPath)").inSession(), route: "Delete an item by path")
  }
}
