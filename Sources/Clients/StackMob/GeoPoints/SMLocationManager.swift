import Synchronization

/// The object that finds the device's location, for the whole app.
///
/// The manager requests the best accuracy from its source, starts the source immediately, and
/// stores the first failure that the source reports. ``SMGeoPoint`` uses the shared manager. To
/// configure the source, subclass the manager, and pass an instance to ``setShared(_:)``.
///
/// Its methods and properties can be used from any thread. The state of a subclass belongs to the
/// main actor.
///
/// - Source: protocol reference B8.
@MainActor
open class SMLocationManager {
  private struct Settings: Sendable {
    var source: any SMLocationSource
    var clock: any Clock<Duration> = ContinuousClock()
  }

  private nonisolated let settings: Mutex<Settings>
  private nonisolated let failure = FirstFailure()
  private nonisolated static let shared = Mutex<SMLocationManager?>(nil)

  /// Creates a manager with a source, and starts the source.
  ///
  /// The default source returns the location that the app sets.
  public init(locationManager: any SMLocationSource = SMSettableLocationSource()) {
    settings = Mutex(Settings(source: locationManager))
    watch(locationManager)
  }

  /// Creates the app's default manager; unlike ``init(locationManager:)``, it can be called on any
  /// thread.
  nonisolated init(ofApp source: any SMLocationSource) {
    settings = Mutex(Settings(source: source))
    watch(source)
  }

  /// The source of the location.
  ///
  /// Set a different source on devices without GPS.
  public nonisolated var locationManager: any SMLocationSource {
    get { settings.withLock { $0.source } }
    set {
      let old = settings.withLock { settings in
        defer { settings.source = newValue }
        return settings.source
      }
      old.stopUpdatingLocation()
      watch(newValue)
    }
  }

  /// The clock that measures the wait before the location is requested again.
  public nonisolated var clock: any Clock<Duration> {
    get { settings.withLock { $0.clock } }
    set { settings.withLock { $0.clock = newValue } }
  }

  /// Returns the app's shared manager, which the first call creates.
  public nonisolated static func sharedInstance() -> SMLocationManager {
    shared.withLock { shared in
      let manager = shared ?? SMLocationManager(ofApp: SMSettableLocationSource())
      shared = manager
      return manager
    }
  }

  /// Sets the app's shared manager, such as an instance of a subclass.
  public nonisolated static func setShared(_ manager: SMLocationManager) {
    shared.withLock { $0 = manager }
  }

  /// The first failure that the source has reported since this property was last set to `nil`.
  public nonisolated var locationManagerError: (any Error)? {
    get { failure.error }
    set { failure.error = newValue }
  }

  private nonisolated func watch(_ source: any SMLocationSource) {
    let failure = failure
    source.desiredAccuracy = -1
    source.reportFailures { failure.record($0) }
    source.startUpdatingLocation()
  }
}

/// The first failure that was reported since this object was created or last cleared.
final class FirstFailure: Sendable {
  private let state = Mutex<(any Error)?>(nil)

  var error: (any Error)? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  func record(_ error: any Error) {
    state.withLock { $0 = $0 ?? error }
  }
}
