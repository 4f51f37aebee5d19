import GhostlightContracts
import GhostlightCore
import Testing

@Suite struct `Request shapes` {
  /// Returns the words and operators in the shape of a request, for a route's path pattern.
  private func words(_ request: PactRequest, _ provider: String, _ pattern: String?) -> [String] {
    var interaction = Interaction(
      describedAs: "x", request: request, response: PactResponse(status: 200))
    interaction.notes.route = pattern.map { "Route \($0)" }
    let shape = RequestShape(interaction, provider: provider, pattern: pattern)
    return shape.words.sorted() + shape.operators.sorted()
  }

  private static func get(_ names: String...) -> PactRequest {
    var request = PactRequest(method: "GET", path: "/todo")
    request.query = names.map { PactField($0, ["1"]) }
    return request
  }

  @Test(arguments: [
    (get("age"), "stackmob", ["query of fields"]),
    (get("age[gte]", "name[in]"), "stackmob", ["query of fields", "[gte]", "[in]"]),
    (get("[or1].age[lt]"), "stackmob", ["query of fields", "[lt]", "[or]"]),
    (get("[or2].[and1].member"), "stackmob", ["query of fields", "[and]", "[or]"]),
    (get("_limit", "title"), "mia", ["query _limit", "query of fields"]),
    (get(#"{"age":{"$gt":1},"$limit":2}"#), "mia", ["query JSON", "$gt", "$limit"]),
    (get("after", "expand"), "egf2", ["query after", "query expand"]),
  ])
  func `query parameters are words with their operators, without an app's field names`(
    _ request: PactRequest, _ provider: String, _ expected: [String]
  ) {
    #expect(words(request, provider, "{schema}") == expected)
  }

  @Test func `on a route without placeholders all parameter names are the vendor's`() {
    let request = Self.get("username", "age[gte]")
    #expect(
      words(request, "stackmob", "user/accessToken") == ["query age[gte]", "query username"])
  }

  @Test(arguments: [
    ("MAC id=\"a\",ts=\"1\"", "signed mac"), ("OAuth oauth_nonce=\"1\"", "signed oauth"),
    ("Bearer x", "signed bearer"), ("type%3Dmaster%26sig%3DA", "signed with a token"),
  ])
  func `header fields that select a behaviour and the kind of signature are words`(
    _ authorization: String, _ word: String
  ) {
    var request = Self.get()
    request.headers = [
      PactField("Accept", ["*/*"]), PactField("Authorization", [authorization]),
      PactField("Range", ["objects=0-9"]), PactField("X-StackMob-Expand", ["1"]),
    ]
    #expect(
      words(request, "stackmob", "{schema}") == ["header range", "header x-stackmob-expand", word])
  }

  @Test(arguments: [
    (
      PactBody.json(
        ["name": "x", "sm_owner": "y", "hits[inc]": 1], contentType: "application/json"),
      ["body object", "member sm_owner", "[inc]"]
    ),
    (
      .json([["$set": ["a": ["$push": 1]]]], contentType: "application/json-patch+json"),
      ["body array (application/json-patch+json)", "$push", "$set"]
    ),
    (.json("x", contentType: "application/json"), ["body value"]),
    (.text("a=1", contentType: "application/x-www-form-urlencoded"), ["body form"]),
    (.bytes([1], contentType: "multipart/form-data; boundary=b"), ["body multipart"]),
    (.bytes([1], contentType: "image/png"), ["body that is not JSON"]),
    (.empty, []),
  ])
  func `a body is a word with its kind and the vendor's members`(
    _ body: PactBody, _ expected: [String]
  ) {
    var request = PactRequest(method: "POST", path: "/todo")
    request.body = body
    #expect(words(request, "stackmob", "{schema}") == expected)
  }

  @Test func `on routes without placeholders the members of forms are words`() {
    var request = PactRequest(method: "POST", path: "/user/accessToken")
    request.body = .text(
      "username=a&password=b", contentType: "application/x-www-form-urlencoded")
    #expect(
      words(request, "stackmob", "user/accessToken") == [
        "body form", "member password", "member username",
      ])
  }
}
