import Foundation
import GhostlightCore
import HTTPTypes

extension Response {
  /// The response, unless it is a refusal.
  func accepted() throws(CRUDError) -> Response {
    guard status.kind == .successful else { throw CRUDError(refusal: self) }
    return self
  }

  /// The body as it came.
  var data: Data { Data(body) }

  /// The body as an app's type.
  func decoded<T: Decodable>(_ type: T.Type, by decoder: JSONDecoder) throws(CRUDError) -> T {
    do { return try decoder.decode(type, from: data) } catch {
      throw CRUDError(decoding: type, error)
    }
  }

  /// The id of the object that the body shows.
  func objectID() throws(CRUDError) -> String {
    guard let id = json?.object?["_id"]?.string else { throw CRUDError.invalidResponse }
    return id
  }

  /// A number of objects: `3`, or `{"count":3}` as older services print it.
  func objectCount() throws(CRUDError) -> Int {
    let value = json
    guard let number = value?.integer ?? value?.object?["count"]?.integer,
      let count = Int(exactly: number)
    else { throw CRUDError.invalidResponse }
    return count
  }
}
