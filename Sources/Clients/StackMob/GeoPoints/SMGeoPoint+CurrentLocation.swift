public import Dispatch
import Foundation
import GhostlightClient

/// Finding the current location of the device.
extension SMGeoPoint {
  /// Gets the device's location from the shared ``SMLocationManager``, and passes it to
  /// `onSuccess`.
  ///
  /// The manager's source is read up to four times, 1.5 seconds apart. If there is still no
  /// location, the call fails with the error that the manager reported, otherwise with `SMError`
  /// -110. Blocks run on the main queue.
  public static func getForCurrentLocation(
    onSuccess: SMGeoPointSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    getForCurrentLocation(
      with: SMRequestOptions(), onSuccess: onSuccess, onFailure: onFailure)
  }

  /// Gets the device's location, and tries again up to `numberOfRetries` times, 1.5 seconds apart.
  public static func getForCurrentLocation(
    with options: SMRequestOptions, onSuccess: SMGeoPointSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    getForCurrentLocation(
      with: options, successCallbackQueue: nil, failureCallbackQueue: nil,
      onSuccess: onSuccess, onFailure: onFailure)
  }

  /// Gets the device's location, and tries again up to `numberOfRetries` times, 1.5 seconds apart.
  ///
  /// Blocks run on the given queues, by default the main queue.
  public static func getForCurrentLocation(
    with options: SMRequestOptions, successCallbackQueue: DispatchQueue?,
    failureCallbackQueue: DispatchQueue?, onSuccess: SMGeoPointSuccessBlock?,
    onFailure: SMFailureBlock?
  ) {
    let retries = options.numberOfRetries
    let handler = CompletionHandler<Result<SMGeoPoint, any Error>> { outcome in
      switch outcome {
      case .success(let point): onSuccess?(point)
      case .failure(let error): onFailure?(error)
      }
    }
    Task { @MainActor in
      do {
        let point = try await locate(retries: retries, with: .sharedInstance())
        (successCallbackQueue ?? .main).async { handler(.success(point)) }
      } catch {
        (failureCallbackQueue ?? .main).async { handler(.failure(error)) }
      }
    }
  }

  /// Gets the device's location; the original Objective-C name.
  public static func getGeoPointForCurrentLocation(
    onSuccess: SMGeoPointSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    getForCurrentLocation(onSuccess: onSuccess, onFailure: onFailure)
  }

  /// Returns the device's location, and tries again up to `numberOfRetries` times, 1.5 seconds
  /// apart.
  ///
  /// - Throws: The error that the location manager reported, otherwise `SMError` -110.
  /// - Source: protocol reference B8.
  public static func getForCurrentLocation(
    with options: SMRequestOptions = SMRequestOptions()
  ) async throws -> SMGeoPoint {
    try await locate(retries: options.numberOfRetries, with: SMLocationManager.sharedInstance())
  }

  /// Starts the manager's source, reads its location with up to `retries` retries, and stops the
  /// source.
  @MainActor
  static func locate(
    retries: Int, with manager: SMLocationManager
  ) async throws -> SMGeoPoint {
    manager.locationManager.startUpdatingLocation()
    defer { manager.locationManager.stopUpdatingLocation() }
    for attempt in 0...max(0, retries) {
      if attempt > 0 { try await manager.clock.sleep(for: .milliseconds(1500)) }
      if let place = manager.locationManager.location {
        return SMGeoPoint(coordinate: place.coordinate)
      }
    }
    if let reported = manager.locationManagerError {
      manager.locationManagerError = nil
      throw reported
    }
    throw NSError(
      domain: SMErrorDomain, code: Int(SMErrorLocationManagerFailed.rawValue),
      userInfo: [
        NSLocalizedDescriptionKey:
          "SMLocationManager failed to retrieve lat/lon after 3 attempts"
      ])
  }
}
