#if canImport(CoreLocation)
  import CoreLocation
#endif

/// What a settable location source knows.
struct LocationSourceState: Sendable {
  /// Where the device is.
  var place: CLLocation?
  /// Where it was when the updates stopped.
  var lastPlace: CLLocation?
  var isUpdating = false
  var desiredAccuracy = 0.0
  var report: (@Sendable (any Error) -> Void)?
}
