import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Fetched results` {
  @Test(arguments: StoreKind.allCases)
  func `the results are updated in their sections`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    for (name, age) in [("Ann", 1), ("Bob", 1), ("Cid", 2)] {
      space.insert("Employee", ["name": name, "age": age])
    }
    try space.context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    request.sortDescriptors = [
      NSSortDescriptor(key: "age", ascending: true), NSSortDescriptor(key: "name", ascending: true),
    ]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: space.context, sectionNameKeyPath: "age",
      cacheName: nil)
    let log = ControllerLog(hasCounts: false)
    controller.delegate = log
    #expect(controller.fetchedObjects == nil)
    try controller.performFetch()
    #expect(controller.sections?.map(\.name) == ["1", "2"])
    #expect(controller.sections?.map(\.numberOfObjects) == [2, 1])
    let bob = controller.object(at: IndexPath(row: 1, section: 0))
    #expect(bob.text("name") == "Bob")
    #expect(controller.indexPath(forObject: bob) == IndexPath(row: 1, section: 0))

    let eve = space.insert("Employee", ["name": "Abe", "age": 1])
    space.context.processPendingChanges()
    #expect(log.take() == ["will", "insert Abe - 0.0", "did"])
    bob.setValue(3, forKey: "age")
    space.context.processPendingChanges()
    #expect(log.take() == ["will", "insert section 3 2", "move Bob 0.2 2.0", "did"])
    eve.setValue("Abi", forKey: "name")
    space.context.processPendingChanges()
    #expect(log.take() == ["will", "update Abi 0.0 0.0", "did"])
    space.context.delete(bob)
    space.context.processPendingChanges()
    #expect(log.take() == ["will", "delete section 3 2", "delete Bob 2.0 -", "did"])
    #expect(controller.fetchedObjects?.map { $0.text("name") } == ["Abi", "Ann", "Cid"])
    try space.context.save()
    #expect(controller.fetchedObjects?.count == 3)
  }
}
