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
    #expect(options.fetchPolicy == nil)
    #expect(options.savePolicy == nil)
  }

  /// Returns the names and texts of the values of options.
  private static func members(_ options: SMRequestOptions) -> [String: String] {
    Mirror(reflecting: options.values).children.reduce(into: [:]) { members, child in
      members[child.label ?? ""] = "\(child.value)"
    }
  }

  private static let changes: [(String, @Sendable (SMRequestOptions) -> Void)] = [
    ("headers", { $0.headers = ["A": "b"] }), ("isSecure", { $0.isSecure = true }),
    ("tryRefreshToken", { $0.tryRefreshToken = false }),
    ("numberOfRetries", { $0.numberOfRetries = 4 }),
    ("retryBlock", { $0.retryBlock = { _, _, _, _, _, _, _ in } }),
    ("cacheResults", { $0.cacheResults = false }),
    ("fetchPolicy", { $0.fetchPolicy = SMFetchPolicyCacheOnly }),
    ("savePolicy", { $0.savePolicy = SMSavePolicyCacheOnly }),
  ]

  @Test(arguments: changes) func `an option changes nothing but its own value`(
    _ name: String, _ change: @Sendable (SMRequestOptions) -> Void
  ) {
    let (options, before) = (SMRequestOptions(), Self.members(SMRequestOptions()))
    change(options)
    let after = Self.members(options)
    #expect(before.keys.filter { before[$0] != after[$0] } == [name])
    #expect(before.keys.sorted() == Self.changes.map(\.0).sorted())
  }

  @Test func `a header option replaces only its own field`() {
    let options = SMRequestOptions(expandDepth: 1)
    options.restrictReturnedFields(to: ["a"])
    options.associateKey("b", withSchema: "c")
    options.setExpandDepth(3)
    options.restrictReturnedFields(to: ["d", "e"])
    #expect(
      options.headers == [
        "X-StackMob-Expand": "3", "X-StackMob-Select": "d,e", "X-StackMob-Relations": "b=c",
      ])
    #expect(options.fetchPolicy == nil && !options.isSecure)
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
