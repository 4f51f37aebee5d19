import Foundation
import GhostlightCore
import ManagedObjects
@testable import StackMob
import StackMobStoreScenarios
import TestExecutors
import Testing

@MainActor @Suite struct `Passwords of new users` {
  private static func user(_ app: StoreApp, _ name: String, _ password: String?) throws -> User {
    let entity = try #require(NSEntityDescription.entity(forEntityName: "User", in: app.context))
    let user = User(entity: entity, client: app.client, insertInto: app.context)
    user.setValue(name, forKey: "username")
    if let password { user.setPassword(password) }
    return user
  }

  @Test func `two users have their own passwords, and the last one of each is sent`()
    async throws
  {
    let app = try StoreApp()
    let ann = try Self.user(app, "ann", "a")
    _ = try Self.user(app, "bob", "b")
    ann.setPassword("c")
    let session = app.client.session
    #expect(try ["ann", "bob"].map { try session.password(of: $0) } == ["c", "b"])
    #expect(await app.save() == nil)
    #expect(
      app.lines == [
        #"POST /user {"password":"c","username":"ann"}"#,
        #"POST /user {"password":"b","username":"bob"}"#,
      ])
    #expect(session.userIdentifierMap == [:])
  }

  @Test func `a removed password is not in the store of passwords`() throws {
    let app = try StoreApp()
    let ann = try Self.user(app, "ann", "a")
    _ = try Self.user(app, "bob", "b")
    let session = app.client.session
    let key = try #require(session.userIdentifierMap["ann"])
    ann.removePassword()
    #expect(session.environment.passwords.password(forIdentifier: key) == nil)
    #expect(session.userIdentifierMap.keys.sorted() == ["bob"])
    #expect(try session.password(of: "bob") == "b")
    ann.removePassword()
    #expect(
      throws: SMException(
        name: SMExceptionIncompatibleObject,
        reason: "The user ann has no password; call setPassword(_:) before saving.")
    ) { try session.password(of: "ann") }
  }

  @Test func `a refused user keeps its password until it is saved`() async throws {
    let app = try StoreApp([.schema("user", permissions: ["create": "notAllowed"])])
    _ = try Self.user(app, "ann", "a")
    #expect(await app.save()?.code == -108)
    #expect(try app.client.session.password(of: "ann") == "a")
  }

  @Test(arguments: [
    ("Customer", ["name"], "name", "name"),
    ("Customer", ["customerId", "name"], "customerId", "customer_id"),
    ("Customer", ["customer_id", "name"], "customer_id", "customer_id"),
  ]) func `an entity of the user schema may have the user's primary key`(
    _ name: String, _ attributes: [String], _ key: String, _ field: String
  ) throws {
    let app = try StoreApp()
    app.client.userSchema = "Customer"
    app.client.userPrimaryKeyField = "name"
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = attributes.map { name in
      let attribute = NSAttributeDescription()
      (attribute.name, attribute.attributeType) = (name, .stringAttributeType)
      return attribute
    }
    let naming = EntityNaming(entity, app.client.session)
    #expect(try naming.primaryKey == key)
    #expect(try naming.primaryKeyField == field)
    #expect(naming.schema == "customer" && !naming.isUser)
    app.client.userSchema = "other"
    if key == "name" {
      #expect(throws: SMException.self) { try naming.primaryKey }
    } else {
      #expect(try naming.primaryKey == key)
    }
  }
}
