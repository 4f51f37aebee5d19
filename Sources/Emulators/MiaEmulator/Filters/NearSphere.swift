import GhostlightCore
import GhostlightEmulation

/// A ring around a place on the earth (A6).
struct NearSphere: Sendable, Hashable {
  /// Degrees east.
  var longitude: Double
  /// Degrees north.
  var latitude: Double
  /// Metres; zero is no bound.
  var minimum: Double = 0
  /// Metres; zero is no bound.
  var maximum: Double = 0

  /// The earth as the database has it.
  static let radiusMetres = 6_378_100.0

  /// What it costs to look at one place.
  static let work = 4

  /// The metres to a point, or `nil` for what is none.
  ///
  /// A point is as GeoJSON has it or, where a field may hold what it wants, an array of longitude and
  /// latitude.
  func distance(to value: JSON?) -> Double? {
    guard case .array(let place)? = value?["coordinates"] ?? value, place.count >= 2,
      let east = place[0].number, let north = place[1].number
    else { return nil }
    return Self.radiusMetres
      * GreatCircle.angle(
        latitude: latitude, longitude: longitude, toLatitude: north, longitude: east)
  }

  /// Whether a stored point is in the ring.
  func contains(_ value: JSON?) -> Bool {
    guard let distance = distance(to: value) else { return false }
    return distance >= minimum && (maximum == 0 || distance <= maximum)
  }
}
