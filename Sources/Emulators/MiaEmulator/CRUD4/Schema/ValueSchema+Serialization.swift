import GhostlightCore
import GhostlightEmulation

/// The conversions of values of other types in the response to a read by id (A9).
///
/// A program other than the service can store such values.
///
/// - Source: fast-json-stringify 6, index.js and lib/serializer.js, with the response's schema of crud-service
///   7.2.5, lib/JSONSchemaGenerator.js, `generateGetItemJSONSchema`.
extension CRUDDefinition {
  /// Returns whether a stored document has a value of another type than the definition.
  func differs(from document: JSONObject) -> Bool {
    WorkBudget.withoutLimit { budget throws(Fault) -> Bool in
      for member in document.members {
        guard let field = field(member.key), field.kind != .geoPoint else { continue }
        if try !field.valueSchema.accepts(member.value, within: budget) { return true }
      }
      return false
    }
  }

  /// Returns a document with the values in the types of the definition.
  ///
  /// - Throws: ``Fault/crudSerialization`` for a value that cannot be converted to a number, or
  ///   ``Fault/crudMismatch`` for an array that the definition does not allow.
  func serialized(
    _ document: JSONObject, within budget: WorkBudget
  ) throws(Fault) -> JSONObject {
    var result = document
    for member in document.members {
      guard let field = field(member.key), field.kind != .geoPoint else { continue }
      guard field.kind != .array else {
        // Arrays are not converted.
        guard try field.valueSchema.accepts(member.value, within: budget) else {
          throw .crudMismatch.filled(["name": field.name])
        }
        continue
      }
      result[member.key] = try field.valueSchema.serialized(member.value)
    }
    return result
  }
}

extension ValueSchema {
  /// Returns whether a value is valid without a conversion.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  fileprivate func accepts(_ value: JSON, within budget: WorkBudget) throws(Fault) -> Bool {
    try budget.spend(2)
    guard kinds.isEmpty || kinds.contains(where: { ValueConversion.isOf($0, value) }) else {
      return false
    }
    guard alternatives.isEmpty else {
      for alternative in alternatives where try alternative.accepts(value, within: budget) {
        return true
      }
      return false
    }
    switch value {
    case .object(let object):
      guard required.allSatisfy({ object[$0] != nil }) else { return false }
      for member in object.members {
        guard let schema = property(member.key)?.schema ?? others.first else {
          if allowsOthers { continue }
          return false
        }
        guard try schema.accepts(member.value, within: budget) else { return false }
      }
    case .array(let elements):
      guard let schema = items.first else { return true }
      for element in elements where try !schema.accepts(element, within: budget) { return false }
    default:
      do throws(Fault) { _ = try validated(value, at: "", within: budget) } catch {
        guard !error.isWorkLimit else { throw error }
        return false
      }
    }
    return true
  }

  fileprivate func serialized(_ value: JSON) throws(Fault) -> JSON {
    guard let kind = kinds.first, !(value.isNull && kinds.contains(.null)) else { return value }
    switch (kind, value) {
    case (.string, .null): return ""
    case (.string, .bool), (.string, .integer), (.string, .double), (.string, .decimal):
      return .string(value.text())
    case (.boolean, _): return .bool(!value.isFalsy)
    case (.number, _): return try number(value, "a number")
    case (.integer, _):
      let number = try number(value, "an integer")
      return number.number.map { .canonical($0.rounded(.towardZero)) } ?? number
    case (.object, .object(let object)):
      var result = JSONObject()
      for member in object.members {
        guard let schema = property(member.key)?.schema ?? others.first else {
          if allowsOthers { result.append(member.key, member.value) }
          continue
        }
        result.append(member.key, try schema.serialized(member.value))
      }
      return .object(result)
    case (.array, .array(let elements)):
      guard let schema = items.first else { return value }
      var result: [JSON] = []
      for element in elements { result.append(try schema.serialized(element)) }
      return .array(result)
    default: return value
    }
  }

  private func number(_ value: JSON, _ name: String) throws(Fault) -> JSON {
    if value.number != nil { return value }
    if value == "" { return 0 }
    guard let number = ValueConversion.convert(value, to: [.number]) else {
      throw .crudSerialization.filled([
        "value": value.string ?? value.text(), "kind": name,
      ])
    }
    return number
  }
}
