import Foundation
import ManagedObjects
import StackMob
import StackMobStoreScenarios
import TestExecutors
import Testing

@MainActor @Suite struct `Names` {
  @Test(arguments: [
    ("title", "title"), ("yearBorn", "year_born"), ("todoId", "todo_id"),
    ("year_born", "year_born"),
    ("aBC", "a_b_c"), ("sm_owner", "sm_owner"), ("createddate", "createddate"),
  ])
  func `a property has the name of its field`(_ name: String, _ field: String) {
    let entity = NSEntityDescription()
    entity.name = "Superpower"
    let property = NSAttributeDescription()
    property.name = name
    property.attributeType = .stringAttributeType
    entity.properties = [property]
    #expect(entity.smFieldName(forProperty: property) == field)
    #expect(entity.property(forSMFieldName: field) === property)
    #expect(entity.property(forSMFieldName: "other") == nil)
    #expect(entity.smSchema() == "superpower")
  }

  @Test(arguments: [
    ("Todo", ["todoId", "todo_id"], "todoId", "todo_id"),
    ("Todo", ["todo_id"], "todo_id", "todo_id"),
    ("User", ["userId"], "userId", "user_id"),
  ])
  func `the primary key of an entity is found`(
    _ name: String, _ attributes: [String], _ key: String, _ field: String
  ) {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = attributes.map { name in
      let property = NSAttributeDescription()
      property.name = name
      property.attributeType = .stringAttributeType
      return property
    }
    #expect(entity.primaryKeyField() == key)
    #expect(entity.smPrimaryKeyField() == field)
  }

  @Test func `the primary key of users is the client's`() throws {
    let app = try StoreApp()
    app.client.userPrimaryKeyField = "username"
    let entity = try #require(NSEntityDescription.entity(forEntityName: "User", in: app.context))
    let user = User(entity: entity, client: app.client, insertInto: app.context)
    #expect(user.primaryKeyField() == "username")
    #expect(user.smPrimaryKeyField() == "username")
    #expect(user.smSchema() == "user")
    #expect(user.smObjectId() == nil)
    user.setValue("bob", forKey: "username")
    #expect(user.smObjectId() == "bob")
  }

  @Test func `the key of a new object is random and in capitals`() throws {
    let app = try StoreApp()
    let todo = app.insert("Todo", [:])
    let id = todo.assignId()
    #expect(UUID(uuidString: id)?.uuidString == id)
    #expect(todo.value(forKey: "todoId") as? String == id)
    #expect(todo.assignObjectId() != id)
  }

  @Test func `an entity without a primary key ends the process`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let entity = NSEntityDescription()
      entity.name = "Keyless"
      _ = entity.primaryKeyField()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("SMExceptionIncompatibleObject: The entity Keyless needs"))
  }

  @Test func `a name with a capital at the start ends the process`() async {
    await #expect(processExitsWith: .failure) {
      let property = NSAttributeDescription()
      property.name = "Title"
      _ = NSEntityDescription().smFieldName(forProperty: property)
    }
  }
}
