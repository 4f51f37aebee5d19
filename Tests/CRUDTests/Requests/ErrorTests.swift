import CRUD
import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Errors` {
  @Test(arguments: [
    "", "https://", "ftp://host", "https://host/v2?a=b", "https://host/v2#a", "http://a b/v2",
    "https://user@host/v2", "<YourProjectBasePath>",
  ])
  func `an invalid base path is an error of the request`(_ basePath: String) {
    let stage = MockTransport()
    let crud = CRUD(basePath: basePath, secret: "s", transport: stage.transport)
    #expect(
      throws: CRUDError.invalidURL(
        "The base path \"\(basePath)\" is not a valid URL; write it as https://host/v2.")
    ) { try crud.get(collection: "author").sync() }
  }

  @Test(arguments: ["", ".", ".."])
  func `an empty id or name is an error and sends nothing`(_ name: String) {
    let stage = MockTransport(.json(.ok, 3))
    let ids = CRUDError.invalidURL(
      "Invalid id \"\(name)\"; use one that is neither empty nor \".\" nor \"..\".")
    #expect(throws: ids) { try stage.crud.delete(collection: "author").sync(id: name) }
    #expect(throws: ids) { try stage.crud.get(collection: "author").sync(id: name) }
    #expect(
      throws: CRUDError.invalidURL(
        "Invalid collection \"\(name)\"; use one that is neither empty nor \".\" nor \"..\".")
    ) {
      try stage.crud.delete(collection: name).sync(queryBuilder: nil)
    }
    #expect(stage.calls == [])
  }

  static let refusals: [(Response, CRUDError)] = [
    (
      .json(.notFound, ["error": "not found"]),
      .http(statusCode: 404, error: "not found", message: nil)
    ),
    (
      .json(.badRequest, ["statusCode": 400, "error": "Bad Request", "message": "no"]),
      .http(statusCode: 400, error: "Bad Request", message: "no")
    ),
    (
      Response(.badGateway, body: Array("<html>".utf8)),
      .http(statusCode: 502, error: nil, message: nil)
    ),
    (
      .json(.init(code: 302), ["error": 3]),
      .http(statusCode: 302, error: nil, message: nil)
    ),
  ]

  @Test(arguments: refusals)
  func `a refusal is an error with status and message`(_ response: Response, _ error: CRUDError) {
    let crud = MockTransport(response).crud
    #expect(throws: error) { try crud.get(collection: "author").sync() }
    #expect(throws: error) { try crud.post(collection: "author").sync(object: ["a": 1]) }
    #expect(throws: error) { try crud.delete(collection: "author").sync(id: "1") }
    #expect(throws: error) {
      try crud.post(collection: "author").syncChangeState(id: "1", newState: .pub)
    }
  }

  static let losses: [(TransportError, CRUDError)] = [
    (.cannotConnect("refused"), .transport("There is no connection: refused")),
    (.connectionReset, .transport("The connection was lost.")),
    (.emptyReply, .transport("The connection was lost.")),
    (.truncatedBody(received: 1, of: 2), .transport("The connection was lost after 1 of 2 bytes.")),
    (.malformedResponse, .transport("The response is not valid HTTP.")),
    (.timedOut, .transport("The response took too long.")),
    (.cancelled, .transport("The request was cancelled.")),
    (.malformedRequest("https://x"), .invalidURL("https://x is not a valid URL.")),
    (.other("odd"), .transport("odd")),
  ]

  @Test(arguments: losses)
  func `a transport error has a message`(_ loss: TransportError, _ error: CRUDError) async {
    let crud = CRUD(
      basePath: "host", secret: "s",
      transport: Transport { _ throws(TransportError) in throw loss })
    #expect(throws: error) { try crud.get(collection: "author").sync() }
    await #expect(throws: error) { try await crud.get(collection: "author").async() }
    #expect(error.description == error.localizedDescription)
  }

  @Test(arguments: ["", "3", "[]", "{}", #"{"_id":3}"#, "<html>"])
  func `a response without an id is invalid`(_ body: String) {
    let crud = MockTransport(Response(.ok, body: Array(body.utf8))).crud
    #expect(throws: CRUDError.invalidResponse) {
      try crud.post(collection: "author").sync(object: ["a": 1])
    }
    #expect(throws: CRUDError.invalidResponse) {
      try crud.patch(collection: "author").update(object: 1, for: "a").sync(id: "1")
    }
  }

  @Test(arguments: ["", "[]", "{}", #"{"count":"3"}"#, "3.5", "<html>"])
  func `a response without a count is invalid`(_ body: String) {
    let crud = MockTransport(Response(.ok, body: Array(body.utf8))).crud
    #expect(throws: CRUDError.invalidResponse) { try crud.get(collection: "author").count() }
  }

  @Test func `an empty update is an error without a request`() {
    let stage = MockTransport(.created)
    let patch = stage.crud.patch(collection: "author").states([.draft])
    #expect(throws: CRUDError.emptyPatch) { try patch.sync(id: "1") }
    #expect(stage.calls == [])
  }

  @Test(arguments: ["", "[]", "3", #""a""#])
  func `data that is not a JSON object is an error`(_ text: String) {
    let stage = MockTransport(.created)
    let post = stage.crud.post(collection: "author")
    let error = #expect(throws: CRUDError.self) { try post.sync(object: Data(text.utf8)) }
    #expect(
      error
        == .encoding(
          text.isEmpty
            ? "The data is not valid JSON: unexpected end at byte 0"
            : "Only an object can be created; give one with named properties."))
    #expect(stage.calls == [])
  }

  @Test(arguments: [
    CRUDError.http(statusCode: 404, error: "not found", message: nil),
    .http(statusCode: 400, error: "Bad Request", message: "no"), .invalidResponse, .emptyPatch,
    .decoding("a"),
  ])
  func `error descriptions have one line`(_ error: CRUDError) {
    #expect(!error.description.isEmpty)
    #expect(!error.description.contains("\n"))
    #expect(error.localizedDescription == error.description)
  }
}
