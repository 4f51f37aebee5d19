import Foundation
import GhostlightCore
import ManagedObjects
@testable import StackMob
import StackMobStoreScenarios
import SyncFixtures
import TestExecutors

/// A model of boxes with an ordered relationship, an unordered one, and one to a single object.
enum BoxModel {
  static func make() -> NSManagedObjectModel {
    let (box, thing) = (NSEntityDescription(), NSEntityDescription())
    (box.name, thing.name) = ("Box", "Thing")
    let relationships = [("things", 0, true), ("bag", 0, false), ("best", 1, false)].map {
      name, maxCount, isOrdered in
      let relationship = NSRelationshipDescription()
      relationship.name = name
      relationship.maxCount = maxCount
      relationship.isOrdered = isOrdered
      relationship.isOptional = true
      relationship.destinationEntity = thing
      return relationship
    }
    box.properties = attributes("boxId") + relationships
    thing.properties = attributes("thingId")
    let model = NSManagedObjectModel()
    model.entities = [box, thing]
    return model
  }

  private static func attributes(_ key: String) -> [NSAttributeDescription] {
    [key, "name"].map { ItemModel.attribute($0, .stringAttributeType) }
      + ["createddate", "lastmoddate"].map { ItemModel.attribute($0, .dateAttributeType) }
  }

  /// The provider states with a box that has three things, in an order that is not that of their
  /// keys.
  static let given: [Given] =
    [
      .schema("thing", ["name": "string"]),
      .schema(
        "box",
        [
          "name": "string", "things": "relationships[thing]", "bag": "relationships[thing]",
          "best": "relationship[thing]",
        ]),
    ]
    + ["a", "b", "c"].map {
      .object("thing", ["thing_id": .string($0), "name": .string("N" + $0)])
    }
    + [
      .object(
        "box",
        ["box_id": "x", "name": "X", "things": ["c", "a", "b"], "bag": ["c", "a"], "best": "b"])
    ]
}

extension StoreApp {
  /// Returns a session without a service.
  static func session() throws -> SMUserSession { try StoreApp().client.session }
}

extension NSManagedObject {
  /// Returns the keys of the objects of a relationship, in their order if it has one.
  func keys(_ name: String) -> [String] {
    switch value(forKey: name) {
    case let ordered as NSOrderedSet:
      ordered.array.compactMap { ($0 as? NSManagedObject)?.smObjectId() }
    case let set as Set<NSManagedObject>: set.compactMap { $0.smObjectId() }.sorted()
    case let one as NSManagedObject: [one.smObjectId() ?? "-"]
    default: []
    }
  }
}
