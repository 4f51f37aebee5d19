#if canImport(CoreData) || ManagedObjects
  import Foundation
  import Ghostlight
  import GhostlightCore
  import StackMob
  import StackMobEmulator
  import Testing

  @MainActor @Suite struct `The guide on relationships` {
    private func insert(
      _ entity: String, _ id: String, into context: NSManagedObjectContext
    ) -> NSManagedObject {
      let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
      object.setValue(id, forKey: object.primaryKeyField())
      return object
    }

    private func stored(_ app: GuideApp, _ schema: String, _ id: String) async throws
      -> [AnyHashable: Any]
    {
      try await app.client.dataStore().readObject(withId: id, inSchema: schema)
    }

    @Test func `One to One`() async throws {
      let app = try GuideApp().with(user: "bob", password: "secret")
      let context = try app.coreData().contextForCurrentThread()
      let users = try context.executeFetchRequestAndWait(
        NSFetchRequest<AppUser>(entityName: "User"))
      let bob = try #require(users.first)
      let todo = insert("Todo", "1", into: context)
      try context.saveAndWait()
      todo.setValue(bob, forKey: "owner")
      try context.saveAndWait()
      #expect(try await stored(app, "todo", "1")["owner"] as? String == "bob")
      #expect(try await stored(app, "user", "bob")["favorite"] as? String == "1")
    }

    @Test func `One to Many`() async throws {
      let app = try GuideApp()
      let context = try app.coreData().contextForCurrentThread()
      let category = insert("Category", "home", into: context)
      let todos = ["1", "2"].map { insert("Todo", $0, into: context) }
      try context.saveAndWait()
      for todo in todos { todo.setValue(category, forKey: "category") }
      try context.saveAndWait()
      #expect(try await stored(app, "category", "home")["todos"] as? [String] == ["1", "2"])
      #expect(try await stored(app, "todo", "2")["category"] as? String == "home")

      // any related objects are updated as well
      context.delete(todos[0])
      try context.saveAndWait()
      #expect(try await stored(app, "category", "home")["todos"] as? [String] == ["2"])

      // Core Data supports Delete Rules: this one cascades
      context.delete(category)
      try context.saveAndWait()
      #expect(try await app.client.dataStore().performCount(SMQuery(schema: "todo")) == 0)
    }

    @Test func `Many to Many`() async throws {
      let app = try GuideApp()
      let context = try app.coreData().contextForCurrentThread()
      let todo = insert("Todo", "1", into: context)
      let tags = ["a", "b"].map { insert("Tag", $0, into: context) }
      try context.saveAndWait()
      todo.setValue(Set(tags), forKey: "tags")
      try context.saveAndWait()
      #expect(try await stored(app, "todo", "1")["tags"] as? [String] == ["a", "b"])
      #expect(try await stored(app, "tag", "b")["todos"] as? [String] == ["1"])

      let other = try GuideApp(on: app.stage).coreData().contextForCurrentThread()
      let found = try other.executeFetchRequestAndWait(NSFetchRequest<Todo>(entityName: "Todo"))
      let related = found.first?.value(forKey: "tags") as? Set<NSManagedObject>
      #expect(related?.compactMap { $0.smObjectId() }.sorted() == ["a", "b"])
    }
  }
#endif
