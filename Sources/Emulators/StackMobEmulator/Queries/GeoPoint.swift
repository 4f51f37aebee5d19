import GhostlightCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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

  /// The great-circle distance in radians, by the haversine formula.
  func distance(to other: GeoPoint) -> Double {
    let radian = Double.pi / 180
    let latitudeSine = sin((other.latitude - latitude) * radian / 2)
    let longitudeSine = sin((other.longitude - longitude) * radian / 2)
    let chord =
      latitudeSine * latitudeSine + cos(latitude * radian) * cos(other.latitude * radian)
      * longitudeSine * longitudeSine
    return 2 * asin(min(1, chord.squareRoot()))
  }
}
