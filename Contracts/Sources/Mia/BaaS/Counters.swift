import GhostlightContracts
import GhostlightCore

/// Promises about the item members `sync` and `trash`, which synchronisation uses.
enum Counters {
  static let pact = Pact.mia {
    marks
    pulls
    documents
  }

  private static let evidence: [Evidence] = [
    .protocolReference("B11"), .documentation("developer_guide/api.md"),
    .guide("MIASync Framwerork"),
  ]

  private static func marked(_ id: Int, _ sync: Int64, _ trash: Int64) -> JSONObject {
    [
      "id": .string("p\(id)"), "sync": .integer(sync), "trash": .integer(trash),
      "title": .string("picture \(id)"),
    ]
  }

  @InteractionBuilder private static var marks: [Interaction] {
    Interaction.step(
      "an item begins with both at zero", evidence, .post("\(Pictures.path)/", json: [:]),
      .status(200, json: Pictures.answer([:])), route: "Create or update an item")
    for (what, sync, trash) in [
      ("a draft", Int64(2), Int64(0)), ("trash that the CMS sees", 2, 1),
      ("trash that the CMS does not see", 2, 2), ("trash without a draft", 0, 1),
    ] {
      Interaction.step(
        "an item may be made \(what)", evidence, given: [.item(marked(1, 0, 0))],
        .post(
          "\(Pictures.path)/",
          json: [
            "id": "p1", "sync": .value(.integer(sync)), "trash": .value(.integer(trash)),
          ]), .status(200, json: Pictures.answer(marked(1, sync, trash))),
        route: "Create or update an item")
    }
    Interaction.step(
      "marks of the client are kept all the same", evidence + [.decision("stored, with a word")],
      given: [.item(marked(1, 0, 0))],
      .post("\(Pictures.path)/", json: ["id": "p1", "sync": 1, "trash": -1]),
      .status(200, json: Pictures.answer(marked(1, 1, -1))), route: "Create or update an item")
  }

  private static let all = [marked(1, 0, 0), marked(2, 2, 0), marked(3, 2, 1), marked(4, 2, 2)]

  @InteractionBuilder private static var pulls: [Interaction] {
    let states = all.map { GivenState.item($0) }
    Interaction.step(
      "a pull sees drafts and trash too", evidence + [.protocolReference("B3")], given: states,
      .get(
        "\(Pictures.path)/",
        query: Pictures.query(
          #"{"updatedAt":{"$gt":0},"$sort":{"updatedAt":1},"$limit":500}"#)),
      .status(200, json: .array(all.map { Pictures.answer($0) })), route: "List items",
      whole: ["$[*]"], order: [.ascending("$[*].updatedAt")])
    Interaction.step(
      "nothing has changed after the last change", evidence, given: states,
      .get("\(Pictures.path)/", query: Pictures.query(#"{"updatedAt":{"$gt":99999999999999}}"#)),
      .status(200, json: []), route: "List items", whole: [])
    Interaction.step(
      "trash can be asked for", evidence, given: states,
      .get("\(Pictures.path)/", query: Pictures.query(#"{"trash":{"$gte":1}}"#)),
      .status(200, json: .array(all[2...].map { Pictures.answer($0) })), route: "List items",
      whole: ["$[*]"])
    Interaction.step(
      "items that change at once do not change at the same time",
      [.protocolReference("B3"), .decision("updatedAt grows")],
      .post("\(Pictures.path)/bulk", json: [["n": 1], ["n": 2], ["n": 3]]),
      .status(
        200, json: .array((1...3).map { Pictures.answer(["n": .integer($0)]) })),
      route: "Create items", whole: ["$[*]"], order: [.ascending("$[*].updatedAt")])
  }

  /// Pulls and pushes of the CRUD service's documents, like those of items (A15).
  @InteractionBuilder private static var documents: [Interaction] {
    let states = ["PUBLIC", "DRAFT", "TRASH", "DELETED"]
    let plates = states.enumerated().map { Plates.plate($0.offset + 1, "plate", $0.element) }
    Interaction.step(
      "a pull of documents asks for all states since a time",
      [.protocolReference("A15"), .guide("Sync")],
      given: [Plates.collection] + plates.map { .document($0) },
      .get(
        "\(Plates.path)/",
        query: [
          "_q": #"{"updatedAt":{"$gte":"2020-04-05T17:16:14.175Z"}}"#,
          "_st": "PUBLIC,DRAFT,TRASH,DELETED", "_s": "updatedAt", "_l": "200", "_sk": "0",
        ]), .status(200, json: .array(plates.map { .value(.object($0)) })),
      route: "List documents", whole: ["$[*]"], order: [.ascending("$[*].updatedAt")])
    Interaction.step(
      "a push changes a document in whatever state it is", [.protocolReference("A15")],
      given: [Plates.collection] + plates.map { .document($0) },
      .patch(
        at: "\(Plates.path)/5e8ae13bb74dbf0011444ed4",
        query: ["_st": "PUBLIC,DRAFT,TRASH,DELETED"],
        ["$set": ["kind": "soup"], "$unset": ["note": true]]),
      .status(200, json: ["__STATE__": "DELETED", "kind": "soup"]), route: "Update a document",
      whole: [], absent: ["$.note"])
  }
}
