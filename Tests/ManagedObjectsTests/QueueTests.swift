import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Queues of contexts` {
  @Test func `nested blocks run through a parent on the main queue`() async throws {
    let space = try Workspace(.sqlite)
    let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    main.persistentStoreCoordinator = space.coordinator
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = main
    await MainActor.run {
      child.performAndWait { @Sendable in
        main.performAndWait { child.performAndWait { main.performAndWait {} } }
        _ = NSEntityDescription.insertNewObject(forEntityName: "Skill", into: child)
        try? child.save()
      }
      #expect(main.insertedObjects.count == 1)
    }
    try await child.perform { @Sendable in
      _ = NSEntityDescription.insertNewObject(forEntityName: "Skill", into: child)
      try child.save()
    }
    try await main.perform { @Sendable in try main.save() }
    #expect(try space.newContext().find("Skill").count == 2)
  }

  @Test func `a block returns its result or throws its error`() async throws {
    struct Refused: Error {}
    let space = try Workspace()
    let context = space.context
    #expect(context.performAndWait { 5 } == 5)
    #expect(throws: Refused.self) { try context.performAndWait { throw Refused() } }
    let five = await context.perform { @Sendable in 5 }
    #expect(five == 5)
    await #expect(throws: Refused.self) {
      try await context.perform { @Sendable () throws(Refused) -> Int in throw Refused() }
    }
  }

  @Test func `two hundred writers of one store do not interfere`() async throws {
    let space = try Workspace(.sqlite)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        let context = space.newContext()
        group.addTask {
          try await context.perform { @Sendable in
            let object = NSEntityDescription.insertNewObject(forEntityName: "Skill", into: context)
            object.setValue("\(number)", forKey: "name")
            try context.save()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(try space.newContext().find("Skill").map { $0.text("name") }).count == 200)
  }

  @Test func `fetched objects that nothing refers to are not retained`() throws {
    let space = try Workspace(.sqlite)
    for _ in 0..<500 { space.insert("Skill", ["name": "x"]) }
    try space.context.save()
    space.context.reset()
    let context = space.newContext()
    #expect(try context.find("Skill").count == 500)
    #expect(context.registeredObjects.count == 0)
  }

  @Test func `a waiting block may use values of its caller that are not Sendable`() throws {
    struct Refused: Error {}
    let space = try Workspace()
    let context = space.context
    let skill = context.performBlocking { space.insert("Skill", ["name": "C"]) }
    var names: [String] = []
    context.performBlocking { names += [skill.text("name") ?? ""] }
    #expect(names == ["C"])
    #expect(throws: Refused.self) { try context.performBlocking { throw Refused() } }
  }

  @Test func `coordinators and containers return the results of blocks, or throw`() async throws {
    struct Refused: Error {}
    let space = try Workspace()
    let coordinator = space.coordinator
    #expect(coordinator.performAndWait { 5 } == 5)
    #expect(throws: Refused.self) { try coordinator.performAndWait { throw Refused() } }
    let six = await coordinator.perform { 6 }
    #expect(six == 6)
    await #expect(throws: Refused.self) { try await coordinator.perform { throw Refused() } }
    let container = NSPersistentContainer(name: "Lab", managedObjectModel: Company.model())
    let seven = await container.performBackgroundTask { _ in 7 }
    #expect(seven == 7)
    await #expect(throws: Refused.self) {
      try await container.performBackgroundTask { _ in throw Refused() }
    }
  }
}
