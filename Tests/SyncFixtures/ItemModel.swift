package import ManagedObjects

/// The model of StackMob's sync tests, with items that may belong to another user.
package enum ItemModel {
  package static func make() -> NSManagedObjectModel {
    let item = NSEntityDescription()
    item.name = "Item"
    let (parent, related) = (NSRelationshipDescription(), NSRelationshipDescription())
    (parent.name, parent.maxCount) = ("parent", 1)
    (related.name, related.maxCount) = ("related", 0)
    for relationship in [parent, related] {
      relationship.destinationEntity = item
      relationship.isOptional = true
    }
    item.properties =
      [
        attribute("item_id", .stringAttributeType), attribute("text", .stringAttributeType),
        attribute("rating", .integer64AttributeType), attribute("pic", .stringAttributeType),
        attribute("createddate", .dateAttributeType),
        attribute("lastmoddate", .dateAttributeType),
      ] + [parent, related]
    let undated = NSEntityDescription()
    undated.name = "Undated"
    undated.properties = [attribute("undated_id", .stringAttributeType)]
    let model = NSManagedObjectModel()
    model.entities = [item, undated]
    return model
  }

  /// Returns an attribute that does not need a value.
  package static func attribute(
    _ name: String, _ type: NSAttributeType
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = true
    return attribute
  }
}
