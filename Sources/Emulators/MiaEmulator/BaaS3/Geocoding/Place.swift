import GhostlightCore

/// A row of the geocoder's table (B9).
struct Place: Sendable, Hashable {
  let address: String
  /// Degrees east.
  let longitude: Double
  /// Degrees north.
  let latitude: Double

  private init(_ address: String, _ longitude: Double, _ latitude: Double) {
    self.address = address
    self.longitude = longitude
    self.latitude = latitude
  }

  /// All places that the geocoder knows.
  ///
  /// - Source: assumption: no source says what the real one knew.
  static let all = [
    Place("Milano", 9.19, 45.4642), Place("Roma", 12.4964, 41.9028),
    Place("Torino", 7.6869, 45.0703), Place("Napoli", 14.2681, 40.8518),
    Place("Paris", 2.3522, 48.8566), Place("London", -0.1276, 51.5072),
    Place("Berlin", 13.405, 52.52), Place("New York", -74.006, 40.7128),
    Place("Tokyo", 139.6917, 35.6895), Place("Sydney", 151.2093, -33.8688),
  ]

  /// The point as items hold points.
  var location: JSON {
    ["type": "Point", "coordinates": [.double(longitude), .double(latitude)]]
  }

  /// The place as the answer has it, under the name that was asked for.
  func answer(as address: String) -> JSON {
    ["address": .string(address), "location": location]
  }
}
