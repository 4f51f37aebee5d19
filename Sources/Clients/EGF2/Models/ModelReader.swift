import Foundation
import GhostlightCore

/// A factory that creates models from JSON objects.
struct ModelReader: Sendable {
  let types: ModelTypes
  /// Whether the reader logs required fields that are missing.
  let reportsMissing: Bool
  let log: @Sendable (String) -> Void

  /// Creates an instance of a class from a JSON object; members with unsuitable types are ignored.
  func make(_ type: any EGF2Model.Type, from object: JSONObject) -> any EGF2Model {
    let model = type.init()
    for field in FieldMap.of(type).fields {
      guard let value = object[field.json], !value.isNull else { continue }
      fill(field, of: model, with: value)
    }
    if reportsMissing { reportMissing(in: model, object) }
    return model
  }

  private func fill(_ field: EGF2Field, of model: any EGF2Model, with json: JSON) {
    if case .reference = field.kind, let object = json.object {
      fillReference(field, of: model, with: object)
    } else if let value = FieldValue(json, of: field.kind, by: self) {
      field.access.write(model, value)
    } else {
      log("\(type(of: model)).\(field.name): the value has a different type and is ignored")
    }
  }

  private func fillReference(
    _ field: EGF2Field, of model: any EGF2Model, with object: JSONObject
  ) {
    guard let id = object["id"]?.string else {
      log("\(type(of: model)).\(field.name): the object has no id and is ignored")
      return
    }
    field.access.write(model, .string(id))
    guard let companion = field.companion else { return }
    guard let type = types.model(for: id), companion.write(model, make(type, from: object)) else {
      log("\(Swift.type(of: model)).\(field.name): no property can store the object \(id)")
      return
    }
  }

  private func reportMissing(in model: any EGF2Model, _ object: JSONObject) {
    let map = FieldMap.of(type(of: model))
    for name in model.requiredFields() {
      guard let field = map.field(named: name), object[field.json] == nil else { continue }
      log("\(type(of: model)).\(name): the required field is missing")
    }
  }
}
