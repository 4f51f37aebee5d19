#if !canImport(CoreLocation)
  /// A latitude and a longitude, where the platform has no Core Location.
  public struct CLLocationCoordinate2D: Sendable, Hashable {
    /// Degrees north of the equator.
    public var latitude: Double
    /// Degrees east of Greenwich.
    public var longitude: Double

    /// The coordinate at 0, 0.
    public init() { self.init(latitude: 0, longitude: 0) }

    /// A coordinate in degrees.
    public init(latitude: Double, longitude: Double) {
      self.latitude = latitude
      self.longitude = longitude
    }
  }

  /// A coordinate in degrees, by the name of Core Location's function.
  public func CLLocationCoordinate2DMake(
    _ latitude: Double, _ longitude: Double
  ) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }
#endif
