#if canImport(CoreLocation)
  public import CoreLocation
#endif

/// A source of the device's location.
///
/// On Apple's systems an app writes an adapter for `CLLocationManager`. On other systems and in
/// tests it uses ``SMSettableLocationSource``. An ``SMLocationManager`` starts its source, and can
/// call it from any thread.
public protocol SMLocationSource: AnyObject, Sendable {
  /// The last known location; `nil` until the source has found one, which can take some time.
  var location: CLLocation? { get }
  /// The requested accuracy in metres; a negative value requests the best accuracy of the device.
  var desiredAccuracy: Double { get set }
  /// Starts determining the location.
  func startUpdatingLocation()
  /// Stops determining the location.
  ///
  /// The last known location stays available.
  func stopUpdatingLocation()
  /// Sets the closure that the source calls with each failure; it replaces an earlier closure.
  func reportFailures(to report: @escaping @Sendable (any Error) -> Void)
}
