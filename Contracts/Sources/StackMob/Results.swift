import GhostlightContracts
import GhostlightCore

/// Promises about results: order, pages, counts, selections, expanded relationships.
enum Results {
  static let pact = Pact.stackMob {
    ordering
    paging
    selecting
    expanding
    refusals
  }

  private static func page(
    _ description: String, _ range: String, finds found: [String], of total: String? = nil,
    _ evidence: Evidence...
  ) -> Interaction {
    Interaction.step(
      "a page of \(description)",
      [.protocolReference("A10.6"), .guide("Lower Level Query API")] + evidence,
      given: People.states, .get("/person", headers: ["Range": "objects=\(range)"]),
      .status(
        total == nil ? 200 : 206, headers: total.map { ["Content-Range": "objects \($0)"] } ?? [:],
        json: People.answer(found)), route: "Query", whole: ["$[*]"],
      absentHeaders: total == nil ? ["Content-Range"] : [])
  }

  private static func ordered(
    _ description: String, _ order: String, _ found: [String], _ requirements: [OrderRequirement]
  ) -> Interaction {
    Interaction.step(
      "people \(description)", [.protocolReference("A10.5"), .guide("Lower Level Query API")],
      given: People.states, .get("/person", headers: ["X-StackMob-OrderBy": "\(order)"]),
      .status(200, json: People.answer(found)), route: "Query", whole: ["$[*]"], order: requirements
    )
  }

  @InteractionBuilder private static var ordering: [Interaction] {
    ordered("by name", "name:asc", ["ann", "ben", "cid", "dee"], [.ascending("$[*].name")])
    ordered(
      "by name, the last first", "name:desc", ["dee", "cid", "ben", "ann"],
      [.descending("$[*].name")])
    ordered(
      "by age, those without first", "age", ["dee", "ann", "ben", "cid"],
      [.ascending("$[*].age")])
    ordered(
      "by height, then by age", "height:desc,age:desc", ["ben", "cid", "ann", "dee"],
      [.descending("$[*].height")])
    ordered(
      "by height, in creation order if it is equal", "height:asc",
      ["dee", "ann", "cid", "ben"], [.ascending("$[*].height")])
  }

  @InteractionBuilder private static var paging: [Interaction] {
    page("the first two", "0-1", finds: ["ann", "ben"], of: "0-1/4")
    page("the rest", "2-", finds: ["cid", "dee"], of: "2-3/4")
    page("more than there is", "3-9", finds: ["dee"], of: "3-3/4")
    page("all there is", "0-9", finds: People.ids)
    page("one, to count them", "0-0", finds: ["ann"], of: "0-0/4", .sdk("SMDataStore.m"))
    page("nothing, after the end", "7-9", finds: [], of: "7-7/4")
    Interaction.step(
      "a page that holds all that a query finds",
      [.protocolReference("A10.6"), .guide("Lower Level Query API"), .sdk("SMDataStore.m")],
      given: People.states,
      .get("/person", query: ["age[gt]": "30"], headers: ["Range": "objects=0-0"]),
      .status(200, json: People.answer(["cid"])), route: "Query", whole: ["$[*]"],
      absentHeaders: ["Content-Range"])
    Interaction.step(
      "a page of a query in an order",
      [.protocolReference("A10.6"), .protocolReference("A10.5"), .documentation("REST API")],
      given: People.states,
      .get(
        "/person", query: ["age[gt]": "1"],
        headers: ["X-StackMob-OrderBy": "age:desc", "Range": "objects=0-1"]),
      .status(
        206, headers: ["Content-Range": "objects 0-1/3"], json: People.answer(["cid", "ben"])),
      route: "Query", whole: ["$[*]"], order: [.descending("$[*].age")])
  }

  @InteractionBuilder private static var selecting: [Interaction] {
    Interaction.step(
      "a selection returns the fields named and the id",
      [.protocolReference("A10.7"), .guide("Per Request Options"), .suite("UserSpec.js")],
      given: People.states,
      .get("/person/ann", headers: ["X-StackMob-Select": "name,age,size"]),
      .status(200, json: ["person_id": "ann", "name": "Ann", "age": 25]), route: "Read one",
      absent: ["$.size", "$.createddate"])
    Interaction.step(
      "a selection counts for each object of a query",
      [.protocolReference("A10.7"), .guide("Per Request Options")], given: People.states,
      .get("/person", query: ["age[lt]": "35"], headers: ["X-StackMob-Select": "name"]),
      .status(
        200, json: [["person_id": "ann", "name": "Ann"], ["person_id": "ben", "name": "Ben"]]),
      route: "Query", whole: ["$[*]"])
    Interaction.step(
      "a selection inside an expanded relationship also returns its ids",
      [.protocolReference("A10.7"), .documentation("REST API, \"Select\"")],
      given: People.states,
      .get(
        "/person/ann",
        headers: ["X-StackMob-Select": "friends.name", "X-StackMob-Expand": "1"]),
      .status(
        200,
        json: [
          "person_id": "ann",
          "friends": [
            ["person_id": "ben", "name": "Ben"], ["person_id": "cid", "name": "Cid"],
          ],
        ]), route: "Read one", whole: ["$", "$.friends[*]"])
    Interaction.step(
      "a selection of everything inside a relationship",
      [.protocolReference("A10.7"), .documentation("REST API, \"Select\"")],
      given: People.states,
      .get("/person/ann", headers: ["X-StackMob-Select": "best.*", "X-StackMob-Expand": "1"]),
      .status(200, json: ["person_id": "ann", "best": .same(People.person("ben"))]),
      route: "Read one", whole: ["$", "$.best"])
  }

  /// Returns an example for Ann's object, in which `changes` replace the members of the same names.
  private static func ann(_ changes: KeyValuePairs<String, JSON>) -> Example {
    var object = People.person("ann")
    for (name, value) in changes { object[name] = value }
    return .same(object)
  }

  @InteractionBuilder private static var expanding: [Interaction] {
    let friends: JSON = [
      .object(People.person("ben")), .object(People.person("cid")),
    ]
    Interaction.step(
      "related ids become objects, one level deep",
      [.protocolReference("A10.8"), .guide("Per Request Options")], given: People.states,
      .get("/person/ann", headers: ["X-StackMob-Expand": "1"]),
      .status(200, json: ann(["best": .object(People.person("ben")), "friends": friends])),
      route: "Read one", whole: ["$", "$.best", "$.friends[*]"])
    Interaction.step(
      "the depth may be in the query, and the id of a missing object stays an id",
      [.protocolReference("A10.8"), .documentation("REST API, \"Expand\"")],
      given: [
        .schema("note", ["by": "relationship[user]"]),
        .object("note", Sample.dated(["note_id": "1", "by": "gone"])),
      ], .get("/note", query: ["_expand": "1"]),
      .status(200, json: [.same(Sample.dated(["note_id": "1", "by": "gone"]))]), route: "Query",
      whole: ["$[*]"])
    Interaction.step(
      "two levels deep, what lies deeper stays ids",
      [
        .protocolReference("A10.8"), .documentation("REST API, \"Expand\""),
        .sdk("SMDataStore+Protected.m"),
      ],
      given: People.states,
      .get(
        "/person/ann",
        headers: ["X-StackMob-Expand": "2", "X-StackMob-Select": "friends.friends.name"]),
      .status(
        200,
        json: [
          "person_id": "ann",
          "friends": [
            ["person_id": "ben", "friends": [["person_id": "ann", "name": "Ann"]]],
            ["person_id": "cid"],
          ],
        ]), route: "Read one", whole: ["$", "$.friends[*]"])
  }

  @InteractionBuilder private static var refusals: [Interaction] {
    for (name, range) in [("without a number", "a-b"), ("that ends before its start", "3-1")] {
      Interaction.refusal(
        "a page \(name) is refused", [.protocolReference("A10.6")], given: People.states,
        .get("/person", headers: ["Range": "objects=\(range)"]), 400, "Malformed Range header",
        fault: "malformed Range", route: "Query")
    }
    Interaction.refusal(
      "an order that goes neither up nor down is refused", [.protocolReference("A10.5")],
      given: People.states, .get("/person", headers: ["X-StackMob-OrderBy": "age:up"]), 400,
      "Malformed X-StackMob-OrderBy header", fault: "malformed order", route: "Query")
    Interaction.refusal(
      "an order by a field that is unknown is refused", [.protocolReference("A10.5")],
      given: People.states, .get("/person", headers: ["X-StackMob-OrderBy": "size"]), 400,
      "Field size does not exist in schema person", fault: "query on an unknown field",
      route: "Query")
    Interaction.refusal(
      "a selection inside a relationship that is not expanded is refused",
      [.protocolReference("A10.7"), .documentation("REST API, \"Select\"")],
      given: People.states,
      .get("/person/ann", headers: ["X-StackMob-Select": "friends.name"]), 400,
      "Cannot select friends.name without expanding",
      fault: "select inside a relationship not expanded", route: "Read one")
    Interaction.refusal(
      "a depth that is not a number is refused", [.protocolReference("A10.8")],
      given: People.states, .get("/person/ann", headers: ["X-StackMob-Expand": "deep"]), 400,
      "Bad Request", fault: "malformed request", route: "Read one")
  }
}
