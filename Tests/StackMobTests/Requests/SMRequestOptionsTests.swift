import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import StackMob

@Suite(.limitedConcurrency) struct `Request options` {
  @Test(arguments: [SMRequestOptions(), .options()])
  func `request options have the documented defaults`(_ options: SMRequestOptions) {
    #expect(options.headers == nil)
    #expect(!options.isSecure)
    #expect(options.tryRefreshToken)
    #expect(options.numberOfRetries == 3)
    #expect(options.retryBlock == nil)
    #expect(options.cacheResults)
  }

  private static let headers: [(SMRequestOptions, [String: String])] = [
    (SMRequestOptions(headers: ["A": "b"]), ["A": "b"]),
    (SMRequestOptions(expandDepth: 2), ["X-StackMob-Expand": "2"]),
    (
      SMRequestOptions(returnedFieldsRestrictedTo: ["name", "age"]),
      ["X-StackMob-Select": "name,age"]
    ),
    (
      associated([("author", "user"), ("author.friends", "user")]),
      ["X-StackMob-Relations": "author=user&author.friends=user"]
    ),
  ]

  private static func associated(_ keys: [(String, String)]) -> SMRequestOptions {
    let options = SMRequestOptions()
    for (key, schema) in keys { options.associateKey(key, withSchema: schema) }
    return options
  }

  @Test(arguments: headers) func `request options become header fields`(
    _ options: SMRequestOptions, _ headers: [String: String]
  ) {
    #expect(options.headers == headers)
  }

  @Test func `factories set the options for https and caching`() {
    #expect(SMRequestOptions.withHTTPS().isSecure)
    #expect(SMRequestOptions.optionsWithHTTPS().isSecure)
    #expect(!SMRequestOptions(cacheResults: false).cacheResults)
  }

  @Test(arguments: [
    ["X-StackMob-Expand": "1"], ["x-stackmob-expand": "1"],
  ]) func `an expand depth is rejected for a create or update`(_ headers: [String: String])
    async throws
  {
    let stage = MockTransport(.json(.ok, [:]))
    let store = try SMClient.of(stage).dataStore()
    let options = SMRequestOptions(headers: headers)
    let exception = await #expect(throws: SMException.self) {
      try await store.createObject(["a": 1], inSchema: "todo", options: options)
    }
    #expect(
      exception
        == SMException(
          name: "SMExceptionIncompatibleObject",
          reason: "Expand depth is not supported for creates or updates.  "
            + "Please check your requests and edit accordingly."))
    await #expect(throws: SMException.self) {
      try await store.updateObject(
        withId: "1", inSchema: "todo", update: ["a": 1], options: options)
    }
    _ = try await store.readObject(withId: "1", inSchema: "todo", options: options)
    #expect(stage.requests.map(\.method) == [.get])
  }

  @Test(arguments: [["A b": "c"], ["": "c"], ["A": "b\nC: d"], ["A": "b\u{0}"]])
  func `malformed header fields in options fail`(_ headers: [String: String]) async throws {
    let stage = MockTransport(.json(.ok, [:]))
    let client = try SMClient.of(stage)
    let options = SMRequestOptions(headers: headers)
    let error = await #expect(throws: (any Error).self) {
      try await client.getLoggedInUser(with: options)
    }
    #expect(error.map { SMErrorInvalidArguments ~= $0 } == true)
    let login = await #expect(throws: (any Error).self) {
      try await client.login(withUsername: "a", password: "b", options: options)
    }
    #expect(login.map { SMErrorInvalidArguments ~= $0 } == true)
    #expect(stage.requests == [])
  }

  @Test func `a login sends the header fields of its options`() async throws {
    let stage = MockTransport(.json(.ok, [:]))
    _ = try await SMClient.of(stage).login(
      withUsername: "a", password: "b", options: SMRequestOptions(headers: ["X-A": "c"]))
    #expect(stage.texts.first?.contains("X-A: c\n") == true)
  }
}
