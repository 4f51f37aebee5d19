/// Where the device is, for the whole app.
///
/// Asks its source for the best accuracy, starts it at once and keeps the first failure that it
/// reports. Subclass it to configure the source in the initialiser, and make an instance the
/// shared one with ``setShared(_:)``.
///
/// - Source: protocol reference B8.
@MainActor
open class SMLocationManager {
  /// What knows the place; set another where there is no GPS.
  public var locationManager: any SMLocationSource {
    didSet {
      oldValue.stopUpdatingLocation()
      watch(locationManager)
    }
  }

  /// What waits between two looks for the place.
  public var clock: any Clock<Duration> = ContinuousClock()

  private let failure = FirstFailure()
  private static var shared: SMLocationManager?

  /// A manager of a source, which is started; unless given, one that is told its place.
  public init(locationManager: any SMLocationSource = SMSettableLocationSource()) {
    self.locationManager = locationManager
    watch(locationManager)
  }

  /// The manager of the app, made on first use.
  public static func sharedInstance() -> SMLocationManager {
    if let shared { return shared }
    let made = SMLocationManager()
    shared = made
    return made
  }

  /// Makes a manager, such as one of a subclass, that of the app.
  public static func setShared(_ manager: SMLocationManager) {
    shared = manager
  }

  /// The first failure that the source reported since the last one was taken.
  public var locationManagerError: (any Error)? {
    get { failure.error }
    set { failure.error = newValue }
  }

  private func watch(_ source: any SMLocationSource) {
    let failure = failure
    source.desiredAccuracy = -1
    source.reportFailures { failure.note($0) }
    source.startUpdatingLocation()
  }
}
