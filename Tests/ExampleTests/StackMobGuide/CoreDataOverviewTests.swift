#if canImport(CoreData) || ManagedObjects
  import Foundation
  import Ghostlight
  import GhostlightCore
  import HTTPTypes
  import StackMob
  import Testing

  /// Tests the statements of the guide that precede the samples of Core Data.
  @MainActor @Suite struct `The overview in the guide on Core Data` {
    private func app() throws -> GuideApp {
      let app = try GuideApp()
      for (id, title) in [("1", "T"), ("2", "U")] {
        try app.setUp(
          "object exists",
          ["schema": "todo", "object": ["todo_id": .string(id), "title": .string(title)]])
      }
      return app
    }

    private func requests(_ app: GuideApp) throws -> [String] {
      try app.stage.namespace().journal.map {
        "\($0.request.method.rawValue) \($0.request.target.path ?? "")"
      }
    }

    @Test func `Using Core Data`() throws {
      let store = try app().coreData()
      let stores = store.persistentStoreCoordinator.persistentStores
      #expect(stores.count == 1)
      #expect(stores.first is SMIncrementalStore)
    }

    @Test func `Reading Objects`() throws {
      let app = try app()
      let context = try app.coreData().contextForCurrentThread()
      let todos = try context.executeFetchRequestAndWait(NSFetchRequest<Todo>(entityName: "Todo"))

      // By default, objects are returned as faults. Their values are read on access.
      #expect(todos.map(\.isFault) == [true, true])
      #expect(Set(todos.map(\.title)) == ["T", "U"])
      #expect(todos.map(\.isFault) == [false, false])
    }

    @Test func `Performing Saves`() throws {
      let app = try app()
      let context = try app.coreData().contextForCurrentThread()
      let request = NSFetchRequest<Todo>(entityName: "Todo")
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      let todos = try context.executeFetchRequestAndWait(request)
      #expect(todos.map(\.title) == ["T", "U"])
      let added = NSEntityDescription.insertNewObject(forEntityName: "Todo", into: context)
      added.setValue("3", forKey: "todoId")
      todos[0].title = "V"
      context.delete(todos[1])
      let before = try requests(app).count

      try context.saveAndWait()

      // All modified objects are persisted: inserted, updated, deleted.
      let sent = Set(try requests(app).dropFirst(before))
      #expect(sent == ["POST /todo", "PUT /todo/1", "DELETE /todo/2"])
      #expect(!context.hasChanges)
    }
  }
#endif
