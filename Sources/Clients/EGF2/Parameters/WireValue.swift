import Foundation
import GhostlightClient
import GhostlightCore

/// Converts a caller's values to JSON.
enum WireValue {
  /// Returns the JSON members of a request body, sorted by the caller's keys.
  ///
  /// A key that is the name of a property is replaced by the name of its field, also inside
  /// structs.
  ///
  /// - Throws: `wrongMethodParameter` if a value cannot be sent; the failure reason names the key.
  static func object(
    _ parameters: [String: Any], as type: (any EGF2Model.Type)?
  ) throws(NSError) -> JSONObject {
    try object(parameters, as: type, at: "")
  }

  /// Returns the fields of a model that are not `nil` as JSON members.
  ///
  /// - Throws: `wrongMethodParameter` if a value cannot be sent.
  static func object(
    _ model: any EGF2Model, fields: [EGF2Field]
  ) throws(NSError) -> JSONObject {
    var object = JSONObject()
    for field in fields {
      guard let value = field.access.read(model).foundation else { continue }
      object[field.json] = try json(value, as: field.kind, at: field.name)
    }
    return object
  }

  /// Converts a single value, such as a filter's value.
  static func json(_ value: Any, at key: String) throws(NSError) -> JSON {
    try json(value, as: nil, at: key)
  }

  private static func object(
    _ members: [String: Any], as type: (any EGF2Model.Type)?, at path: String
  ) throws(NSError) -> JSONObject {
    guard path.utf8.count < 4096 else { throw invalid("The dictionary is nested too deeply") }
    let map = type.map { FieldMap.of($0) }
    var object = JSONObject()
    for (key, value) in members.sorted(by: { $0.key < $1.key }) {
      let field = map?.field(named: key) ?? map?.field(json: key)
      object[field?.json ?? key] = try json(
        value, as: field?.kind, at: path.isEmpty ? key : "\(path).\(key)")
    }
    return object
  }

  private static func json(
    _ value: Any, as kind: FieldKind?, at path: String
  ) throws(NSError) -> JSON {
    do throws(UnrepresentableNumber) {
      if let scalar = try JSON(scalar: value) { return scalar }
    } catch {
      throw invalid("The number \(error.value) at \"\(path)\" cannot be sent")
    }
    switch value {
    case let model as any EGF2Model:
      return .object(try object(model, fields: model.fieldMap.fields))
    case let value as Date where value.timeIntervalSince1970.isFinite:
      return .string(DateText.text(value))
    case let values as [Any]:
      var list: [JSON] = []
      for (index, value) in values.enumerated() {
        list.append(try json(value, as: kind?.element, at: "\(path)[\(index)]"))
      }
      return .array(list)
    case let members as [String: Any]:
      return .object(try object(members, as: kind?.structure, at: path))
    default: throw invalid("A \(type(of: value)) at \"\(path)\" cannot be sent")
    }
  }

  private static func invalid(_ what: String) -> NSError {
    EGF2Error.wrongParameter(
      "\(what); give text, numbers, booleans, dates, NSNull, models, or arrays and dictionaries "
        + "of them")
  }
}

extension FieldKind {
  fileprivate var element: FieldKind? {
    guard case .list(let element) = self else { return nil }
    return element
  }
}
