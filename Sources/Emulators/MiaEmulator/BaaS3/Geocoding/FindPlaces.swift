import GhostlightCore
import GhostlightEmulation

/// The handler of `geocoding/geo`, the vendor's example of a relative path that is not a collection
/// (B9).
extension MiaBackend {
  /// Returns the places whose name equals `address` apart from case, or the place nearest to `lat`
  /// and `lng`.
  static func findPlaces(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    guard let items = call.request.target.queryItems else { throw .baasBadPlace }
    if let address = items.first(where: { $0.name == "address" })?.value {
      let found = Place.all.first { $0.address.lowercased() == address.lowercased() }
      return BaaSEnvelope.json(.array(found.map { [$0.answer(as: address)] } ?? []))
    }
    guard let latitude = degrees("lat", items, 90), let longitude = degrees("lng", items, 180)
    else { throw .baasBadPlace }
    let ring = NearSphere(longitude: longitude, latitude: latitude)
    let nearest = Place.all.min { left, right in
      (ring.distance(to: left.location) ?? 0) < (ring.distance(to: right.location) ?? 0)
    }
    return BaaSEnvelope.json(.array(nearest.map { [$0.answer(as: $0.address)] } ?? []))
  }

  private static func degrees(_ name: String, _ items: [QueryItem], _ bound: Double) -> Double? {
    guard let text = items.first(where: { $0.name == name })?.value, let number = Double(text),
      abs(number) <= bound
    else { return nil }
    return number
  }
}

/// A place in the geocoder's table (B9).
struct Place: Sendable, Hashable {
  let address: String
  /// The longitude in degrees east.
  let longitude: Double
  /// The latitude in degrees north.
  let latitude: Double

  private init(_ address: String, _ longitude: Double, _ latitude: Double) {
    self.address = address
    self.longitude = longitude
    self.latitude = latitude
  }

  /// All places that the geocoder knows.
  ///
  /// - Source: assumption: it is not known which places the service had.
  static let all = [
    Place("Milano", 9.19, 45.4642), Place("Roma", 12.4964, 41.9028),
    Place("Torino", 7.6869, 45.0703), Place("Napoli", 14.2681, 40.8518),
    Place("Paris", 2.3522, 48.8566), Place("London", -0.1276, 51.5072),
    Place("Berlin", 13.405, 52.52), Place("New York", -74.006, 40.7128),
    Place("Tokyo", 139.6917, 35.6895), Place("Sydney", 151.2093, -33.8688),
  ]

  /// The GeoJSON point, as items store it.
  var location: JSON {
    ["type": "Point", "coordinates": [.double(longitude), .double(latitude)]]
  }

  /// Returns the place as a JSON object, with the address that the client sent.
  func answer(as address: String) -> JSON {
    ["address": .string(address), "location": location]
  }
}
