import GhostlightContracts
import GhostlightCore
import HTTPTypes
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct `Contracts with compressed responses and without states` {
  /// `{"a":1}`, made by Python's `gzip` and `zlib`.
  private static let gzip = "H4sIAAAAAAACA6tWSlSyMqwFAK+sG1YHAAAA"
  private static let deflate = "eJyrVkpUsjKsBQAIKgIJ"

  private func run(
    _ coding: String, _ body: String, promise: PactResponse = .status(200, json: ["a": 1])
  ) async throws -> [ContractOutcome] {
    let pact = Pact(consumer: "a", provider: "b") {
      Interaction("x", request: .get("/"), response: promise)
    }
    let bytes = [UInt8](try #require(Data(base64Encoded: body)))
    let responder = Responder(name: "b") { _ in
      var response = Response(.ok, headers: [.contentType: "application/json"], body: bytes)
      response.headers[.contentEncoding] = coding
      return response
    }
    return await ContractRunner(.responder(responder)).run([ContractFile("f", pact)]).results
      .map(\.outcome)
  }

  @Test(arguments: [
    ("gzip", gzip), ("x-gzip", gzip), ("deflate", deflate), ("identity", "eyJhIjoxfQ=="),
  ])
  func `a compressed response is decoded before it is compared`(
    _ coding: String, _ body: String
  ) async throws {
    #expect(try await run(coding, body) == [.kept])
    let other = try await run(coding, body, promise: .status(200, json: ["a": 2]))
    #expect(other == [.broken([ContractFailure(at: "$.a", expected: "2", actual: "1")])])
  }

  @Test func `a coding that cannot be removed is named`() async throws {
    let expected = ContractFailure(
      at: "body", expected: "a body that can be decoded",
      actual: "a body that is coded as br, which Ghostlight does not decode")
    #expect(try await run("br", "AAAA") == [.broken([expected])])
    #expect(try await run("br", "AAAA", promise: .status(200)) == [.kept])
  }

  @Test(arguments: [PactBody.json(["a": 1], contentType: "application/json"), nil])
  func `a stub decodes a compressed request, and compressed bytes of a contract`(
    _ body: PactBody?
  ) async throws {
    let bytes = [UInt8](try #require(Data(base64Encoded: Self.gzip)))
    var promise = PactRequest(method: "POST", path: "/")
    promise.headers = [PactField("Content-Encoding", ["gzip"])]
    promise.body = body ?? .bytes(bytes, contentType: "application/json")
    let pact = Pact(
      consumer: "a", provider: "b",
      interactions: [Interaction("x", request: promise, response: .empty(204))])
    let responder = Responder.contract(pact)
    let status = { (body: [UInt8]) in
      var request = Request(.post, "/", headers: [.contentType: "application/json"], body: body)
      request.headers[.contentEncoding] = "gzip"
      return await responder.respond(request).status.code
    }
    #expect(await status(bytes) == 204)
    // `{"a":2}`, stored without compression.
    let other = try #require(Data(base64Encoded: "H4sIAAAAAAAA/wEHAPj/eyJhIjoyfWz/Nn0HAAAA"))
    #expect(await status([UInt8](other)) == 501)
    #expect(await status([0, 1, 2]) == 501)
  }

  @Test func `a form in a response may have its fields in any order, under rules`() async throws {
    var promise = PactResponse.status(200)
    promise.body = .text("a=1&b=2&b=3", contentType: "application/x-www-form-urlencoded")
    promise.rules[.body] = [PactRule(PactPath([.member("a")]), [.integer])]
    let places = { (body: String) -> [String] in
      let responder = Responder(name: "b") { _ in Response(.ok, body: Array(body.utf8)) }
      let pact = Pact(
        consumer: "a", provider: "b",
        interactions: [Interaction("x", request: .get("/"), response: promise)])
      let report = await ContractRunner(.responder(responder)).run([ContractFile("f", pact)])
      return report.results.flatMap(\.outcome.failures).map(\.place)
    }
    #expect(await places("b=2&a=22&b=3") == [])
    #expect(await places("b=3&a=22&b=2") == ["field b", "field b"])
    #expect(await places("b=2&b=3&a=x&c=1") == ["field a", "field c"])
    #expect(await places("a=1&b=2") == ["field b"])
    #expect(await places("a=%zz") == ["body"])
  }

  @Test func `an executor without states sends the examples`() async {
    let executor = ContractExecutor.responder(
      Responder(name: "notes") { request in .json(.ok, ["title": .string(request.target.raw)]) })
    let filter = ContractFilter(words: ["a note is read"])
    let file = ContractFile("notes.json", Notes.pact)
    let skipped = await ContractRunner(executor).run([file], filter: filter)
    #expect(skipped.counts.skipped == 1)
    let played = await ContractRunner(executor.withoutStates).run([file], filter: filter)
    #expect(played.results.map(\.outcome) == [.kept])
    #expect(played.results.map { $0.request?.target.raw } == ["/notes/1"])
  }
}
