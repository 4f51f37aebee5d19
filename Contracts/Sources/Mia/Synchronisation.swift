import GhostlightContracts
import GhostlightCore

/// Promises about the exact requests that `MIASync` and CRUD's `Sync` send.
enum Synchronisation {
  static let pact = Pact.mia {
    itemPulls
    itemPushes
    documentPulls
    documentPushes
  }

  // MARK: Items

  private static let miaSync: [Evidence] = [
    .protocolReference("B11"), .protocolReference("C6"), .guide("MIASync Framwerork"),
  ]
  private static let json: KeyValuePairs<String, Example> = ["Content-Type": "application/json"]

  private static func item(_ id: Int, _ sync: Int64 = 0, _ trash: Int64 = 0) -> JSONObject {
    [
      "id": .string("p\(id)"), "title": .string("picture \(id)"), "sync": .integer(sync),
      "trash": .integer(trash),
    ]
  }

  @InteractionBuilder private static var itemPulls: [Interaction] {
    let all = [item(1), item(2, 2), item(3, 2, 1)]
    let states = all.map { GivenState.item($0) }
    Interaction.step(
      "MIASync's first pull has the oldest changes first", miaSync, given: states,
      .get(
        "\(Pictures.path)/",
        query: Pictures.query(#"{"$limit":500,"$sort":{"updatedAt":1,"id":1}}"#)),
      .status(200, headers: json, json: .array(all.map { Pictures.answer($0) })),
      route: "List items", whole: ["$[*]"], order: [.ascending("$[*].updatedAt")])
    Interaction.step(
      "MIASync's next pull has what changed since", miaSync, given: states,
      .get(
        "\(Pictures.path)/",
        query: Pictures.query(
          #"{"$and":[{"updatedAt":{"$gt":99999999999999}}],"#
            + #""$limit":500,"$sort":{"updatedAt":1,"id":1}}"#)),
      .status(200, headers: json, json: []), route: "List items", whole: [])
    Interaction.refusedItem(
      "MIASync pulls nothing that needs a login, without one", miaSync + [.protocolReference("B5")],
      given: [.access(["read": ["groups": ["users"]]])],
      .get(
        "\(Pictures.path)/",
        query: Pictures.query(#"{"$limit":500,"$sort":{"updatedAt":1,"id":1}}"#)), 401,
      "Unauthorized", fault: "login needed", route: "List items")
  }

  private static func push(
    _ description: String, given states: [GivenState] = [.item(item(1))], _ body: JSON,
    _ answer: JSONObject
  ) -> Interaction {
    Interaction.step(
      description, miaSync, given: states, .post("\(Pictures.path)/", json: .value(body)),
      .status(200, headers: json, json: Pictures.answer(answer)),
      route: "Create or update an item")
  }

  @InteractionBuilder private static var itemPushes: [Interaction] {
    push(
      "MIASync creates an item in the normal state", given: [],
      ["sync": 0, "title": "new", "trash": 0], ["title": "new", "sync": 0, "trash": 0])
    push(
      "MIASync's change makes a draft normal", given: [.item(item(1, 2))],
      ["id": "p1", "sync": 0, "text": nil, "title": "changed"],
      ["id": "p1", "title": "changed", "text": nil, "sync": 0, "trash": 0])
    push(
      "MIASync moves an item to the trash", ["id": "p1", "sync": 2, "trash": 1], item(1, 2, 1))
    Interaction.step(
      "MIASync deletes an item for good", miaSync, given: [.item(item(1))],
      .delete("\(Pictures.path)/", query: Pictures.query(#"{"id":"p1"}"#)),
      .status(200, headers: json, json: ["count": 1]), route: "Delete an item")
    for (what, request) in [
      (
        "change",
        PactRequest.post(
          "\(Pictures.path)/", json: ["id": "p9", "sync": 0, "title": "changed"])
      ),
      (
        "trash",
        PactRequest.post("\(Pictures.path)/", json: ["id": "p9", "sync": 2, "trash": 1])
      ),
    ] {
      Interaction.refusedItem(
        "MIASync's \(what) of a deleted item is not found", miaSync, given: [.item(item(1))],
        request, 404, "Resource not found", fault: "not found", route: "Create or update an item")
    }
  }

  // MARK: Documents

  private static let sync: [Evidence] = [
    .protocolReference("A15"), .protocolReference("C7.1"), .guide("Sync"),
  ]
  private static let all: Example = "PUBLIC,DRAFT,TRASH,DELETED"
  private static let plates = ["PUBLIC", "DRAFT", "TRASH", "DELETED"].enumerated()
    .map { Plates.plate($0.offset + 1, "plate", $0.element) }
  private static let states = [Plates.collection] + plates.map { GivenState.document($0) }
  private static let fourth = "\(Plates.path)/5e8ae13bb74dbf0011444ed4"

  @InteractionBuilder private static var documentPulls: [Interaction] {
    let found = PactResponse.status(200, json: .array(plates.map { .value(.object($0)) }))
    Interaction.step(
      "Sync's first pull has all states, the oldest changes first", sync, given: states,
      .get("\(Plates.path)/", query: ["_l": "200", "_s": "updatedAt", "_st": all]), found,
      route: "List documents", whole: ["$[*]"], order: [.ascending("$[*].updatedAt")])
    Interaction.step(
      "Sync's next pull has the changes of its millisecond again", sync, given: states,
      .get(
        "\(Plates.path)/",
        query: [
          "_l": "200", "_q": .value(.string(#"{"updatedAt":{"$gte":"\#(Sample.time)"}}"#)),
          "_s": "updatedAt", "_st": all,
        ]), found, route: "List documents", whole: ["$[*]"])
    Interaction.step(
      "Sync's pull continues within a millisecond by skipping", sync, given: states,
      .get(
        "\(Plates.path)/",
        query: [
          "_l": "200", "_q": .value(.string(#"{"updatedAt":{"$gte":"\#(Sample.time)"}}"#)),
          "_s": "updatedAt", "_sk": "3", "_st": all,
        ]), .status(200, json: [.value(.object(plates[3]))]), route: "List documents",
      whole: ["$[*]"])
    Interaction.missing(
      "Sync pulls nothing of a class without a collection", sync + [.protocolReference("A4")],
      given: [Plates.collection],
      .get("/v2/spoons/", query: ["_l": "200", "_s": "updatedAt", "_st": all]),
      route: "List documents")
  }

  @InteractionBuilder private static var documentPushes: [Interaction] {
    Interaction.step(
      "Sync creates a document in the state that it names", sync, given: [Plates.collection],
      .post("\(Plates.path)/", json: ["__STATE__": "PUBLIC", "name": "new"]),
      .status(200, json: ["_id": Sample.anyObjectID]), route: "Insert a document")
    Interaction.step(
      "Sync reads a document in whatever state", sync, given: states,
      .get("\(fourth)", query: ["_st": all]), .status(200, json: .value(.object(plates[3]))),
      route: "Get a document")
    Interaction.step(
      "Sync changes a document in whatever state", sync, given: states,
      .patch(
        at: fourth, query: ["_st": all],
        ["$set": ["kind": "soup", "name": "changed"], "$unset": ["note": true]]),
      .status(
        200,
        json: [
          "_id": "5e8ae13bb74dbf0011444ed4", "__STATE__": "DELETED", "creatorId": "public",
          "createdAt": "\(Sample.time)", "updaterId": "public", "updatedAt": Sample.anyTime,
          "name": "changed", "kind": "soup",
        ]), route: "Update a document", absent: ["$.note"])
    for (from, to) in [("PUBLIC", "TRASH"), ("TRASH", "DELETED"), ("TRASH", "DRAFT")] {
      Interaction.step(
        "Sync goes from \(from) to \(to)", sync + [.protocolReference("A13")],
        given: [Plates.collection, .document(Plates.plate(1, "plate", from))],
        .post("\(Plates.alfaPath)/state", json: ["stateTo": "\(to)"]), .empty(204),
        route: "Change the state of a document", absentHeaders: ["Content-Type"])
    }
    for (what, request) in [
      ("change", PactRequest.patch(at: fourth, query: ["_st": all], ["$set": ["name": "x"]])),
      ("read", PactRequest.get("\(fourth)", query: ["_st": all])),
    ] {
      Interaction.missing(
        "Sync cannot \(what) a missing document", sync, given: [Plates.collection], request,
        route: what == "read" ? "Get a document" : "Update a document")
    }
  }
}
