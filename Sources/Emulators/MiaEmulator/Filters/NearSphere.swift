import GhostlightCore
import GhostlightEmulation

/// A condition on the distance from a place on the earth, given by longitude and latitude (A6).
struct NearSphere: Sendable, Hashable {
  /// The longitude in degrees east.
  var longitude: Double
  /// The latitude in degrees north.
  var latitude: Double
  /// The minimum distance in metres; zero for no minimum.
  var minimum: Double = 0
  /// The maximum distance in metres; zero for no maximum.
  var maximum: Double = 0

  /// The radius of the earth that the database uses.
  static let radiusMetres = 6_378_100.0

  /// The units of work for computing one distance.
  static let work = 4

  /// Returns the distance to a point in metres, or `nil` if the value is not a point.
  ///
  /// A point is a GeoJSON object or, in fields without a fixed type, an array of longitude and
  /// latitude.
  func distance(to value: JSON?) -> Double? {
    guard case .array(let place)? = value?["coordinates"] ?? value, place.count >= 2,
      let east = place[0].number, let north = place[1].number
    else { return nil }
    return Self.radiusMetres
      * GreatCircle.angle(
        latitude: latitude, longitude: longitude, toLatitude: north, longitude: east)
  }

  /// Returns whether a stored point is at an allowed distance.
  func contains(_ value: JSON?) -> Bool {
    guard let distance = distance(to: value) else { return false }
    return distance >= minimum && (maximum == 0 || distance <= maximum)
  }
}
