import Synchronization

#if canImport(CoreLocation)
  public import CoreLocation
#endif

/// A location source that is told where it is.
public final class SMSettableLocationSource: SMLocationSource {
  private let state = Mutex(LocationSourceState())

  /// A source that knows no place yet.
  public init() {}

  /// The place that was set, from the first start on.
  public var location: CLLocation? {
    state.withLock { $0.isUpdating ? $0.place : $0.lastPlace }
  }

  /// How exact the place should be, in metres; kept, without effect.
  public var desiredAccuracy: Double {
    get { state.withLock { $0.desiredAccuracy } }
    set { state.withLock { $0.desiredAccuracy = newValue } }
  }

  /// Whether somebody has started the updates and not stopped them.
  public var isUpdating: Bool {
    state.withLock { $0.isUpdating }
  }

  /// Moves the device, or makes its place unknown; seen while updates run.
  public func setLocation(_ place: CLLocation?) {
    state.withLock { $0.place = place }
  }

  /// Begins to show the place.
  public func startUpdatingLocation() {
    state.withLock { $0.isUpdating = true }
  }

  /// Stops showing new places; the last one shown stays known.
  public func stopUpdatingLocation() {
    state.withLock { state in
      guard state.isUpdating else { return }
      state.isUpdating = false
      state.lastPlace = state.place
    }
  }

  /// Has failures reported to a closure, which replaces the one before.
  public func reportFailures(to report: @escaping @Sendable (any Error) -> Void) {
    state.withLock { $0.report = report }
  }

  /// Fails as a device does whose user denies its place.
  public func fail(with error: any Error) {
    let report = state.withLock { $0.report }
    report?(error)
  }
}

/// What a settable location source knows.
private struct LocationSourceState: Sendable {
  /// Where the device is.
  var place: CLLocation?
  /// Where it was when the updates stopped.
  var lastPlace: CLLocation?
  var isUpdating = false
  var desiredAccuracy = 0.0
  var report: (@Sendable (any Error) -> Void)?
}
