import Dispatch
import Foundation
import GhostlightClient
import GhostlightCore
import ManagedObjects
import StackMob
import StackMobStoreScenarios
import Synchronization
import TestExecutors
import TestSupport
import Testing

@MainActor @Suite struct `Contexts of a store` {
  @Test func `the main queue has one context, found by queue and not by thread`() async throws {
    let app = try StoreApp()
    let store = app.store
    let main = store.mainThreadContext
    #expect(store.contextForCurrentThread() === main)
    #expect(main.concurrencyType == .mainQueueConcurrencyType)
    #expect(main.parent?.persistentStoreCoordinator === store.persistentStoreCoordinator)
    await Task.yield()
    #expect(store.contextForCurrentThread() === main)
    let seen = Mailbox<[Bool]>()
    DispatchQueue(label: "other").async {
      let (one, two) = (store.contextForCurrentThread(), store.contextForCurrentThread())
      seen.put([
        one === two, one === main, one.parent === main,
        one.concurrencyType == .privateQueueConcurrencyType,
      ])
    }
    #expect(await seen.next() == [true, false, true, true])
  }

  @Test func `a client has one store`() throws {
    let app = try StoreApp()
    #expect(app.client.coreDataStore() === app.store)
    #expect(app.client.coreDataStore(withManagedObjectModel: TodoModel.make()) === app.store)
    let client = try SMClient(
      apiVersion: "0", publicKey: "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13",
      environment: SMEnvironment(transport: .inProcess(app.testStage.responder("stackmob"))))
    #expect(client.coreDataStore() == nil)
  }

  @Test func `changes of another thread's context go through the main context`() async throws {
    let app = try StoreApp()
    let store = app.store
    let done = Mailbox<String>()
    DispatchQueue(label: "other").async {
      let context = store.contextForCurrentThread()
      context.performAndWait {
        let todo = NSEntityDescription.insertNewObject(forEntityName: "Todo", into: context)
        todo.setValue(todo.assignObjectId(), forKey: todo.primaryKeyField())
        todo.setValue("here", forKey: "title")
      }
      do {
        try context.saveAndWait()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Todo")
        let ids = try context.executeFetchRequestAndWait(request, returnManagedObjectIDs: true)
        let objects = try context.executeFetchRequestAndWait(request)
        let title = context.performBlocking {
          objects.first?.value(forKey: "title") as? String
        }
        done.put("\(ids.count) \(ids.first is NSManagedObjectID) \(title ?? "-")")
      } catch {
        done.put("\(error)")
      }
    }
    #expect(await done.next() == "1 true here")
    #expect(try app.fetch("Todo").count == 1)
  }

  @Test func `other contexts cannot save and fetch with these methods`() async throws {
    let app = try StoreApp()
    let stray = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    stray.persistentStoreCoordinator = app.store.persistentStoreCoordinator
    let request = NSFetchRequest<NSManagedObject>(entityName: "Todo")
    for work in [
      { try stray.saveAndWait() }, { _ = try stray.executeFetchRequestAndWait(request) },
      { _ = try stray.countAndWait(for: request) },
    ] {
      let error = #expect(throws: SMException.self) { try work() }
      #expect(error?.name == SMExceptionIncompatibleObject)
    }
    let mailbox = Mailbox<String?>()
    stray.save(
      onSuccess: { mailbox.put("saved") }, onFailure: { mailbox.put(($0 as? SMException)?.name) })
    stray.execute(
      request, onSuccess: { _ in mailbox.put("fetched") },
      onFailure: { mailbox.put(($0 as? SMException)?.name) })
    #expect(
      await mailbox.next(2) == [SMExceptionIncompatibleObject, SMExceptionIncompatibleObject])
  }

  @Test func `an app's own context on the coordinator saves to StackMob`() async throws {
    let app = try StoreApp()
    let own = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    own.persistentStoreCoordinator = app.store.persistentStoreCoordinator
    try own.performAndWait {
      let todo = NSEntityDescription.insertNewObject(forEntityName: "Todo", into: own)
      todo.setValue("own", forKey: "todoId")
      try own.save()
    }
    #expect(app.lines == [#"POST /todo {"todo_id":"own"}"#])
  }

  @Test func `blocks run on the named queues, otherwise on the main queue`() async throws {
    let app = try StoreApp([.object("todo", ["todo_id": "t", "title": "T"])])
    let queue = DispatchQueue(label: "named")
    let key = DispatchSpecificKey<String>()
    queue.setSpecific(key: key, value: "named")
    DispatchQueue.main.setSpecific(key: key, value: "main")
    let mailbox = Mailbox<[String]>()
    @Sendable func place() -> String { DispatchQueue.getSpecific(key: key) ?? "-" }
    let request = NSFetchRequest<NSManagedObject>(entityName: "Todo")
    app.context.save(
      withSuccessCallbackQueue: queue, failureCallbackQueue: nil,
      onSuccess: { mailbox.put([place(), "saved"]) }, onFailure: nil)
    #expect(await mailbox.next() == ["named", "saved"])
    app.context.save(onSuccess: { mailbox.put([place(), "saved"]) }, onFailure: nil)
    #expect(await mailbox.next() == ["main", "saved"])
    let main = app.context
    func title(_ results: [Any], _ isMain: Bool) -> [String] {
      guard let todo = results.first as? NSManagedObject else { return ["none"] }
      return [
        place(), todo.value(forKey: "title") as? String ?? "-",
        "\((todo.managedObjectContext === main) == isMain)",
      ]
    }
    app.context.execute(request, onSuccess: { mailbox.put(title($0, true)) }, onFailure: nil)
    #expect(await mailbox.next() == ["main", "T", "true"])
    app.context.execute(
      request, successCallbackQueue: queue, onSuccess: { mailbox.put(title($0, false)) },
      onFailure: nil)
    #expect(await mailbox.next() == ["named", "T", "true"])
    app.context.executeFetchRequest(
      request, returnManagedObjectIDs: true,
      onSuccess: {
        mailbox.put(
          $0.compactMap { ($0 as? NSManagedObjectID)?.uriRepresentation().lastPathComponent })
      },
      onFailure: nil)
    #expect(await mailbox.next() == ["pt"])
    app.context.count(for: request, onSuccess: { mailbox.put(["\($0)"]) }, onFailure: nil)
    #expect(await mailbox.next() == ["1"])
  }

  @Test func `tasks save and fetch with await`() async throws {
    let app = try StoreApp()
    app.insert("Todo", ["todoId": "t", "title": "T"])
    try await app.context.save(options: nil)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Todo")
    let todos = try await app.context.executeFetchRequest(request)
    #expect(todos.compactMap { $0.value(forKey: "title") as? String } == ["T"])
    let ids = try await app.context.executeFetchRequest(request, returnManagedObjectIDs: true)
    #expect(ids.count == 1 && ids[0] is NSManagedObjectID)
  }

  @Test func `options apply to one request, those of the store to all others`() async throws {
    let app = try StoreApp()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Todo")
    app.insert("Todo", ["todoId": "a"])
    try app.context.saveAndWait(options: .withHTTPS())
    _ = try app.context.executeFetchRequestAndWait(request)
    _ = try app.context.executeFetchRequestAndWait(request, options: .withHTTPS())
    app.store.globalRequestOptions = .withHTTPS()
    app.insert("Todo", ["todoId": "b"])
    try app.context.saveAndWait()
    _ = try app.context.executeFetchRequestAndWait(request, options: SMRequestOptions())
    #expect(app.schemes == ["https", "http", "https", "https", "http"])
  }

  @Test func `the merge policy is set for later contexts, and for existing contexts on demand`()
    async throws
  {
    let app = try StoreApp()
    func type(_ context: NSManagedObjectContext?) -> NSMergePolicyType? {
      (context?.mergePolicy as? NSMergePolicy)?.mergeType
    }
    #expect(type(app.context) == .mergeByPropertyObjectTrumpMergePolicyType)
    app.store.setDefaultCoreDataMergePolicy(
      NSRollbackMergePolicy, applyToMainThreadContextAndParent: false)
    #expect(type(app.context) == .mergeByPropertyObjectTrumpMergePolicyType)
    app.store.setDefaultCoreDataMergePolicy(
      NSOverwriteMergePolicy, applyToMainThreadContextAndParent: true)
    #expect(type(app.context) == .overwriteMergePolicyType)
    #expect(type(app.context.parent) == .overwriteMergePolicyType)
    app.store.setDefaultCoreDataMergePolicy(
      NSRollbackMergePolicy, applyToMainThreadContextAndParent: false)
    let (store, later) = (app.store, Mailbox<NSMergePolicyType>())
    DispatchQueue(label: "other").async {
      let policy = store.contextForCurrentThread().mergePolicy as? NSMergePolicy
      later.put(policy?.mergeType ?? .errorMergePolicyType)
    }
    #expect(await later.next() == .rollbackMergePolicyType)
    #expect(type(app.context) == .overwriteMergePolicyType)
  }

  @Test func `the main queue is free while a request is in progress`() async throws {
    let gate = Gate()
    let app = try StoreApp { environment in
      let transport = environment.transport
      environment.transport = Transport { request throws(TransportError) in
        await gate.wait()
        return try await transport.send(request)
      }
    }
    app.insert("Todo", ["todoId": "t"])
    let mailbox = Mailbox<String>()
    app.context.save(onSuccess: { mailbox.put("saved") }, onFailure: { mailbox.put("\($0)") })
    await gate.someoneWaits()
    DispatchQueue.main.async { mailbox.put("main") }
    #expect(await mailbox.next() == "main")
    app.insert("Todo", ["todoId": "u"])
    gate.open()
    #expect(await mailbox.next() == "saved")
  }

  @Test func `a context follows another context`() async throws {
    let app = try StoreApp([.object("todo", ["todo_id": "t", "title": "old"])])
    let todo = try #require(try app.fetch("Todo").first)
    #expect(todo.value(forKey: "title") as? String == "old")
    let own = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    own.persistentStoreCoordinator = app.store.persistentStoreCoordinator
    own.setContextShouldObtainPermanentIDsBeforeSaving(true)
    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    other.persistentStoreCoordinator = app.store.persistentStoreCoordinator
    other.observe(own)
    let id = todo.objectID
    let mine = other.performAndWait { other.object(with: id) }
    #expect(other.performBlocking { mine.value(forKey: "title") as? String } == "old")
    for title in ["new", "newer"] {
      try own.performAndWait {
        own.object(with: id).setValue(title, forKey: "title")
        try own.save()
      }
      #expect(other.performBlocking { mine.value(forKey: "title") as? String } == "new")
      other.stopObserving(own)
    }
  }
}
