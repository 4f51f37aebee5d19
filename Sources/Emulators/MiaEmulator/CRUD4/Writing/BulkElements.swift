import GhostlightCore
import GhostlightEmulation

/// The elements of the two bulk routes that have filters.
enum BulkElements {
  /// The elements: at least one, each with a filter and a second member.
  static func pairs(
    _ call: Call, with name: String, _ schema: ValueSchema
  ) throws(Fault) -> [JSON] {
    var element = ValueSchema(.object)
    element.required = ["filter", name]
    element.allowsOthers = false
    element.properties = [
      .init(name: "filter", schema: ValueSchema(.object)), .init(name: name, schema: schema),
    ]
    var list = ValueSchema(.array)
    list.minimumItems = 1
    list.items = [element]
    return try CRUDBody.json(call, list).array ?? []
  }
}
