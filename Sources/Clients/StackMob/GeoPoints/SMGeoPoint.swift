public import Foundation
import GhostlightCore

#if canImport(CoreLocation)
  public import CoreLocation
#endif

/// A location on the earth in decimal degrees, the value of a geopoint field.
///
/// In an object that is sent, it becomes `{"lat":…,"lon":…}`. Results contain a dictionary with
/// these two keys, which has the methods ``Swift/Dictionary/latitude()`` and
/// ``Swift/Dictionary/longitude()``. A managed object's attribute contains the point archived by
/// `NSKeyedArchiver`, as data. A point is immutable, and can be used on any thread.
///
/// ```swift
/// import StackMob
///
/// func saveShop(at latitude: Double, _ longitude: Double, in store: SMDataStore) async throws {
///   let point = SMGeoPoint(latitude: latitude, longitude: longitude)
///   try await store.createObject(["location": point], inSchema: "shop")
/// }
/// ```
///
/// - Source: protocol reference B8; the guide, "Saving Geo-Location Data".
public final class SMGeoPoint: NSObject, NSSecureCoding, Sendable {
  /// The point as a dictionary with the keys `lat` and `lon`, in degrees.
  public let dictionary: [String: Double]

  /// Creates a point from a latitude (-90 to 90) and a longitude (-180 to below 180) in degrees.
  public init(latitude: Double, longitude: Double) {
    dictionary = ["lat": latitude, "lon": longitude]
  }

  /// Creates a point from a latitude and a longitude in degrees.
  @_disfavoredOverload
  public convenience init(latitude: NSNumber, longitude: NSNumber) {
    self.init(latitude: latitude.doubleValue, longitude: longitude.doubleValue)
  }

  /// Creates a point at a coordinate.
  public convenience init(coordinate: CLLocationCoordinate2D) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }

  /// Creates a point from a result's dictionary, or `nil` if `lat` or `lon` is missing or not a
  /// number.
  ///
  /// Other keys, such as the distance that a search adds, are ignored.
  public convenience init?(dictionary: [AnyHashable: Any]) {
    guard let latitude = dictionary.number("lat"), let longitude = dictionary.number("lon") else {
      return nil
    }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// `true`: the class supports secure coding.
  public static var supportsSecureCoding: Bool { true }

  /// Writes the point to an archive.
  public func encode(with coder: NSCoder) {
    coder.encode(latitude(), forKey: "lat")
    coder.encode(longitude(), forKey: "lon")
  }

  /// Creates a point from an archive, or `nil` if `lat` or `lon` is missing.
  public init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "lat"), coder.containsValue(forKey: "lon") else { return nil }
    dictionary = [
      "lat": coder.decodeDouble(forKey: "lat"), "lon": coder.decodeDouble(forKey: "lon"),
    ]
  }

  /// Returns whether another object is a point at the same location.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? SMGeoPoint)?.dictionary == dictionary
  }

  /// The hash value of the latitude and longitude.
  public override var hash: Int { dictionary.hashValue }

  /// The latitude and longitude, printed like a Swift dictionary.
  public override var description: String { "[\"lat\": \(latitude()), \"lon\": \(longitude())]" }

  /// Returns the value for `lat` or `lon` in degrees, or `nil` for any other name.
  public subscript(name: String) -> Double? { dictionary[name] }

  /// Returns the latitude in degrees.
  public func latitude() -> Double { dictionary["lat"] ?? 0 }

  /// Returns the longitude in degrees.
  public func longitude() -> Double { dictionary["lon"] ?? 0 }

  /// The JSON object that is sent for the point.
  var json: JSON { ["lat": .double(latitude()), "lon": .double(longitude())] }

  /// The latitude and longitude in the format of queries: six decimals each, separated by a comma.
  var queryText: String {
    QueryValue.decimals(latitude()) + "," + QueryValue.decimals(longitude())
  }

  /// The radius of the earth in miles, with which StackMob converts distances to radians.
  ///
  /// - Source: protocol reference A18.
  static let earthRadiusInMiles = 3956.6

  /// The radius of the earth in kilometres, with which StackMob converts distances to radians.
  ///
  /// - Source: protocol reference A18.
  static let earthRadiusInKilometers = 6367.5
}
