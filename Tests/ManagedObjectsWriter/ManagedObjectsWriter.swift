import Foundation
import ManagedObjects

/// Saves one object after another to a store until the process is killed.
///
/// The number of the object is printed after each save.
@main
enum ManagedObjectsWriter {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else { return }
    let context = try store(at: CommandLine.arguments[1])
    var number = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Entry"))
    while true {
      number += 1
      let entry = NSEntityDescription.insertNewObject(forEntityName: "Entry", into: context)
      entry.setValue(number, forKey: "number")
      entry.setValue(String(repeating: "x", count: 100 + number % 900), forKey: "text")
      try context.save()
      try FileHandle.standardOutput.write(contentsOf: Data("\(number)\n".utf8))
    }
  }

  private static func store(at path: String) throws -> NSManagedObjectContext {
    let number = NSAttributeDescription()
    number.name = "number"
    number.attributeType = .integer64AttributeType
    let text = NSAttributeDescription()
    text.name = "text"
    text.attributeType = .stringAttributeType
    let entry = NSEntityDescription()
    entry.name = "Entry"
    entry.properties = [number, text]
    let model = NSManagedObjectModel()
    model.entities = [entry]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: URL(filePath: path))
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }
}
