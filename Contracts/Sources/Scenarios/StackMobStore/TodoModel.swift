import Foundation
package import ManagedObjects
package import StackMob

/// The user class of the test model.
package final class User: SMUserManagedObject {}

/// The test model: todos, their owners, and their tags.
package enum TodoModel {
  private static func entity(_ name: String, _ properties: [NSPropertyDescription])
    -> NSEntityDescription
  {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = properties
    return entity
  }

  private static func attribute(
    _ name: String, _ type: NSAttributeType = .stringAttributeType, default value: Any? = nil
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.defaultValue = value
    return attribute
  }

  private static func relationship(
    _ name: String, many: Bool = false, rule: NSDeleteRule = .nullifyDeleteRule
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.maxCount = many ? 0 : 1
    relationship.deleteRule = rule
    return relationship
  }

  private static func link(
    _ one: NSRelationshipDescription, to entity: NSEntityDescription,
    _ other: NSRelationshipDescription?
  ) {
    one.destinationEntity = entity
    one.inverseRelationship = other
  }

  /// Creates the test model.
  ///
  /// Its relationships are Todo.owner ↔ User.todos, Todo.tags ↔ Tag.todos and Todo.best → Tag. The
  /// entity Note has an attribute of every type.
  package static func make() -> NSManagedObjectModel {
    let (owner, todos) = (relationship("owner"), relationship("todos", many: true))
    let (tags, tagged) = (relationship("tags", many: true), relationship("todos", many: true))
    let best = relationship("best")
    let todo = entity(
      "Todo",
      [
        attribute("todoId"), attribute("title"), attribute("done", .booleanAttributeType),
        attribute("yearBorn", .integer32AttributeType), attribute("pic"), owner, tags, best,
        attribute("location", .transformableAttributeType),
        attribute("due", .dateAttributeType), attribute("createddate", .dateAttributeType),
        attribute("lastmoddate", .dateAttributeType),
      ])
    let user = entity(
      "User", [attribute("username"), attribute("age", .integer16AttributeType), todos])
    user.managedObjectClass = User.self
    let tag = entity("Tag", [attribute("tag_id"), attribute("name"), tagged])
    let note = entity(
      "Note",
      [
        attribute("noteId"), attribute("small", .integer16AttributeType),
        attribute("large", .integer64AttributeType, default: 7),
        attribute("ratio", .doubleAttributeType), attribute("share", .floatAttributeType),
        attribute("price", .decimalAttributeType), attribute("open", .booleanAttributeType),
        attribute("day", .dateAttributeType), attribute("place", .transformableAttributeType),
        attribute("text"), attribute("key", .UUIDAttributeType),
        attribute("site", .URIAttributeType), attribute("bytes", .binaryDataAttributeType),
        attribute("createddate", .dateAttributeType), attribute("lastmoddate", .dateAttributeType),
      ])
    link(owner, to: user, todos)
    link(todos, to: todo, owner)
    link(tags, to: tag, tagged)
    link(tagged, to: todo, tags)
    link(best, to: tag, nil)
    let model = NSManagedObjectModel()
    model.entities = [todo, user, tag, note]
    return model
  }
}
