import Foundation
import GhostlightClient
import GhostlightCore
import ManagedObjects

/// The error for a value that an attribute cannot have, or that a service cannot receive.
struct UnrepresentableValue: Error {
  let reason: String
}

extension NSAttributeDescription {
  /// Converts an attribute's value to the JSON that a service receives; `nil` if there is no value.
  func json(_ value: Any?, _ form: ValueForm) throws(UnrepresentableValue) -> JSON? {
    guard let value else { return .none }
    switch (attributeType, value) {
    case (.booleanAttributeType, let number as NSNumber): return .bool(number.boolValue)
    case (.floatAttributeType, let number as NSNumber):
      return try Self.scalar(Double("\(number.floatValue)") ?? .nan)
    case (.doubleAttributeType, let number as NSNumber): return try Self.scalar(number.doubleValue)
    case (.decimalAttributeType, let number as NSDecimalNumber):
      guard let json = try? JSON.parse(number.stringValue) else {
        throw UnrepresentableValue(reason: "\(number) is not a number in JSON.")
      }
      return json
    case (_, let number as NSNumber): return .integer(number.int64Value)
    case (_, let date as Date):
      guard let json = form.date(date) else {
        throw UnrepresentableValue(reason: "The date is out of range.")
      }
      return json
    case (_, let data as Data):
      guard form.sendsData else { throw UnrepresentableValue(reason: "Bytes cannot be sent.") }
      return .string(data.base64EncodedString())
    case (_, let id as UUID): return .string(id.uuidString)
    case (_, let url as URL): return .string(url.absoluteString)
    default: return try Self.tree(value, form)
    }
  }

  private static func scalar(_ value: Any) throws(UnrepresentableValue) -> JSON {
    do throws(UnrepresentableNumber) {
      if let json = try JSON(scalar: value) { return json }
    } catch { throw UnrepresentableValue(reason: "\(error.value) is not a number in JSON.") }
    throw UnrepresentableValue(reason: "A \(Swift.type(of: value)) cannot be sent.")
  }

  /// Converts a transformable attribute's value to JSON: a scalar, a date, an array or a
  /// dictionary.
  private static func tree(_ value: Any, _ form: ValueForm) throws(UnrepresentableValue) -> JSON {
    switch value {
    case let date as Date:
      guard let json = form.date(date) else {
        throw UnrepresentableValue(reason: "The date is out of range.")
      }
      return json
    case let values as [Any]:
      var list: [JSON] = []
      for value in values { list.append(try tree(value, form)) }
      return .array(list)
    case let members as [String: Any]:
      var object = JSONObject()
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        object[key] = try tree(value, form)
      }
      return .object(object)
    default: return try scalar(value)
    }
  }

  /// Converts a document's field to the attribute's type.
  ///
  /// - Returns: `nil`, or the attribute's default if it is mandatory, if the field is missing or
  ///   `null`.
  func value(_ json: JSON?, _ form: ValueForm) throws(UnrepresentableValue) -> Any? {
    guard let json, json != .null else { return isOptional ? .none : defaultValue }
    if let number = number(json) { return number }
    let value: Any? =
      switch attributeType {
      case .stringAttributeType: json.string
      case .dateAttributeType: form.readDate(json)
      case .binaryDataAttributeType: json.string.flatMap { Data(base64Encoded: $0) }
      case .UUIDAttributeType: json.string.flatMap { UUID(uuidString: $0) }
      case .URIAttributeType: json.string.flatMap { URL(string: $0) }
      case .transformableAttributeType: json.foundation { $0.plainNumber }
      default: .none
      }
    guard let value else {
      throw UnrepresentableValue(reason: "\(name) cannot be \(json.description.prefix(80)).")
    }
    return value
  }

  private func number(_ json: JSON) -> NSNumber? {
    switch attributeType {
    case .integer16AttributeType:
      whole(json).flatMap { Int16(exactly: $0) }.map { NSNumber(value: $0) }
    case .integer32AttributeType:
      whole(json).flatMap { Int32(exactly: $0) }.map { NSNumber(value: $0) }
    case .integer64AttributeType: whole(json).map { NSNumber(value: $0) }
    case .booleanAttributeType: json.bool.map { NSNumber(value: $0) }
    case .doubleAttributeType: json.number.map { NSNumber(value: $0) }
    case .floatAttributeType: json.number.map { NSNumber(value: Float($0)) }
    case .decimalAttributeType:
      json.number.map { _ in NSDecimalNumber(string: json.description) }
    default: .none
    }
  }

  private func whole(_ json: JSON) -> Int64? {
    json.integer ?? json.number.flatMap { Int64(exactly: $0) }
  }
}

extension JSON {
  /// The number as `Int` or `Double`, the types that an app's dictionaries and arrays use.
  fileprivate var plainNumber: Any {
    if let integer { return Int(integer) }
    return number ?? 0
  }
}
