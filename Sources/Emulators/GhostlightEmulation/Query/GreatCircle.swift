#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Computes the shortest distance between two places on a sphere, as an angle.
package enum GreatCircle {
  /// Returns the angle in radians between two places whose coordinates are in decimal degrees.
  ///
  /// - Source: the haversine formula.
  package static func angle(
    latitude: Double, longitude: Double, toLatitude otherLatitude: Double,
    longitude otherLongitude: Double
  ) -> Double {
    let radian = Double.pi / 180
    let latitudeSine = sin((otherLatitude - latitude) * radian / 2)
    let longitudeSine = sin((otherLongitude - longitude) * radian / 2)
    let cosines = cos(latitude * radian) * cos(otherLatitude * radian)
    let chord = latitudeSine * latitudeSine + cosines * longitudeSine * longitudeSine
    return 2 * asin(min(1, chord.squareRoot()))
  }
}
