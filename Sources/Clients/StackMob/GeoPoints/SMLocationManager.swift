import Synchronization

/// Where the device is, for the whole app.
///
/// Asks its source for the best accuracy, starts it at once and keeps the first failure that it
/// reports. Subclass it to configure the source in the initialiser, and make an instance the
/// shared one with ``setShared(_:)``.
///
/// Everything here may be used from any thread; what a subclass stores is the main actor's.
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

  /// A manager of a source, which is started; unless given, one that is told its place.
  public init(locationManager: any SMLocationSource = SMSettableLocationSource()) {
    settings = Mutex(Settings(source: locationManager))
    watch(locationManager)
  }

  /// The manager that an app has unless it makes one: its first use may be on any thread.
  nonisolated init(ofApp source: any SMLocationSource) {
    settings = Mutex(Settings(source: source))
    watch(source)
  }

  /// What knows the place; set another where there is no GPS.
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

  /// What waits between two looks for the place.
  public nonisolated var clock: any Clock<Duration> {
    get { settings.withLock { $0.clock } }
    set { settings.withLock { $0.clock = newValue } }
  }

  /// The manager of the app, made on first use.
  public nonisolated static func sharedInstance() -> SMLocationManager {
    shared.withLock { shared in
      let manager = shared ?? SMLocationManager(ofApp: SMSettableLocationSource())
      shared = manager
      return manager
    }
  }

  /// Makes a manager, such as one of a subclass, that of the app.
  public nonisolated static func setShared(_ manager: SMLocationManager) {
    shared.withLock { $0 = manager }
  }

  /// The first failure that the source reported since the last one was taken.
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

/// The first of the failures reported since it was last set to nothing.
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
