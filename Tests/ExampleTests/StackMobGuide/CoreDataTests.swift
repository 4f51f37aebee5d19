#if canImport(CoreData) || ManagedObjects
  import Foundation
  import Ghostlight
  import GhostlightCore
  import HTTPTypes
  import StackMob
  import TestSupport
  import Testing

  @MainActor @Suite struct `The guide on Core Data` {
    private func requests(_ app: GuideApp) throws -> [String] {
      try app.stage.namespace().journal.map {
        "\($0.request.method.rawValue) \($0.request.target.raw)"
      }
    }

    @Test func `Defining a Managed Object Model`() throws {
      let managedObjectModel = try GuideModel.load()
      #expect(
        managedObjectModel.entitiesByName.keys.sorted() == ["Category", "Tag", "Todo", "User"])
    }

    @Test func `Creating NSManagedObject Subclasses`() throws {
      let context = try GuideApp().coreData().mainThreadContext
      let newTodo = NSEntityDescription.insertNewObject(forEntityName: "Todo", into: context)
      #expect(newTodo is Todo)
    }

    @Test func `Initialize a Core Data Store`() throws {
      let client = try GuideApp().client
      let coreDataStore = client.coreDataStore(with: try GuideModel.load())
      #expect(client.coreDataStore() === coreDataStore)
    }

    @Test func `Obtaining a Managed Object Context`() throws {
      let store = try GuideApp().coreData()
      let context = store.contextForCurrentThread()
      #expect(context === store.mainThreadContext)
      #expect(
        (context.mergePolicy as? NSMergePolicy)?.mergeType
          == .mergeByPropertyObjectTrumpMergePolicyType)
    }

    @Test func `Creating an Object`() async throws {
      let app = try GuideApp()
      let context = try app.coreData().contextForCurrentThread()
      let newTodo = try #require(
        NSEntityDescription.insertNewObject(forEntityName: "Todo", into: context) as? Todo)

      // Assumes Todo has attributes title and todoId
      newTodo.title = "Take out the trash"
      newTodo.todoId = newTodo.assignObjectId()

      // The newly created object is not persisted until you save the managed object context.
      #expect(try requests(app) == [])
      try context.saveAndWait()
      let id = try #require(newTodo.todoId)
      let stored = try await app.client.dataStore().readObject(withId: id, inSchema: "todo")
      #expect(stored["title"] as? String == "Take out the trash")
    }

    @Test func `Creating an Object, Without Subclasses`() async throws {
      let app = try GuideApp()
      let context = try app.coreData().contextForCurrentThread()
      let newManagedObject = NSEntityDescription.insertNewObject(
        forEntityName: "Todo", into: context)

      newManagedObject.setValue("Take out the trash", forKey: "title")
      newManagedObject.setValue(
        newManagedObject.assignObjectId(), forKey: newManagedObject.primaryKeyField())

      try context.saveAndWait()
      #expect(try await app.client.dataStore().performCount(SMQuery(schema: "todo")) == 1)
    }

    @Test func `Asynchronous Fetch Requests`() async throws {
      let app = try GuideApp()
      try app.setUp(
        "object exists", ["schema": "todo", "object": ["todo_id": "1", "title": "T"]])
      let managedObjectContext = try app.coreData().contextForCurrentThread()
      let mailbox = Mailbox<[String?]>()

      let fetchRequest = NSFetchRequest<any NSFetchRequestResult>(entityName: "Todo")
      managedObjectContext.execute(
        fetchRequest,
        onSuccess: { results in
          // By default, objects are returned as faults
          let todos = results.compactMap { $0 as? Todo }
          mailbox.put(["\(todos.first?.isFault ?? false)"] + todos.map(\.title))
        },
        onFailure: { error in
          mailbox.put(["Error fetching: \(error)"])
        })
      #expect(await mailbox.next() == ["true", "T"])

      managedObjectContext.execute(
        fetchRequest, returnManagedObjectIDs: true,
        onSuccess: { results in
          mailbox.put(
            results.map { ($0 as? NSManagedObjectID)?.uriRepresentation().lastPathComponent })
        },
        onFailure: { error in
          mailbox.put(["Error fetching: \(error)"])
        })
      #expect(await mailbox.next() == ["p1"])
    }

    @Test func `Synchronous Fetch Requests`() throws {
      let app = try GuideApp()
      try app.setUp(
        "object exists", ["schema": "todo", "object": ["todo_id": "1", "title": "T"]])
      let managedObjectContext = try app.coreData().contextForCurrentThread()

      let fetchRequest = NSFetchRequest<any NSFetchRequestResult>(entityName: "Todo")
      let results = try managedObjectContext.executeFetchRequestAndWait(fetchRequest)

      #expect(results.map { ($0 as? Todo)?.title } == ["T"])
    }

    @Test func `Updating an Object`() async throws {
      let app = try GuideApp()
      try app.setUp(
        "object exists", ["schema": "todo", "object": ["todo_id": "1", "title": "T"]])
      let context = try app.coreData().contextForCurrentThread()
      let todos = try context.executeFetchRequestAndWait(NSFetchRequest<Todo>(entityName: "Todo"))
      let todo = try #require(todos.first)
      todo.title = "U"
      let store = app.client.dataStore()
      #expect(try await store.readObject(withId: "1", inSchema: "todo")["title"] as? String == "T")
      try context.saveAndWait()
      #expect(try await store.readObject(withId: "1", inSchema: "todo")["title"] as? String == "U")
    }

    @Test func `Deleting an Object`() async throws {
      let app = try GuideApp()
      try app.setUp("object exists", ["schema": "todo", "object": ["todo_id": "1"]])
      let managedObjectContext = try app.coreData().contextForCurrentThread()
      let todos = try managedObjectContext.executeFetchRequestAndWait(
        NSFetchRequest<Todo>(entityName: "Todo"))
      let aManagedObject = try #require(todos.first)

      managedObjectContext.delete(aManagedObject)

      #expect(try await app.client.dataStore().performCount(SMQuery(schema: "todo")) == 1)
      try managedObjectContext.saveAndWait()
      #expect(try await app.client.dataStore().performCount(SMQuery(schema: "todo")) == 0)
    }

    @Test func `Asynchronous Saves`() async throws {
      let app = try GuideApp()
      let managedObjectContext = try app.coreData().contextForCurrentThread()
      let todo = NSEntityDescription.insertNewObject(
        forEntityName: "Todo", into: managedObjectContext)
      todo.assignObjectId()
      let mailbox = Mailbox<String>()

      managedObjectContext.save(
        onSuccess: {
          mailbox.put("You created a new object!")
        },
        onFailure: { error in
          mailbox.put("There was an error! \(error)")
        })

      #expect(await mailbox.next() == "You created a new object!")
    }

    @Test func `Synchronous Saves`() throws {
      let app = try GuideApp()
      let managedObjectContext = try app.coreData().contextForCurrentThread()
      NSEntityDescription.insertNewObject(forEntityName: "Todo", into: managedObjectContext)
        .assignObjectId()

      try managedObjectContext.saveAndWait()

      #expect(!managedObjectContext.hasChanges)
      #expect(try requests(app) == ["POST /todo"])
    }

    @Test func `Per Request Options`() throws {
      let app = try GuideApp()
      let context = try app.coreData().contextForCurrentThread()
      NSEntityDescription.insertNewObject(forEntityName: "Todo", into: context).assignObjectId()

      let options = SMRequestOptions()
      options.isSecure = true
      try context.saveAndWait(options: options)

      #expect(try app.stage.namespace().journal.map(\.request.scheme) == ["https"])
    }

    @Test func `Predicates`() throws {
      let app = try GuideApp()
      for (id, title) in [("1", "a"), ("2", "b"), ("3", "a")] {
        try app.setUp(
          "object exists",
          ["schema": "todo", "object": ["todo_id": .string(id), "title": .string(title)]])
      }
      let context = try app.coreData().contextForCurrentThread()
      let fetchRequest = NSFetchRequest<Todo>(entityName: "Todo")
      fetchRequest.predicate = NSPredicate(format: "title == %@", "a")
      fetchRequest.sortDescriptors = [NSSortDescriptor(key: "todoId", ascending: false)]
      let results = try context.executeFetchRequestAndWait(fetchRequest)
      #expect(results.map(\.todoId) == ["3", "1"])
    }
  }
#endif
