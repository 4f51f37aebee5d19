#if !canImport(CoreLocation)
  /// A latitude and a longitude, on platforms without Core Location.
  ///
  /// It has only the members of Core Location's type that this module uses, so that the same app
  /// code compiles everywhere. On Apple's platforms the module uses Core Location's own type.
  public struct CLLocationCoordinate2D: Sendable, Hashable {
    /// The latitude in degrees, positive to the north.
    public var latitude: Double
    /// The longitude in degrees, positive to the east.
    public var longitude: Double

    /// Creates a coordinate with latitude 0 and longitude 0.
    public init() { self.init(latitude: 0, longitude: 0) }

    /// Creates a coordinate from a latitude and a longitude in degrees.
    public init(latitude: Double, longitude: Double) {
      self.latitude = latitude
      self.longitude = longitude
    }
  }

  /// Returns a coordinate for a latitude and a longitude in degrees, as Core Location's function
  /// does.
  public func CLLocationCoordinate2DMake(
    _ latitude: Double, _ longitude: Double
  ) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }
#endif
