import Foundation
import GhostlightCore
import ManagedObjects
import Testing

@testable import GhostlightSync

@Suite struct `Times of the service in a text attribute` {
  private static let form = ValueForm(
    date: { _ in nil }, readDate: { _ in nil },
    moment: { Date(timeIntervalSince1970: Double($0) / 1000) }, sendsData: false)

  private func object() throws -> (NSManagedObject, NSManagedObjectContext) {
    let attribute = NSAttributeDescription()
    attribute.name = "updatedAt"
    attribute.attributeType = .stringAttributeType
    attribute.isOptional = true
    let entity = NSEntityDescription()
    entity.name = "Thing"
    entity.properties = [attribute]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return (NSManagedObject(entity: entity, insertInto: context), context)
  }

  @Test(arguments: [
    (1_371_040_000_123, "2013-06-12T12:26:40.123Z"), (0, "1970-01-01T00:00:00.000Z"),
    (Int64.max, nil),
  ])
  func `a time is ISO 8601, or nil if it is out of range`(_ time: Int64, _ text: String?) throws {
    let (object, context) = try object()
    context.performBlocking {
      object.setValue("before", forKey: "updatedAt")
      object.mirror(
        RemoteDocument(
          id: "a", createdAt: nil, updatedAt: time, creatorID: nil, updaterID: nil, state: "",
          standing: .live, fields: [:]), Self.form)
      #expect(object.value(forKey: "updatedAt") as? String == text)
    }
  }
}
