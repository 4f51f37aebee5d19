import GhostlightCore
import GhostlightEmulation

/// The fields of a body that makes or changes an object (A8).
enum ObjectBody {
  /// The body with its texts cleaned.
  ///
  /// - Throws: That the body is no JSON.
  static func read(_ call: Call) throws(Fault) -> JSONObject {
    var members = try call.body().members
    for position in members.indices {
      guard let text = members[position].value.string else { continue }
      // Each byte is looked at by itself.
      try call.budget.spend(text.utf8.count >> 3)
      members[position].value = .string(Sanitizer.clean(text))
    }
    return JSONObject(uniqueMembers: members)
  }

  /// The fields of a new object, auto values set over what the client sent.
  ///
  /// - Throws: The first field that clients may not set.
  static func fields(
    _ body: JSONObject, of type: ObjectType, by user: String?, source: JSONObject? = nil
  ) throws(Fault) -> JSONObject {
    for member in body {
      guard type.field(member.key)?.editMode?.allowsCreate == true else {
        throw .notEditable(member.key)
      }
    }
    var result = body
    for field in type.fields {
      guard let value = field.autoValue else { continue }
      switch value {
      case .caller: result[field.name] = user.map(JSON.string)
      case .source(let name): result[field.name] = source?[name]
      case .unknown: throw .incorrectDefaultValue
      }
    }
    return result
  }

  /// What an update changes, and the names of the fields it removes.
  ///
  /// - Throws: The first field that clients may not change.
  static func changes(
    _ body: JSONObject, of type: ObjectType, in schema: GraphSchema, within budget: WorkBudget
  ) throws(Fault) -> (fields: JSONObject, removed: [String]) {
    if let name = body["object_type"] { _ = try Self.type(named: name, in: schema) }
    var fields = body
    let removed = try removedNames(fields.removeValue(forKey: Self.deletion))
    try budget.spend(body.count + removed.count, times: type.fields.count >> 3 + 1)
    for name in body.keys where name != Self.deletion {
      guard type.field(name)?.editMode?.allowsUpdate == true else { throw .notEditable(name) }
    }
    for name in removed where type.field(name)?.editMode?.allowsUpdate != true {
      throw .notEditable(name)
    }
    return (fields, removed)
  }

  /// The type that a body names.
  ///
  /// - Throws: That there is none of that name.
  static func type(named name: JSON, in schema: GraphSchema) throws(Fault) -> ObjectType {
    guard let text = name.string, let type = schema.type(named: text) else {
      throw .incorrectObjectType.filled(["type": name.string ?? name.text()])
    }
    return type
  }

  /// The member that lists the fields to remove.
  private static let deletion = "delete_fields"

  private static func removedNames(_ list: JSON?) throws(Fault) -> [String] {
    guard let list else { return [] }
    var names: [String] = []
    for element in list.array ?? [list] {
      guard list.array != nil, let name = element.string else { throw .notEditable(deletion) }
      names.append(name)
    }
    return names
  }
}

extension Fault {
  fileprivate static func notEditable(_ field: String) -> Fault {
    notEditableField.filled(["field": field])
  }
}
