import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

/// A model with two inheritance roots, Animal ← (Cat, Dog) and Home ← (Cave, Nest), and with Toy,
/// which has no subentity.
///
/// Its relationships have every layout: columns with and without a number of the entity, sets that
/// derive from a column, shared pairs within a root and between both roots, and ordered pairs.
enum Zoo {
  static func model() -> NSManagedObjectModel {
    let names = ["Animal", "Cat", "Dog", "Home", "Cave", "Nest", "Toy"]
    let entities = names.map { name in Company.entity(name) }
    let (animal, home, toy) = (entities[0], entities[3], entities[6])
    animal.subentities = [entities[1], entities[2]]
    home.subentities = [entities[4], entities[5]]
    func pair(
      _ one: (String, NSEntityDescription, Bool, Bool),
      _ other: (String, NSEntityDescription, Bool, Bool)
    ) {
      let left = Company.relationship(one.0, to: other.1, many: one.2, ordered: one.3)
      let right = Company.relationship(other.0, to: one.1, many: other.2, ordered: other.3)
      Company.link(left, right)
      one.1.properties.append(left)
      other.1.properties.append(right)
    }
    for entity in [animal, home, toy] {
      entity.properties = [
        Company.attribute("name", .stringAttributeType),
        Company.attribute("size", .integer32AttributeType),
      ]
    }
    pair(("home", animal, false, false), ("animals", home, true, false))
    pair(("friends", animal, true, false), ("admirers", animal, true, false))
    pair(("visited", animal, true, false), ("visitors", home, true, false))
    pair(("shelf", home, true, true), ("holder", toy, false, false))
    pair(("keepsakes", home, true, false), ("place", toy, false, false))
    pair(("toy", animal, false, false), ("owner", toy, false, false))
    toy.properties.append(Company.relationship("fans", to: animal, many: true))
    entities[1].properties.append(Company.attribute("lives", .integer16AttributeType))
    entities[5].properties.append(Company.attribute("twigs", .integer64AttributeType))
    let model = NSManagedObjectModel()
    model.entities = entities
    return model
  }

  /// Inserts at least two objects of each entity, with all relationships, and saves them.
  static func fill(_ context: NSManagedObjectContext) throws {
    var objects: [String: NSManagedObject] = [:]
    let rows = [
      ("Nest", "n1"), ("Dog", "d1"), ("Cave", "c1"), ("Cat", "k1"), ("Toy", "t1"), ("Toy", "t2"),
      ("Cat", "k2"), ("Nest", "n2"), ("Dog", "d2"), ("Toy", "t3"), ("Home", "h1"), ("Cave", "c2"),
      ("Animal", "a1"),
    ]
    for (place, (entity, name)) in rows.enumerated() {
      let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
      object.setValuesForKeys(["name": name, "size": place])
      objects[name] = object
      // Saving each object gives it the next key of its root.
      try context.save()
    }
    func many(_ names: String...) -> NSOrderedSet {
      NSOrderedSet(array: names.compactMap { objects[$0] })
    }
    func set(_ names: String...) -> Set<NSManagedObject> { Set(names.compactMap { objects[$0] }) }
    objects["k1"]?.setValue(9, forKey: "lives")
    objects["n2"]?.setValue(Int64.max, forKey: "twigs")
    for (animal, home) in [("k1", "n1"), ("k2", "c1"), ("d1", "n1"), ("d2", "h1"), ("a1", "c2")] {
      objects[animal]?.setValue(objects[home], forKey: "home")
    }
    objects["k1"]?.setValue(set("d1", "k2"), forKey: "friends")
    objects["d2"]?.setValue(set("k1", "a1"), forKey: "friends")
    objects["k2"]?.setValue(set("c1", "n2"), forKey: "visited")
    objects["d1"]?.setValue(set("n2", "h1"), forKey: "visited")
    objects["n1"]?.setValue(many("t3", "t1"), forKey: "shelf")
    objects["c2"]?.setValue(many("t2"), forKey: "shelf")
    objects["c1"]?.setValue(set("t1", "t2"), forKey: "keepsakes")
    objects["h1"]?.setValue(set("t3"), forKey: "keepsakes")
    objects["d1"]?.setValue(objects["t2"], forKey: "toy")
    objects["k2"]?.setValue(objects["t3"], forKey: "toy")
    objects["t1"]?.setValue(set("k1", "d2"), forKey: "fans")
    try context.save()
  }
}

/// A folder with one SQLite store, which can be opened with several models.
final class StoreFile {
  let folder: TemporaryFolder
  var url: URL { URL(filePath: folder["store.sqlite"]) }

  init() throws { folder = try TemporaryFolder() }

  func open(
    _ model: NSManagedObjectModel, _ options: [String: Any] = StoreFile.migrating
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  static let migrating = [
    NSMigratePersistentStoresAutomaticallyOption: true,
    NSInferMappingModelAutomaticallyOption: true,
  ]
}
