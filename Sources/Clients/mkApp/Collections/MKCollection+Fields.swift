public import Foundation
import GhostlightCore
import Synchronization

nonisolated extension MKCollection {
  /// The id of the object; `nil` until it was saved.
  public var collectionId: String? {
    get { state.withLock { $0.id } }
    set { state.withLock { $0.id = newValue } }
  }

  /// When the object was created; `nil` until it was saved.
  public var createdAt: Date? { baseDate("createdAt") }
  /// When the object was last changed; `nil` until it was saved.
  public var updatedAt: Date? { baseDate("updatedAt") }
  /// The id of the user who created the object; `nil` until it was saved.
  public var creatorId: String? { base("creatorId")?.string }
  /// The id of the user who changed the object last; `nil` until it was saved.
  public var updaterId: String? { base("updaterId")?.string }
  /// Whether the object was never saved.
  public var isTransient: Bool { collectionId == nil }
  /// Whether there are changes that the server does not know.
  public var isChanged: Bool { state.withLock { !$0.changes.isEmpty } }

  /// Sets a field; `nil` stands for `null`.
  ///
  /// Text, numbers, booleans, dates, `NSNull`, an ``MKCollection`` for its id, arrays and
  /// dictionaries of them can be sent; anything else is refused at save. What the server sets by
  /// itself stays as it is.
  public func setObject(_ object: Any?, forKey key: String) {
    let value = MKValue(object)
    state.withLock { $0.set(value, forKey: key) }
  }

  /// The value of a field; `nil` where there is none, or `null`.
  ///
  /// A date is a `Date` where it was set as one on this object and where the server sets it by
  /// itself; else it is the number that came, for ``date(forKey:)``.
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

  /// The date of a field that is a date, a number, or text as ISO 8601 writes it.
  public func date(forKey key: String) -> Date? {
    if MKCollectionState.baseKeys.contains(key) { return baseDate(key) }
    switch state.withLock({ $0.values[key] }) {
    case .date(let date): return date
    case .json(let json): return instance.dates.date(json)
    default: return nil
    }
  }

  /// The keys of all fields but those that the server sets, sorted.
  public var allKeys: [String] { state.withLock { Array($0.values.keys) }.sorted() }

  /// All fields but those that the server sets.
  public var allKeysAndValues: [String: Any] {
    state.withLock { $0.values }.mapValues(\.foundation)
  }

  private func base(_ key: String) -> JSON? { state.withLock { $0.base[key] } }

  private func baseDate(_ key: String) -> Date? { base(key).flatMap { instance.dates.date($0) } }
}

nonisolated extension MKCollection {
  /// The object as a type of the app's, by the fields' keys and those that the server sets.
  ///
  /// - Throws: ``MKError`` with `invalidResponse` where the fields do not fit.
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
      throw MKError(.invalidResponse, message: "The object is no \(type): \(error)")
    }
  }

  /// Sets the fields that a value of the app's encodes; `nil` properties are left as they are.
  ///
  /// - Throws: ``MKError`` with `invalidParams` where the value is no set of fields.
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
        .invalidParams, message: "\(type(of: value)) has no keys; give a structure or a class.")
    }
    for member in object.members { setObject(member.value, forKey: member.key) }
  }
}

extension DateForm {
  /// Reads dates as they travel, and as ISO 8601 writes them.
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

  /// Writes dates as they travel.
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
