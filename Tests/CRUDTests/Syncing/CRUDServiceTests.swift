import Foundation
import GhostlightCore
import TestSupport
import Testing

@testable import CRUD

@Suite(.limitedConcurrency) struct `Documents and states of a synchronisation` {
  private static let ways: [(State, State, [State])] = [
    (.pub, .pub, []), (.pub, .draft, [.draft]), (.pub, .trash, [.trash]),
    (.pub, .deleted, [.trash, .deleted]), (.draft, .pub, [.pub]), (.draft, .draft, []),
    (.draft, .trash, [.trash]), (.draft, .deleted, [.trash, .deleted]),
    (.trash, .pub, [.draft, .pub]), (.trash, .draft, [.draft]), (.trash, .trash, []),
    (.trash, .deleted, [.deleted]), (.deleted, .pub, [.trash, .draft, .pub]),
    (.deleted, .draft, [.trash, .draft]), (.deleted, .trash, [.trash]), (.deleted, .deleted, []),
  ]

  @Test(arguments: ways) func `a state is reached by the fewest allowed steps`(
    _ start: State, _ end: State, _ steps: [State]
  ) {
    #expect(StateWay.steps(from: start, to: end) == steps)
  }

  private static let whole: JSONObject = [
    "_id": "1", "createdAt": "1970-01-01T00:00:01Z", "updatedAt": "1970-01-01T00:00:02.500Z",
    "creatorId": "c", "updaterId": "u", "__STATE__": "DRAFT", "a": 1,
  ]

  /// Returns the members of a document as texts.
  private static func members(_ json: JSON) throws -> [String: String] {
    Mirror(reflecting: try CRUDService.document(json)).children.reduce(into: [:]) {
      $0[$1.label ?? ""] = "\($1.value)"
    }
  }

  @Test func `a document has the service's members and the app's fields`() throws {
    let members = try Self.members(.object(Self.whole))
    #expect(
      members["id"] == "1" && members["createdAt"] == "Optional(1000)"
        && members["updatedAt"] == "2500" && members["creatorID"] == "Optional(\"c\")"
        && members["updaterID"] == "Optional(\"u\")" && members["state"] == "DRAFT")
    #expect(members["fields"] == "\(["a": 1] as JSONObject)")
  }

  @Test(arguments: [
    ("PUBLIC", "live"), ("DRAFT", "draft"), ("TRASH", "discarded"), ("DELETED", "discarded"),
    ("OTHER", "undefined"), (nil, "live"),
  ]) func `a document has the standing of its state`(_ state: String?, _ standing: String) throws {
    var object = Self.whole
    object["__STATE__"] = state.map { .string($0) }
    let members = try Self.members(.object(object))
    #expect(members["standing"] == standing && members["state"] == state ?? "PUBLIC")
  }

  @Test(arguments: ["_id", "updatedAt"]) func `a document needs an id and a date of change`(
    _ key: String
  ) {
    var object = Self.whole
    object[key] = nil
    #expect(throws: (any Error).self) { try CRUDService.document(.object(object)) }
    #expect(throws: (any Error).self) { try CRUDService.document([]) }
  }

  @Test(arguments: ["PUBLIC", "DRAFT", "TRASH", "DELETED"])
  func `a document fulfils the mark of its state, and every push`(_ state: String) throws {
    let marks = [
      "PUBLIC": "toPublic", "DRAFT": "toDraft", "TRASH": "toTrash", "DELETED": "toDelete",
    ]
    var object = Self.whole
    object["__STATE__"] = .string(state)
    let document = try CRUDService.document(.object(object))
    let service = CRUDService(crud: MockTransport().crud)
    for (other, mark) in marks {
      #expect(service.fulfils(document, mark) == (other == state), "\(mark)")
    }
    #expect(service.fulfils(document, "toPush"))
  }

  private static let outcomes: [(any Error, String)] = [
    (CRUDError.invalidURL("x"), "refused"), (CRUDError.encoding("x"), "refused"),
    (CRUDError.emptyPatch, "refused"), (CRUDError.transport("x"), "open"),
    (CRUDError.decoding("x"), "open"), (CRUDError.invalidResponse, "open"),
    (CancellationError(), "open"),
    (CRUDError.http(statusCode: 400, error: nil, message: nil), "refused"),
    (CRUDError.http(statusCode: 500, error: nil, message: nil), "open"),
  ]

  @Test(arguments: outcomes) func `an error leaves a write open if the service may have it`(
    _ error: any Error, _ outcome: String
  ) {
    let service = CRUDService(crud: MockTransport().crud)
    #expect("\(service.outcome(of: error))" == outcome)
    let status = (error as? CRUDError)?.status
    if case CRUDError.http(let code, _, _) = error {
      #expect(status == code)
    } else {
      #expect(status == nil)
    }
  }
}
