#if !canImport(CoreLocation)
  /// A device's location at one moment, on platforms without Core Location.
  ///
  /// It has only the members of Core Location's class that this module uses. An
  /// ``SMLocationSource`` returns it. On Apple's platforms the module uses Core Location's own
  /// class.
  public struct CLLocation: Sendable, Hashable {
    /// The coordinate of the location.
    public var coordinate: CLLocationCoordinate2D

    /// Creates a location from a latitude and a longitude in degrees.
    public init(latitude: Double, longitude: Double) {
      coordinate = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }
  }
#endif
