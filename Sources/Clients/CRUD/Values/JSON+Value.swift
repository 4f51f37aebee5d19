import Foundation
import GhostlightClient
import GhostlightCore

/// Conversion of an app's values to JSON.
///
/// - Source: protocol reference C0.3.
extension JSON {
  /// Converts a value: a string, number, Boolean, `nil`, date, data, array, dictionary or
  /// `Encodable` object.
  ///
  /// Dictionary keys whose value is `nil` are left out.
  init(value: Any?, by encoder: JSONEncoder) throws(CRUDError) {
    try self.init(value ?? NSNull(), at: [], encoder)
  }

  /// Converts an `Encodable` object, whose own encoding decides the result.
  init(encoding object: some Encodable, by encoder: JSONEncoder) throws(CRUDError) {
    if let members = object as? [String: Any] {
      try self.init(members, at: [], encoder)
      return
    }
    do { self = try JSON.parse(Array(try encoder.encode(object))) } catch {
      throw CRUDError(encoding: type(of: object), error)
    }
  }

  private init(_ value: Any, at path: [String], _ encoder: JSONEncoder) throws(CRUDError) {
    guard path.count < JSONLimits.deepest else {
      throw CRUDError.encoding(
        "The value is nested deeper than \(JSONLimits.deepest) levels; flatten it.")
    }
    if Any?.isAbsent(value) {
      self = .null
      return
    }
    if let plain = try Self.plain(value, at: path) {
      self = plain
      return
    }
    switch value {
    case let values as [Any]: self = try Self.array(values, at: path, encoder)
    case let members as [AnyHashable: Any]: self = try Self.object(members, at: path, encoder)
    case let object as any Encodable: try self.init(encoding: object, by: encoder)
    default: throw Self.invalid(value, at: path)
    }
  }

  private static func plain(_ value: Any, at path: [String]) throws(CRUDError) -> JSON? {
    do throws(UnrepresentableNumber) {
      if let scalar = try JSON(scalar: value) { return scalar }
    } catch {
      throw invalid(error.value, at: path)
    }
    return switch value {
    case let text as NSString: .string(text.description)
    case let date as Date: try Self.date(date, at: path)
    case let date as NSDate:
      try Self.date(Date(timeIntervalSince1970: date.timeIntervalSince1970), at: path)
    case let data as Data: .string(data.base64EncodedString())
    case let data as NSData: .string(data.base64EncodedString(options: []))
    default: .none
    }
  }

  private static func date(_ date: Date, at path: [String]) throws(CRUDError) -> JSON {
    guard let text = date.serviceText else {
      throw CRUDError.encoding("The date\(location(path)) cannot be sent. " + Date.outOfRange)
    }
    return .string(text)
  }

  private static func array(
    _ values: [Any], at path: [String], _ encoder: JSONEncoder
  ) throws(CRUDError) -> JSON {
    var elements: [JSON] = []
    for (index, value) in values.enumerated() {
      elements.append(try JSON(value, at: path + ["[\(index)]"], encoder))
    }
    return .array(elements)
  }

  private static func object(
    _ members: [AnyHashable: Any], at path: [String], _ encoder: JSONEncoder
  ) throws(CRUDError) -> JSON {
    var object = JSONObject()
    for (key, value) in members {
      guard let key = key.base as? String else {
        throw CRUDError.encoding(
          "The key \(key)\(location(path)) is not a string; use strings as keys.")
      }
      if Any?.isAbsent(value) { continue }
      object[key] = try JSON(value, at: path + [key], encoder)
    }
    return .object(object)
  }

  private static func invalid(_ value: Any, at path: [String]) -> CRUDError {
    .encoding(
      "A \(type(of: value))\(location(path)) cannot be sent; give text, numbers, booleans, dates, "
        + "data, arrays, dictionaries or Encodable objects.")
  }

  private static func location(_ path: [String]) -> String {
    path.isEmpty ? "" : " at " + path.joined(separator: ".")
  }
}

extension JSONDecoder {
  /// A decoder for the service's values, with dates in ISO 8601 and data in Base64.
  ///
  /// - Source: protocol reference C0.3.
  static var ofCRUD: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      guard let milliseconds = ISODate.milliseconds(text) else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: decoder.codingPath,
            debugDescription: "\"\(text)\" is not a date in ISO 8601."))
      }
      return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
    return decoder
  }
}

extension JSONEncoder {
  /// An encoder for the service's values, with dates in ISO 8601 with milliseconds and data in
  /// Base64.
  ///
  /// - Source: protocol reference C0.3.
  static var ofCRUD: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .custom { date, encoder in
      guard let text = date.serviceText else {
        throw EncodingError.invalidValue(
          date, .init(codingPath: encoder.codingPath, debugDescription: Date.outOfRange))
      }
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
    return encoder
  }
}

/// A type whose values can be `nil` even when they have the static type `Any`.
protocol OptionalValue {
  var isAbsent: Bool { get }
}

extension Optional: OptionalValue {
  var isAbsent: Bool { self == nil }

  /// Returns whether a value of the static type `Any` is an empty optional.
  static func isAbsent(_ value: Any) -> Bool where Wrapped == Any {
    (value as? any OptionalValue)?.isAbsent ?? false
  }
}

extension Date {
  static let outOfRange = "The service accepts only dates of the years 0 to 9999."

  /// The date as the service writes it, such as `2020-04-05T17:16:14.175Z`.
  ///
  /// It is `nil` for a date that this format cannot represent.
  var serviceText: String? {
    let milliseconds = (timeIntervalSince1970 * 1000).rounded()
    guard (-62_167_219_200_000...253_402_300_799_999).contains(milliseconds) else { return nil }
    return ISODate.format(milliseconds: Int64(milliseconds))
  }
}
