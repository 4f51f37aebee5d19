#if canImport(CoreLocation)
  public import CoreLocation
#endif

/// What knows where the device is.
///
/// On Apple's systems an adapter around `CLLocationManager` serves; anywhere else, and in tests,
/// ``SMSettableLocationSource``.
public protocol SMLocationSource: AnyObject, Sendable {
  /// The last place known; `nil` before the first, which may come some time after the start.
  var location: CLLocation? { get }
  /// How exact the place should be, in metres; below 0 for the best that the device can do.
  var desiredAccuracy: Double { get set }
  /// Begins to look for the place.
  func startUpdatingLocation()
  /// Ends looking for the place; the last one stays known.
  func stopUpdatingLocation()
  /// Has failures reported to a closure, which replaces the one before.
  func reportFailures(to report: @escaping @Sendable (any Error) -> Void)
}
