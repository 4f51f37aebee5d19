public import Foundation
import GhostlightCore

#if canImport(CoreLocation)
  public import CoreLocation
#endif

/// A place on the earth, in decimal degrees: what a geopoint field holds.
///
/// In an object that is sent it becomes `{"lat":…,"lon":…}`. In results it is that dictionary, which
/// answers ``Swift/Dictionary/latitude()`` and ``Swift/Dictionary/longitude()`` as well.
///
/// - Source: protocol reference B8.
public struct SMGeoPoint: Sendable, Hashable {
  /// The members `lat` and `lon`, as they are stored.
  public let dictionary: [String: Double]

  /// A point of a latitude (-90 to 90) and a longitude (-180 to below 180) in degrees.
  public init(latitude: Double, longitude: Double) {
    dictionary = ["lat": latitude, "lon": longitude]
  }

  /// A point of a latitude and a longitude in degrees.
  @_disfavoredOverload
  public init(latitude: NSNumber, longitude: NSNumber) {
    self.init(latitude: latitude.doubleValue, longitude: longitude.doubleValue)
  }

  /// A point at a coordinate.
  public init(coordinate: CLLocationCoordinate2D) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }

  /// The point that a result holds; `nil` where `lat` or `lon` is missing or no number.
  ///
  /// Other members, such as the distance that a search adds, are dropped.
  public init?(dictionary: [AnyHashable: Any]) {
    guard let latitude = dictionary.number("lat"), let longitude = dictionary.number("lon") else {
      return nil
    }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// The latitude in degrees.
  public func latitude() -> Double { dictionary["lat"] ?? 0 }

  /// The longitude in degrees.
  public func longitude() -> Double { dictionary["lon"] ?? 0 }

  /// The point as it is sent.
  var json: JSON { ["lat": .double(latitude()), "lon": .double(longitude())] }

  /// Latitude and longitude with six decimals, as in a query.
  var queryText: String {
    QueryValue.decimals(latitude()) + "," + QueryValue.decimals(longitude())
  }

  /// The earth's radius by which StackMob turns miles into radians.
  ///
  /// - Source: protocol reference A18.
  static let earthRadiusInMiles = 3956.6

  /// The earth's radius by which StackMob turns kilometres into radians.
  ///
  /// - Source: protocol reference A18.
  static let earthRadiusInKilometers = 6367.5
}
