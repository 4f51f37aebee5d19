import Foundation
import GhostlightCore
import Synchronization

nonisolated extension MKCollection {
  /// The object as a type of the app's, by the fields' keys and those that the server sets.
  ///
  /// - Throws: ``MKError`` with `invalidResponse` where the fields do not fit.
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
