import Foundation
import GhostlightClient
import GhostlightCore
import StackMob
import TestExecutors

extension JSON {
  /// Creates JSON from a value that the SDK passed to a block or returned.
  ///
  /// Members of objects keep their names.
  init(foundation value: Any) throws {
    if let scalar = try JSON(scalar: value) {
      self = scalar
      return
    }
    switch value {
    case let place as SMGeoPoint:
      self = try JSON(foundation: ["lat": place.latitude, "lon": place.longitude])
    case let values as [Any]: self = .array(try values.map { try JSON(foundation: $0) })
    case let members as [AnyHashable: Any]:
      let named = members.map { ("\($0.key)", $0.value) }.sorted { $0.0 < $1.0 }
      self = .object(
        JSONObject(uniqueMembers: try named.map { .init($0.0, try JSON(foundation: $0.1)) }))
    default: throw ExecutorError("no JSON is made of a \(type(of: value))")
    }
  }
}
