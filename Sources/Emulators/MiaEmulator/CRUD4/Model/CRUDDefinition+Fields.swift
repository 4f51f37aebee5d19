import GhostlightCore
import GhostlightEmulation

extension CRUDDefinition {
  /// A field by its name.
  func field(_ name: String) -> CRUDField? {
    position(of: name).map { fields[$0] }
  }

  private func position(of name: String) -> Int? {
    let name = ExactText(name)
    // By position: a field handed out would be copied, and most of them have other names.
    for position in fields.indices where ExactText(fields[position].name) == name {
      return position
    }
    return nil
  }

  /// Whether clients may write a field.
  func isWritable(_ name: String) -> Bool {
    position(of: name).map { $0 >= Self.standard.count } ?? false
  }

  /// Whether new documents get ids of 24 hexadecimal digits, or else UUIDs.
  var hasObjectIDs: Bool { fields[0].kind == .objectID }

  /// A new id; the first eight digits of an object id are the time.
  func newID(_ moment: inout Moment) -> String {
    guard hasObjectIDs else { return moment.draw(.uuid, named: "document") }
    let seconds = String(UInt32(truncatingIfNeeded: moment.seconds), radix: 16)
    return String(repeating: "0", count: 8 - seconds.utf8.count) + seconds
      + moment.draw(.hexadecimal(16), named: "document")
  }

  /// The document of a body that has passed validation, as it is kept.
  func stored(_ body: JSONObject) -> JSONObject {
    var result: JSONObject = [:]
    for member in body.members {
      result.append(member.key, field(member.key)?.stored(member.value) ?? member.value)
    }
    return result
  }

  /// What a value at a dotted path below a `RawObject`, or in an array of such, must be like.
  ///
  /// `nil` where the path is none; the field itself is no such path.
  func schema(below path: FilterPath) -> ValueSchema? {
    guard !path.isField, let field = field(path.root), isWritable(path.root),
      path.names.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("$") })
    else { return nil }
    switch field.kind {
    case .rawObject: return field.valueSchema.schema(at: path.names.dropFirst())
    case .array where field.items == .rawObject && field.schema != nil:
      return field.valueSchema.schema(at: path.names.dropFirst())
    default: return nil
    }
  }

  /// The schema of whole documents, as `GET …/schema` answers it.
  var documentSchema: ValueSchema {
    var schema = ValueSchema(.object)
    schema.allowsOthers = false
    schema.properties = fields.map { field in
      let isState = field.name == "__STATE__"
      return .init(name: field.name, schema: isState ? DocumentState.schema : field.valueSchema)
    }
    schema.required = ["_id"] + insertion.required
    return schema
  }
}
