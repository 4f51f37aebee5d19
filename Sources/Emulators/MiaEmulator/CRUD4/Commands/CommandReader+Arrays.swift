import GhostlightCore
import GhostlightEmulation

extension CommandReader {
  /// What the elements of an array are like.
  private struct Elements {
    let schema: ValueSchema
    let field: CRUDField?
    let budget: WorkBudget

    func checked(_ value: JSON, at place: String) throws(Fault) -> JSON {
      let checked = try schema.validated(value, at: place, within: budget)
      return field?.storedElement(checked) ?? checked
    }
  }

  private func elements(_ key: String) throws(Fault) -> Elements {
    if definition.isWritable(key), let field = definition.field(key), field.kind == .array {
      return Elements(schema: field.elementSchema, field: field, budget: budget)
    }
    guard definition.field(key) == nil, let schema = definition.schema(below: FilterPath(key)),
      schema.kinds.contains(.array)
    else { throw .unknownProperty(key, at: place) }
    return Elements(schema: schema.items.first ?? ValueSchema(), field: nil, budget: budget)
  }

  func push(_ key: String, _ value: JSON) throws(Fault) -> PushedElements {
    let elements = try elements(key)
    let place = "\(place)/\(key)"
    guard case .object(let object) = value, let each = object["$each"] else {
      return PushedElements(elements: [try elements.checked(value, at: place)])
    }
    var pushed = PushedElements(elements: try list(each, elements, "\(place)/$each"))
    for member in object.members where member.key != "$each" {
      switch member.key {
      case "$position": pushed.position = try integer(member, place)
      case "$slice": pushed.slice = try integer(member, place)
      case "$sort":
        if case .object(let order) = member.value {
          for key in order.members {
            pushed.order.append(
              MongoSort.Key(key.key, descending: key.value.number == -1))
          }
        } else {
          pushed.sortsElements = try integer(member, place) == -1
        }
      default: throw .unknownProperty(member.key, at: place)
      }
    }
    return pushed
  }

  func added(_ key: String, _ value: JSON) throws(Fault) -> [JSON] {
    let elements = try elements(key)
    let place = "\(place)/\(key)"
    guard case .object(let object) = value, let each = object["$each"] else {
      return [try elements.checked(value, at: place)]
    }
    for member in object.members where member.key != "$each" {
      throw .unknownProperty(member.key, at: place)
    }
    return try list(each, elements, "\(place)/$each")
  }

  func pulled(_ key: String, _ value: JSON) throws(Fault) -> PulledElements {
    let elements = try elements(key)
    let place = "\(place)/\(key)"
    guard case .object(let object) = value else {
      return .values([try elements.checked(value, at: place)])
    }
    if let wanted = object["$in"], object.count == 1 {
      return .values(try list(wanted, elements, "\(place)/$in"))
    }
    // A part of an object is for arrays of objects.
    guard elements.schema.kinds.isEmpty || elements.schema.kinds.contains(.object) else {
      return .values([try elements.checked(value, at: place)])
    }
    try budget.spend(walking: object)
    do throws(FilterProblem) {
      return .objects(try FilterParser(schema: nil, within: budget).parse(object).predicate)
    } catch { throw error.fault ?? .database(error.message) }
  }

  private func list(
    _ value: JSON, _ elements: Elements, _ place: String
  ) throws(Fault) -> [JSON] {
    guard case .array(let values) = value else { throw .validation("\(place) must be array") }
    var result: [JSON] = []
    for (position, value) in values.enumerated() {
      result.append(try elements.checked(value, at: "\(place)/\(position)"))
    }
    return result
  }

  private func integer(_ member: JSONObject.Member, _ place: String) throws(Fault) -> Int {
    let place = "\(place)/\(member.key)"
    let value = try ValueSchema(.integer).validated(member.value, at: place)
    guard let number = value.number.flatMap({ Int(exactly: $0) }) else {
      throw .validation("\(place) must be integer")
    }
    return number
  }
}
