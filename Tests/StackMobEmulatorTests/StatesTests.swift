import GhostlightCore
import GhostlightEmulation
import StackMobEmulator
import Testing

@Suite struct `Provider states of StackMob` {
  @Test func `a provider state stores an object with an owner, or replaces one`() throws {
    var app = StackMobApp()
    let result = try app.given(
      "object exists", ["schema": "Todo", "object": ["todo_id": "1", "n": 1], "owner": "bob"])
    #expect(result["id"] == "1")
    #expect(result["object"] == app.get("/todo/1").body)
    #expect(app.get("/todo/1")["sm_owner"] == "user/bob")
    try app.given("object exists", ["schema": "todo", "object": ["todo_id": "1", "n": 2]])
    #expect(app.get("/todo").body?.array?.count == 1)
    #expect(app.get("/todo/1")["n"] == 2)
  }

  @Test func `a provider state creates a user and logs the user in`() throws {
    var app = StackMobApp()
    let user = try app.given(
      "user exists", ["username": "bob", "password": "pw", "fields": ["age": 3]])
    #expect(user == ["username": "bob"])
    #expect(app.get("/user/bob")["age"] == 3)
    #expect(app.post("/user/accessToken", "username=bob&password=pw").status == 200)
    let tokens = try app.given("logged in", ["username": "bob"])
    #expect(tokens.keys == ["access_token", "mac_key", "refresh_token"])
    #expect(app.refresh(tokens["refresh_token"]?.string ?? "").status == 200)
  }

  struct RefusedState: Sendable, CustomTestStringConvertible {
    let state: String
    let parameters: JSONObject
    let text: String
    var testDescription: String { text }
    init(_ state: String, _ parameters: JSONObject, _ text: String) {
      (self.state, self.parameters, self.text) = (state, parameters, text)
    }
  }

  @Test(arguments: [
    RefusedState("schema exists", [:], "the parameter \"name\" is missing; give a string"),
    RefusedState(
      "schema exists", ["name": ""],
      "the parameter \"name\" must be a string that is not empty"),
    RefusedState(
      "schema exists", ["name": "A b"],
      "\"A b\" is not a valid schema name: use lower-case letters, digits and underscore"),
    RefusedState(
      "schema exists", ["name": "t", "user": 1], "the parameter \"user\" must be true or false"),
    RefusedState(
      "schema exists", ["name": "t", "fields": 1], "the parameter \"fields\" must be an object"),
    RefusedState(
      "schema exists", ["name": "t", "fields": ["a": "text"]],
      "the field \"a\" has no type that exists: \"text\""),
    RefusedState(
      "schema exists", ["name": "t", "fields": ["a": "relationship[]"]],
      "the field \"a\" has no type that exists: \"relationship[]\""),
    RefusedState(
      "schema exists", ["name": "t", "fields": ["t_id": "integer"]],
      "the field \"t_id\" always has type string; leave it out"),
    RefusedState(
      "schema exists", ["name": "t", "user": true, "usernameField": "password"],
      "\"usernameField\" and \"passwordField\" must be two names of fields that are free"),
    RefusedState(
      "schema exists", ["name": "t", "version": 4],
      "version 4 is not deployed; use \"version deployed\" first"),
    RefusedState(
      "schema exists", ["name": "t", "version": -1],
      "the parameter \"version\" must be a whole number from 0"),
    RefusedState("version deployed", [:], "\"version\" counts from 1"),
    RefusedState(
      "object exists", ["schema": "a b", "object": [:]],
      "\"a b\" is not a valid schema name: use lower-case letters, digits and underscore"),
    RefusedState(
      "object exists", ["schema": "t", "object": ["n": nil]],
      "t refuses the object: "
        + "Field n was sent with a null value and its type cannot be inferred"),
    RefusedState(
      "user exists", ["username": "x", "schema": "t"],
      "\"t\" is not a user schema; use \"schema exists\" with \"user\": true first"),
    RefusedState(
      "logged in", ["username": "x"], "there is no user \"x\"; use \"user exists\" first"),
  ])
  func `an impossible state is refused with a hint`(_ row: RefusedState) {
    var app = StackMobApp()
    #expect(throws: ProviderStateError(row.text)) {
      try app.given(row.state, row.parameters)
    }
    #expect(app.get("/listapi").body?.object?.keys == ["user"])
  }

  @Test(arguments: [
    ("jack", "user/jack"), ("user/jack", "user/jack"), ("customer/ann", "customer/ann"),
    ("Customer/a/b", "customer/a/b"),
  ])
  func `an owner can be of any user schema`(_ owner: String, _ stored: String) throws {
    var app = StackMobApp()
    try app.schema("customer", ofUsers: true)
    let state = try app.given(
      "object exists", ["schema": "todo", "object": [:], "owner": .string(owner)])
    #expect(state["object"]?["sm_owner"] == .string(stored))
  }

  @Test func `an owner must be of a user schema`() {
    var app = StackMobApp()
    #expect(throws: ProviderStateError.self) {
      try app.given("object exists", ["schema": "todo", "owner": "moon/ann"])
    }
  }
}
