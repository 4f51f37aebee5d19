import GhostlightCore
import GhostlightEmulation

/// A place on the globe in decimal degrees (A18).
struct GeoPoint: Sendable, Hashable {
  let latitude: Double
  let longitude: Double

  /// A place, where latitude is in [-90, 90] and longitude in [-180, 180).
  init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), longitude >= -180, longitude < 180 else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Reads `lat` and `lon`; other members, such as a query's `distance`, are passed over.
  init?(_ object: JSONObject) {
    guard let latitude = object["lat"]?.number, let longitude = object["lon"]?.number else {
      return nil
    }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// Reads an object of nothing but `lat` and `lon`, whatever their range.
  init?(exactly object: JSONObject) {
    guard object.count == 2, let latitude = object["lat"]?.number,
      let longitude = object["lon"]?.number
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The great-circle distance in radians.
  func distance(to other: GeoPoint) -> Double {
    GreatCircle.angle(
      latitude: latitude, longitude: longitude, toLatitude: other.latitude,
      longitude: other.longitude)
  }
}
