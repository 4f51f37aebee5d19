import Foundation
import GhostlightCore

/// An object of an answer or of the cache, whose class is known.
struct ObjectRecord: Deliverable {
  let id: String
  let json: JSONObject
  let type: any EGF2GraphModel.Type
  let reader: ModelReader

  func built() -> NSObject { reader.make(type, from: json) }
}
