#if !canImport(CoreLocation)
  /// A place where the device has been, where the platform has no Core Location.
  public struct CLLocation: Sendable, Hashable {
    /// Where it was.
    public var coordinate: CLLocationCoordinate2D

    /// A place in degrees.
    public init(latitude: Double, longitude: Double) {
      coordinate = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }
  }
#endif
