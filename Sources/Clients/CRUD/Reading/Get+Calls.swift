import Foundation
import GhostlightCore

/// The calls behind `sync` and `async`.
extension Get {
  var rawList: PendingCall<Data> {
    list { (response) throws(CRUDError) in response.data }
  }

  func rawObject(_ id: String) -> PendingCall<Data> {
    object(id) { (response) throws(CRUDError) in response.data }
  }

  func typedList<T: Decodable>(_ type: T.Type) -> PendingCall<[T]> {
    let decoder = crud.decoder
    return list { (response) throws(CRUDError) in try response.decoded([T].self, by: decoder) }
  }

  func typedObject<T: Decodable>(_ id: String, _ type: T.Type) -> PendingCall<T> {
    let decoder = crud.decoder
    return object(id) { (response) throws(CRUDError) in
      try response.decoded(type, by: decoder)
    }
  }
}
