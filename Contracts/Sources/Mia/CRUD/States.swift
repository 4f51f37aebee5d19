import GhostlightContracts
import GhostlightCore

/// Promises about the states of the CRUD service's documents, and the allowed transitions.
enum States {
  static let pact = Pact.mia {
    allowed
    forbidden
    odd
    many
    lineSeven
    lineSevenRest
  }

  private static let names = ["PUBLIC", "DRAFT", "TRASH", "DELETED"]
  private static let ways = [
    "PUBLIC": ["DRAFT", "TRASH"], "DRAFT": ["PUBLIC", "TRASH"], "TRASH": ["DRAFT", "DELETED"],
    "DELETED": ["TRASH"],
  ]
  private static let tests = Evidence.documentation(
    "crud-service, tests/httpInterface.changeStateById.test.js")
  private static let evidence: [Evidence] = [
    .protocolReference("A13"), .documentation("crud-service, README.md"), tests,
  ]
  private static let route = "Change the state of a document"

  private static func plate(in state: String) -> [GivenState] {
    [Plates.collection, .document(Plates.plate(1, "Alfa", state))]
  }

  private static func change(to state: String) -> PactRequest {
    .post("\(Plates.alfaPath)/state", json: ["stateTo": "\(state)"])
  }

  private static func goes(
    _ from: String, _ to: String, given line: [GivenState] = [], _ evidence: [Evidence] = evidence
  ) -> Interaction {
    Interaction.step(
      "a document goes from \(from) to \(to)\(line.isEmpty ? "" : " in the 7.x line")", evidence,
      given: line + plate(in: from), change(to: to), .empty(204), route: route,
      absentHeaders: ["Content-Type"])
  }

  @InteractionBuilder private static var allowed: [Interaction] {
    for from in names { for to in ways[from] ?? [] { goes(from, to) } }
  }

  @InteractionBuilder private static var forbidden: [Interaction] {
    for from in names {
      for to in names where ways[from]?.contains(to) == false {
        Interaction.missing(
          "no document goes from \(from) to \(to)",
          evidence + [
            .decision("E27: profile 6"), .sdk("crud-service 6.3.0, lib/CrudService.js"),
          ],
          given: plate(in: from), change(to: to), route: route)
      }
    }
  }

  @InteractionBuilder private static var odd: [Interaction] {
    Interaction.missing(
      "the state of a missing document cannot be changed", evidence, given: [Plates.collection],
      change(to: "DRAFT"),
      route: route)
    Interaction.invalid(
      "there are four states", evidence, given: plate(in: "PUBLIC"), change(to: "NONE"),
      "body/stateTo must be equal to one of the allowed values", route: route)
    Interaction.invalid(
      "a state must be named", evidence, given: plate(in: "PUBLIC"),
      .post("\(Plates.alfaPath)/state", json: [:]),
      "body must have required property 'stateTo'", route: route)
    Interaction.unknown(
      "a change of state does not accept the parameter _st", [.protocolReference("A10")],
      given: plate(in: "PUBLIC"),
      .post("\(Plates.alfaPath)/state", query: ["_st": "PUBLIC"], json: ["stateTo": "DRAFT"]),
      "_st", at: "querystring", route: route)
    Interaction.missing(
      "a change of state may have a condition", [.protocolReference("A10")],
      given: plate(in: "PUBLIC"),
      .post("\(Plates.alfaPath)/state", query: ["name": "Beta"], json: ["stateTo": "DRAFT"]),
      route: route)
  }

  private static func count(_ description: String, _ body: JSON, _ number: Int64) -> Interaction {
    Interaction.step(
      description,
      [
        .protocolReference("A10"), .protocolReference("A16"),
        .suite("crud-service, tests/httpInterface.changeStateBulk.test.js"),
      ],
      given: Plates.withDraft + [.document(Plates.plate(5, "Trash", "TRASH"))],
      .post("\(Plates.path)/state", json: .value(body)),
      .status(200, headers: ["Content-Type": Sample.json], json: .value(.integer(number))),
      route: "Change the state of documents", whole: [])
  }

  @InteractionBuilder private static var many: [Interaction] {
    count(
      "changing states answers how many",
      [
        ["filter": ["_id": "5e8ae13bb74dbf0011444ed3"], "stateTo": "TRASH"],
        ["filter": ["kind": "soup"], "stateTo": "DRAFT"],
      ], 3)
    count(
      "documents that may not get the state are not counted",
      [["filter": [:], "stateTo": "PUBLIC"]], 1)
    count(
      "documents that have the state are not counted", [["filter": [:], "stateTo": "DRAFT"]], 4)
    count(
      "a filter without matches changes nothing",
      [["filter": ["name": "none"], "stateTo": "DRAFT"]], 0)
    Interaction.invalid(
      "no element is too few", [.protocolReference("A13")], given: Plates.one,
      .post("\(Plates.path)/state", json: []), "body must NOT have fewer than 1 items",
      route: "Change the state of documents")
    Interaction.invalid(
      "an element names one of the four states", [.protocolReference("A13")], given: Plates.one,
      .post("\(Plates.path)/state", json: [["filter": [:], "stateTo": "NONE"]]),
      "body/0/stateTo must be equal to one of the allowed values",
      route: "Change the state of documents")
  }

  @InteractionBuilder private static var lineSeven: [Interaction] {
    let seven: [Evidence] = [
      .protocolReference("A13"), .documentation("crud-service, CHANGELOG 7.0.0"), tests,
    ]
    for state in names { goes(state, state, given: [.lineSeven], seven) }
    for from in names {
      for to in names where from != to && ways[from]?.contains(to) == false {
        Interaction.refusal(
          "the 7.x line says that no document goes from \(from) to \(to)", seven,
          given: [.lineSeven] + plate(in: from), change(to: to), 400,
          "transition from \(from) to \(to) not allowed.", fault: "forbidden transition, 7.x",
          route: route)
      }
    }
  }

  @InteractionBuilder private static var lineSevenRest: [Interaction] {
    let change = Evidence.documentation("crud-service, CHANGELOG 7.0.0")
    Interaction.refusal(
      "a key that is taken is a conflict in the 7.x line", [.protocolReference("A14"), change],
      given: [.lineSeven] + Plates.codes, .post("/v2/codes/", json: ["code": "a"]), 409,
      Documents.duplicate("a"), fault: "unique index, 7.x", route: "Insert a document")
    Interaction.refusal(
      "a filter's error is the client's in the 7.x line", [.protocolReference("A14"), change],
      given: [.lineSeven, Plates.collection],
      .get("\(Plates.path)/", query: ["_q": #"{"nope":1}"#]), 400, "Unknown field: nope",
      fault: "filter language, 7.x", route: "List documents")
    Interaction.step(
      "a collection has an order of its own in the 7.x line", [.protocolReference("A2"), change],
      given: [.lineSeven] + Plates.full, .get("\(Plates.path)/", query: ["_p": "name"]),
      .status(
        200,
        json: .array(
          [Plates.carlo, Plates.beta, Plates.alfa].map { Plates.only("name", of: $0) })),
      route: "List documents", whole: ["$[*]"], order: [.descending("$[*].name")])
  }
}
