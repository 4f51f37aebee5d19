import Synchronization

/// The object that finds the device's location, for the whole app.
///
/// It requests the best accuracy from its source, starts the source immediately, and stores the
/// first failure that the source reports. ``SMGeoPoint`` uses the shared manager. To configure the
/// source, subclass the manager, and pass an instance to ``setShared(_:)``.
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
  /// By default the app sets the location of the source.
  public init(locationManager: any SMLocationSource = SMSettableLocationSource()) {
    settings = Mutex(Settings(source: locationManager))
    watch(locationManager)
  }

  /// Creates the default manager of an app, on any thread.
  nonisolated init(ofApp source: any SMLocationSource) {
    settings = Mutex(Settings(source: source))
    watch(source)
  }

  /// The source of the location; set a different one on devices without GPS.
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

  /// The clock that waits between two requests for the location.
  public nonisolated var clock: any Clock<Duration> {
    get { settings.withLock { $0.clock } }
    set { settings.withLock { $0.clock = newValue } }
  }

  /// Returns the app's manager, and creates it when it is first used.
  public nonisolated static func sharedInstance() -> SMLocationManager {
    shared.withLock { shared in
      let manager = shared ?? SMLocationManager(ofApp: SMSettableLocationSource())
      shared = manager
      return manager
    }
  }

  /// Sets the app's manager, such as an instance of a subclass.
  public nonisolated static func setShared(_ manager: SMLocationManager) {
    shared.withLock { $0 = manager }
  }

  /// The first failure that the source has reported since this property was last cleared.
  public nonisolated var locationManagerError: (any Error)? {
    get { failure.error }
    set { failure.error = newValue }
  }

  private nonisolated func watch(_ source: any SMLocationSource) {
    let failure = failure
    source.desiredAccuracy = -1
    source.reportFailures { failure.note($0) }
    source.startUpdatingLocation()
  }
}

/// The first failure that was reported since it was last cleared.
final class FirstFailure: Sendable {
  private let state = Mutex<(any Error)?>(nil)

  var error: (any Error)? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  func note(_ error: any Error) {
    state.withLock { $0 = $0 ?? error }
  }
}
