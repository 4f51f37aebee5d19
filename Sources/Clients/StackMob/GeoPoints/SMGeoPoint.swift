public import Foundation
import GhostlightCore

#if canImport(CoreLocation)
  public import CoreLocation
#endif

/// A place on the earth, in decimal degrees: what a geopoint field holds.
///
/// In an object that is sent it becomes `{"lat":…,"lon":…}`. In results it is that dictionary, which
/// answers ``Swift/Dictionary/latitude()`` and ``Swift/Dictionary/longitude()`` as well. An attribute
/// of managed objects holds it as the data that `NSKeyedArchiver` makes of it.
///
/// - Source: protocol reference B8; the guide, "Saving Geo-Location Data".
public final class SMGeoPoint: NSObject, NSSecureCoding, Sendable {
  /// The members `lat` and `lon`, as they are stored.
  public let dictionary: [String: Double]

  /// A point of a latitude (-90 to 90) and a longitude (-180 to below 180) in degrees.
  public init(latitude: Double, longitude: Double) {
    dictionary = ["lat": latitude, "lon": longitude]
  }

  /// A point of a latitude and a longitude in degrees.
  @_disfavoredOverload
  public convenience init(latitude: NSNumber, longitude: NSNumber) {
    self.init(latitude: latitude.doubleValue, longitude: longitude.doubleValue)
  }

  /// A point at a coordinate.
  public convenience init(coordinate: CLLocationCoordinate2D) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }

  /// The point that a result holds; `nil` where `lat` or `lon` is missing or no number.
  ///
  /// Other members, such as the distance that a search adds, are dropped.
  public convenience init?(dictionary: [AnyHashable: Any]) {
    guard let latitude = dictionary.number("lat"), let longitude = dictionary.number("lon") else {
      return nil
    }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// Archives are secure.
  public static var supportsSecureCoding: Bool { true }

  /// Writes the point into an archive.
  public func encode(with coder: NSCoder) {
    coder.encode(latitude(), forKey: "lat")
    coder.encode(longitude(), forKey: "lon")
  }

  /// The point of an archive; `nil` where `lat` or `lon` is missing.
  public init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "lat"), coder.containsValue(forKey: "lon") else { return nil }
    dictionary = [
      "lat": coder.decodeDouble(forKey: "lat"), "lon": coder.decodeDouble(forKey: "lon"),
    ]
  }

  /// Whether the other one is the same place.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? SMGeoPoint)?.dictionary == dictionary
  }

  /// A hash of the place.
  public override var hash: Int { dictionary.hashValue }

  /// The members as a dictionary prints them.
  public override var description: String { "[\"lat\": \(latitude()), \"lon\": \(longitude())]" }

  /// The member `lat` or `lon`; `nil` for any other name.
  public subscript(name: String) -> Double? { dictionary[name] }

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
