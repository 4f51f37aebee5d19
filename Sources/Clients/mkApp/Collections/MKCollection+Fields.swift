public import Foundation
import GhostlightCore
import Synchronization

nonisolated extension MKCollection {
  /// The object's id; `nil` until the object has been saved.
  public var collectionId: String? {
    get { state.withLock { $0.id } }
    set { state.withLock { $0.id = newValue } }
  }

  /// The time when the object was created; `nil` until it has been saved.
  public var createdAt: Date? { baseDate("createdAt") }
  /// The time when the object was last changed; `nil` until it has been saved.
  public var updatedAt: Date? { baseDate("updatedAt") }
  /// The id of the user who created the object; `nil` until it has been saved.
  public var creatorId: String? { base("creatorId")?.string }
  /// The id of the user who changed the object last; `nil` until it has been saved.
  public var updaterId: String? { base("updaterId")?.string }
  /// Whether the object has no id, because it has never been saved or was deleted.
  public var isTransient: Bool { collectionId == nil }
  /// Whether the object has changes that have not been saved.
  public var isChanged: Bool { state.withLock { !$0.changes.isEmpty } }

  /// Sets a field; `nil` is sent as `null`.
  ///
  /// A value can be a string, a number, a Boolean, a date, `NSNull`, an ``MKCollection`` (whose id
  /// is sent), or an array or dictionary of these. Any other value makes the next save fail. Fields
  /// that the server sets itself, such as `createdAt`, cannot be changed.
  public func setObject(_ object: Any?, forKey key: String) {
    let value = MKValue(object)
    state.withLock { $0.set(value, forKey: key) }
  }

  /// Returns the value of a field, or `nil` if the field is missing or `null`.
  ///
  /// The value is a `Date` if the app set a date on this object, and for dates that the server sets
  /// itself. Any other date that the server sent is a number; use ``date(forKey:)`` to read it.
  public func object(forKey key: String) -> Any? {
    switch key {
    case "id": return collectionId
    case "createdAt", "updatedAt": return baseDate(key)
    case "creatorId", "updaterId": return base(key)?.string
    default: break
    }
    guard let value = state.withLock({ $0.values[key] }) else { return nil }
    if case .json(.null) = value { return nil }
    if case .invalid = value { return nil }
    return value.foundation
  }

  /// Returns the date in a field that contains a date, a number or a string in ISO 8601.
  public func date(forKey key: String) -> Date? {
    if MKCollectionState.baseKeys.contains(key) { return baseDate(key) }
    switch state.withLock({ $0.values[key] }) {
    case .date(let date): return date
    case .json(let json): return instance.dates.date(json)
    default: return nil
    }
  }

  /// The keys of all fields except those that the server sets itself, sorted.
  public var allKeys: [String] { state.withLock { Array($0.values.keys) }.sorted() }

  /// All fields except those that the server sets itself, by key.
  public var allKeysAndValues: [String: Any] {
    state.withLock { $0.values }.mapValues(\.foundation)
  }

  private func base(_ key: String) -> JSON? { state.withLock { $0.base[key] } }

  private func baseDate(_ key: String) -> Date? { base(key).flatMap { instance.dates.date($0) } }
}

nonisolated extension MKCollection {
  /// Decodes the object's fields, including those that the server sets itself, as a type of the
  /// app.
  ///
  /// - Throws: An ``MKError`` with `invalidResponse` if the fields do not match the type.
  /// - Source: protocol reference C2; the form is an assumption: the guide shows none for Swift's
  ///   own coding.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    let (dates, state) = (instance.dates, state.withLock { $0 })
    var object = JSONObject()
    for (key, json) in state.base { object[key] = json }
    if let id = state.id { object["id"] = .string(id) }
    for (key, value) in state.values { object[key] = try value.json(dates, key: key) }
    do {
      return try dates.decoder.decode(type, from: Data(JSON.object(object).bytes))
    } catch let error as DecodingError {
      throw MKError(.invalidResponse, message: "The object cannot be decoded as \(type): \(error)")
    }
  }

  /// Sets the fields that a value of the app encodes to.
  ///
  /// A property that is `nil` leaves its field unchanged.
  ///
  /// - Throws: An ``MKError`` with `invalidParams` if the value does not encode to a JSON object.
  /// - Source: protocol reference C2; the form is an assumption: the guide shows none for Swift's
  ///   own coding.
  public func setObjects(from value: some Encodable) throws {
    let json: JSON
    do {
      json = try JSON.parse(Array(try instance.dates.encoder.encode(value)))
    } catch {
      throw MKError(.invalidParams, message: "\(type(of: value)) cannot be encoded: \(error)")
    }
    guard let object = json.object else {
      throw MKError(
        .invalidParams, message: "\(type(of: value)) has no keys; use a structure or a class.")
    }
    for member in object.members { setObject(member.value, forKey: member.key) }
  }
}

extension DateForm {
  /// A decoder that accepts dates as numbers in this unit, and as strings in ISO 8601.
  var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let json: JSON =
        if let number = try? container.decode(Double.self) {
          .double(number)
        } else {
          .string(try container.decode(String.self))
        }
      guard let date = date(json) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date")
      }
      return date
    }
    return decoder
  }

  /// An encoder that writes dates as numbers in this unit.
  var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .custom { date, encoder in
      guard let number = json(date)?.integer else {
        throw EncodingError.invalidValue(
          date, .init(codingPath: encoder.codingPath, debugDescription: "date out of range"))
      }
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
    return encoder
  }
}
