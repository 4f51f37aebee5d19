#if !canImport(CoreLocation)
  /// A latitude and a longitude, on platforms without Core Location.
  ///
  /// It has the members of Core Location's type that this module uses, so that the same app code
  /// compiles everywhere. On Apple's platforms the module uses Core Location's own type.
  public struct CLLocationCoordinate2D: Sendable, Hashable {
    /// The degrees north of the equator.
    public var latitude: Double
    /// The degrees east of Greenwich.
    public var longitude: Double

    /// Creates the coordinate at 0, 0.
    public init() { self.init(latitude: 0, longitude: 0) }

    /// Creates a coordinate from degrees.
    public init(latitude: Double, longitude: Double) {
      self.latitude = latitude
      self.longitude = longitude
    }
  }

  /// Returns a coordinate in degrees; the name of Core Location's function.
  public func CLLocationCoordinate2DMake(
    _ latitude: Double, _ longitude: Double
  ) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }
#endif
