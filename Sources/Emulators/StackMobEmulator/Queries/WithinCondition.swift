import GhostlightCore
import GhostlightEmulation

/// `f[within]=lat,lon,radians` or `f[within]=south,west,north,east` (A18), borders included.
enum WithinCondition: Sendable {
  case circle(center: GeoPoint, radius: Double)
  case box(southWest: GeoPoint, northEast: GeoPoint)

  /// - Throws: ``Fault/badGeoQuery``.
  init(_ condition: QueryCondition, _ type: FieldType) throws(Fault) {
    let numbers = try GeoNumbers.read(condition, type)
    if numbers.count == 3, numbers[2] >= 0,
      let center = GeoPoint(latitude: numbers[0], longitude: numbers[1])
    {
      self = .circle(center: center, radius: numbers[2])
    } else if numbers.count == 4,
      let southWest = GeoPoint(latitude: numbers[0], longitude: numbers[1]),
      let northEast = GeoPoint(latitude: numbers[2], longitude: numbers[3])
    {
      self = .box(southWest: southWest, northEast: northEast)
    } else {
      throw .badGeoQuery.filled(["field": condition.field])
    }
  }

  var test: FieldTest {
    .measured { value, budget throws(Fault) in
      try budget.spend()
      guard case .object(let object) = value, let point = GeoPoint(object) else { return false }
      return contains(point)
    }
  }

  private func contains(_ point: GeoPoint) -> Bool {
    switch self {
    case .circle(let center, let radius): return center.distance(to: point) <= radius
    case .box(let southWest, let northEast):
      guard southWest.latitude <= point.latitude, point.latitude <= northEast.latitude else {
        return false
      }
      // A box whose west is east of its east crosses the date line.
      guard southWest.longitude <= northEast.longitude else {
        return point.longitude >= southWest.longitude || point.longitude <= northEast.longitude
      }
      return (southWest.longitude...northEast.longitude).contains(point.longitude)
    }
  }
}
