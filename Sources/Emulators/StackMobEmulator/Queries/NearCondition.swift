import GhostlightCore
import GhostlightEmulation

/// `f[near]=lat,lon[,radians]` (A18).
struct NearCondition: Sendable {
  let field: String
  let center: GeoPoint
  /// The greatest distance in radians; infinite where none is given.
  let radius: Double

  /// - Throws: ``Fault/badGeoQuery``.
  init(_ condition: QueryCondition, _ type: FieldType) throws(Fault) {
    field = condition.field
    let numbers = try GeoNumbers.read(condition, type)
    guard numbers.count == 2 || (numbers.count == 3 && numbers[2] >= 0),
      let center = GeoPoint(latitude: numbers[0], longitude: numbers[1])
    else { throw .badGeoQuery.filled(["field": field]) }
    self.center = center
    radius = numbers.count == 3 ? numbers[2] : .infinity
  }

  var test: FieldTest {
    .custom { [center, radius] value in
      guard case .object(let object) = value, let point = GeoPoint(object) else { return false }
      return center.distance(to: point) <= radius
    }
  }

  /// The objects by distance, each with it in its geopoint.
  func sorted(_ found: [JSONObject]) -> [JSONObject] {
    struct Neighbour {
      let distance: Double
      let position: Int
      let object: JSONObject
    }
    var neighbours: [Neighbour] = []
    for (position, object) in found.enumerated() {
      guard case .object(var place) = object[field], let point = GeoPoint(place) else { continue }
      let distance = center.distance(to: point)
      place["distance"] = .double(distance)
      var copy = object
      copy[field] = .object(place)
      neighbours.append(Neighbour(distance: distance, position: position, object: copy))
    }
    neighbours.sort { ($0.distance, $0.position) < ($1.distance, $1.position) }
    return neighbours.map(\.object)
  }
}
