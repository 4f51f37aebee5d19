import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightContracts

@Suite struct `Parts of contracts that are not supported` {
  /// Returns a contract with a sound interaction and one with `change` made to it.
  private func pact(
    _ change: (inout JSONObject, inout JSONObject) -> Void
  ) throws -> Pact {
    var (request, response): (JSONObject, JSONObject) = (
      ["method": "GET", "path": "/a"],
      [
        "status": 200, "headers": ["Content-Type": ["application/json"]],
        "body": ["content": ["a": "x"]],
      ]
    )
    change(&request, &response)
    return try Pact(reading: [
      "consumer": ["name": "app"], "provider": ["name": "notes"],
      "interactions": [
        ["description": "sound", "request": ["path": "/b"], "response": ["status": 204]],
        [
          "description": "other", "request": .object(request), "response": .object(response),
        ],
      ], "metadata": ["pactSpecification": ["version": "4.0"]],
    ])
  }

  private static func rules(_ matcher: JSON) -> JSON {
    ["body": ["$.a": ["combine": "AND", "matchers": [matcher]]]]
  }

  @Test(
    arguments: [
      (["match": "magic"], "the matcher \"magic\" is not supported"),
      (["match": "regex", "regex": "(["], "the pattern \"([\" is invalid or not supported"),
      (
        ["match": "regex", "regex": "(a)\\1"], "the pattern \"(a)\\1\" is invalid or not supported"
      ),
      (
        ["match": "eachValue", "rules": [["match": "magic"]]],
        "the matcher \"magic\" is not supported"
      ),
      (
        [
          "match": "arrayContains",
          "variants": [["index": 0, "rules": ["$": ["matchers": [["match": "magic"]]]]]],
        ], "the matcher \"magic\" is not supported"
      ),
    ] as [(JSON, String)])
  func `an unknown matcher skips its interaction alone`(matcher: JSON, reason: String) async throws
  {
    let pact = try pact { _, response in response["matchingRules"] = Self.rules(matcher) }
    try await expectSkipped(pact, reason)
  }

  @Test(
    arguments: [
      (["type": "Horoscope"], "the generator \"Horoscope\" is not supported"),
      (
        ["type": "Date", "expression": "in a while"],
        "the generator \"Date\" with \"in a while\" is not supported"
      ),
      (
        ["type": "Regex", "regex": "(a)\\1"],
        "the generator \"Regex\" with \"(a)\\1\" is not supported"
      ),
    ] as [(JSON, String)])
  func `an unknown generator skips its interaction alone`(
    generator: JSON, reason: String
  ) async throws {
    let pact = try pact { _, response in response["generators"] = ["body": ["$.a": generator]] }
    try await expectSkipped(pact, reason)
    try await expectSkipped(
      try self.pact { request, _ in request["generators"] = ["path": generator] }, reason)
  }

  /// The CSV plugin of Pact writes such paths.
  @Test func `an interaction of a plugin is skipped, whatever its rules are`() async throws {
    var file = try pact { _, _ in }.json.object ?? [:]
    var interactions = file["interactions"]?.array ?? []
    var odd = interactions[1].object ?? [:]
    odd["pluginConfiguration"] = ["csv": ["columns": 3]]
    var response = odd["response"]?.object ?? [:]
    response["matchingRules"] = ["body": ["column:Name": ["matchers": [["match": "type"]]]]]
    odd["response"] = .object(response)
    interactions[1] = .object(odd)
    file["interactions"] = .array(interactions)
    try await expectSkipped(try Pact(reading: .object(file)), "it needs a Pact plugin")
  }

  @Test(arguments: ["multipart/form-data", "multipart/form-data; boundary=y"])
  func `a promised multipart body that cannot be split is skipped`(type: String) async throws {
    let pact = try pact { _, response in
      response["body"] = ["content": "--x\r\n\r\n1\r\n--x--", "contentType": .string(type)]
    }
    try await expectSkipped(
      pact, "its multipart body has no parts, or its type has no boundary")
  }

  private func expectSkipped(_ pact: Pact, _ reason: String) async throws {
    #expect(pact.interactions.map(\.unsupported) == [nil, reason])
    #expect(try Pact.parse(Array(pact.fileText.utf8)) == pact)
    let files = [ContractFile("f", pact)]
    let responder = Responder(name: "notes") { _ in Response(.noContent) }
    let report = await ContractRunner(.responder(responder)).run(files)
    #expect(report.results.map(\.outcome) == [.kept, .skipped(reason)])
    #expect(pact.stubRemarks == ["\"other\" is skipped: \(reason)"])
    let stub = ContractStub(files)
    #expect(await stub.responder.respond(Request(.get, "/b")).status == .noContent)
    #expect(await stub.responder.respond(Request(.get, "/a")).status == .notImplemented)
  }
}
