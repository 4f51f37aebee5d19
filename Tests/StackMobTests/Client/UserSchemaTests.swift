import Foundation
import Ghostlight
import GhostlightCore
import StackMob
import StackMobScenarios
import TestSupport
import Testing

/// Apps that rename the user schema, and callbacks that get schemas as the caller spelled them.
@Suite(.limitedConcurrency) struct `User schema with a custom name` {
  private let testStage: TestStage
  private let client: SMClient
  private let blocks = Blocks()

  init() async throws {
    testStage = try TestStage()
    client = try testStage.device()
    client.userSchema = "Customer"
    client.userPrimaryKeyField = "name"
    try testStage.setUp(
      "schema exists",
      [
        "name": "customer", "user": true, "usernameField": "name",
        "fields": ["email": "forgotpassword"],
      ])
    try testStage.setUp(
      "user exists",
      [
        "schema": "customer", "username": "ann", "password": "pw",
        "fields": ["email": "ann@example.com"],
      ])
  }

  @Test func `users of a custom schema can change and reset their passwords`() async throws {
    try await client.sendForgotPaswordEmail(forUser: "ann")
    let mail = try #require(testStage.space.outbox["stackmob"]?.messages.last)
    #expect(mail.recipients == ["ann@example.com"])
    let temporary = try #require(mail.content["temporary_password"]?.string)
    let user = try await client.login(
      withUsername: "ann", temporaryPassword: temporary, settingNewPassword: "new")
    #expect(Blocks.text(of: user, ["name"]) == "name=ann")
    try await client.changeLoggedInUserPassword(from: "new", to: "newer")
    _ = try await client.login(withUsername: "ann", password: "newer")
    #expect(
      testStage.calls == [
        "POST /customer/forgotPassword", "POST /customer/accessToken",
        "POST /customer/resetPassword", "POST /customer/accessToken",
      ])
  }

  /// The calls whose blocks get a schema, in order, each with the string that its blocks record.
  ///
  /// `$` stands for the schema in the caller's spelling.
  private static let calls: [(String, @Sendable (SMDataStore, String, Blocks) -> Void)] = [
    ("$ 1", { $0.createObject(["todo_id": "1"], inSchema: $1, onSuccess: $2.id, onFailure: nil) }),
    (
      "HTTP 409 todo_id=1 $",
      {
        $0.createObject(
          ["todo_id": "1"], inSchema: $1, onSuccess: nil, onFailure: $2.objectFailure)
      }
    ),
    ("$ 1", { $0.readObject(withId: "1", inSchema: $1, onSuccess: $2.id, onFailure: nil) }),
    (
      "HTTP 404 2 $",
      { $0.readObject(withId: "2", inSchema: $1, onSuccess: nil, onFailure: $2.idFailure) }
    ),
    (
      "$ 1",
      {
        $0.updateObject(
          withId: "1", inSchema: $1, update: ["n": 1], onSuccess: $2.id, onFailure: nil)
      }
    ),
    (
      "HTTP 404 n=1 $",
      {
        $0.updateObject(
          withId: "2", inSchema: $1, update: ["n": 1], onSuccess: nil,
          onFailure: $2.objectFailure)
      }
    ),
    (
      "$ 1",
      {
        $0.updateAtomicCounter(
          withId: "1", field: "n", inSchema: $1, by: 1, onSuccess: $2.id, onFailure: nil)
      }
    ),
    (
      "HTTP 404 n[inc]=1 $",
      {
        $0.updateAtomicCounter(
          withId: "2", field: "n", inSchema: $1, by: 1, onSuccess: nil,
          onFailure: $2.objectFailure)
      }
    ),
    (
      "$ 1",
      {
        $0.appendObjects(
          ["a"], toObjectWithId: "1", inSchema: $1, field: "tags", onSuccess: $2.id,
          onFailure: nil)
      }
    ),
    (
      "HTTP 404 2 $",
      {
        $0.appendObjects(
          ["a"], toObjectWithId: "2", inSchema: $1, field: "tags", onSuccess: nil,
          onFailure: $2.listFailure)
      }
    ),
    (
      "HTTP 404 2 $",
      {
        $0.deleteObjects(
          ["a"], fromObjectWithId: "2", schema: $1, field: "tags", onSuccess: nil,
          onFailure: $2.listFailure)
      }
    ),
    (
      "1 $", { $0.deleteObjectId("1", inSchema: $1, onSuccess: $2.deleted, onFailure: nil) }
    ),
    (
      "HTTP 404 1 $",
      { $0.deleteObjectId("1", inSchema: $1, onSuccess: nil, onFailure: $2.idFailure) }
    ),
  ]

  @Test(arguments: ["todo", "Todo", "TODO"])
  func `callbacks get the schema in the caller's spelling`(_ name: String) async throws {
    let store = client.dataStore()
    for (expected, call) in Self.calls {
      let received = await blocks.next { call(store, name, blocks) }
      #expect(received == expected.replacing("$", with: name))
    }
    #expect(
      testStage.calls == [
        "POST /todo", "POST /todo", "GET /todo/1", "GET /todo/2", "PUT /todo/1", "PUT /todo/2",
        "PUT /todo/1", "PUT /todo/2", "PUT /todo/1/tags", "PUT /todo/2/tags",
        "DELETE /todo/2/tags/a", "DELETE /todo/1", "DELETE /todo/1",
      ])
  }
}

extension Blocks {
  /// A block that records the schema and the object's ID.
  fileprivate var id: SMDataStoreSuccessBlock {
    { object, schema in self.receive("\(schema) \(object["todo_id"] ?? "-")") }
  }

  /// A block that records the ID of the deleted object, and the schema.
  fileprivate var deleted: SMDataStoreObjectIdSuccessBlock {
    { id, schema in self.receive("\(id) \(schema)") }
  }

  /// A block that records the error of a change to an array field, the ID and the schema.
  fileprivate var listFailure: (any Error, String?, [Any]?, String?) -> Void {
    { error, id, _, schema in
      self.receive("\(Self.text(of: error)) \(id ?? "-") \(schema ?? "-")")
    }
  }
}
