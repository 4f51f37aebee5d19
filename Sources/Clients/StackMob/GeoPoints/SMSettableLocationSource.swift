import Synchronization

#if canImport(CoreLocation)
  public import CoreLocation
#endif

/// A location source whose location the app sets.
///
/// It is the default source of ``SMLocationManager``, for tests and for systems without Core
/// Location. It can be used from any thread.
///
/// ```swift
/// import StackMob
///
/// func goToMilan() async throws -> SMGeoPoint {
///   let source = SMSettableLocationSource()
///   SMLocationManager.sharedInstance().locationManager = source
///   source.setLocation(CLLocation(latitude: 45.46, longitude: 9.19))
///   return try await SMGeoPoint.getForCurrentLocation()
/// }
/// ```
public final class SMSettableLocationSource: SMLocationSource {
  private let state = Mutex(LocationSourceState())

  /// Creates a source without a location.
  public init() {}

  /// The location that the app has set; `nil` until the source was started for the first time.
  public var location: CLLocation? {
    state.withLock { $0.isUpdating ? $0.place : $0.lastPlace }
  }

  /// The requested accuracy in metres, which is stored but has no effect.
  public var desiredAccuracy: Double {
    get { state.withLock { $0.desiredAccuracy } }
    set { state.withLock { $0.desiredAccuracy = newValue } }
  }

  /// Whether the source has been started, and not stopped since.
  public var isUpdating: Bool {
    state.withLock { $0.isUpdating }
  }

  /// Sets the device's location, or removes it; while the source is stopped, ``location`` does not
  /// change.
  public func setLocation(_ place: CLLocation?) {
    state.withLock { $0.place = place }
  }

  /// Starts the source, so that ``location`` is the location that the app sets.
  public func startUpdatingLocation() {
    state.withLock { $0.isUpdating = true }
  }

  /// Stops the source.
  ///
  /// ``location`` stays the location at this moment.
  public func stopUpdatingLocation() {
    state.withLock { state in
      guard state.isUpdating else { return }
      state.isUpdating = false
      state.lastPlace = state.place
    }
  }

  /// Sets the closure that gets failures; it replaces an earlier closure.
  public func reportFailures(to report: @escaping @Sendable (any Error) -> Void) {
    state.withLock { $0.report = report }
  }

  /// Reports a failure, as a device does if its user does not permit access to its location.
  public func fail(with error: any Error) {
    let report = state.withLock { $0.report }
    report?(error)
  }
}

private struct LocationSourceState: Sendable {
  /// The location that the app has set last.
  var place: CLLocation?
  /// The location at the time when the source was stopped.
  var lastPlace: CLLocation?
  var isUpdating = false
  var desiredAccuracy = 0.0
  var report: (@Sendable (any Error) -> Void)?
}
