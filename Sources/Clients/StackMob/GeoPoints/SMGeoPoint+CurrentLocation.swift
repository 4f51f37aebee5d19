public import Dispatch
import Foundation
import GhostlightClient

/// Where the device is now.
extension SMGeoPoint {
  /// Gets the device's place from the shared ``SMLocationManager``, callbacks on the main queue.
  ///
  /// Looks up to four times, 1.5 seconds apart. Fails with what the manager reported, else -110.
  public static func getForCurrentLocation(
    onSuccess: SMGeoPointSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    getForCurrentLocation(
      with: SMRequestOptions(), onSuccess: onSuccess, onFailure: onFailure)
  }

  /// Gets the device's place, looking once more than the options have retries.
  public static func getForCurrentLocation(
    with options: SMRequestOptions, onSuccess: SMGeoPointSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    getForCurrentLocation(
      with: options, successCallbackQueue: nil, failureCallbackQueue: nil,
      onSuccess: onSuccess, onFailure: onFailure)
  }

  /// Gets the device's place, looking once more than the options have retries.
  ///
  /// Callbacks run on the given queues, on the main queue where there is none.
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
        let point = try await look(retries: retries, with: .sharedInstance())
        (successCallbackQueue ?? .main).async { handler(.success(point)) }
      } catch {
        (failureCallbackQueue ?? .main).async { handler(.failure(error)) }
      }
    }
  }

  /// Gets the device's place by the selector's original name.
  public static func getGeoPointForCurrentLocation(
    onSuccess: SMGeoPointSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    getForCurrentLocation(onSuccess: onSuccess, onFailure: onFailure)
  }

  /// The device's place; looks once more than the options have retries.
  ///
  /// - Throws: what the manager reported, else `SMError` -110.
  /// - Source: protocol reference B8.
  public static func getForCurrentLocation(
    with options: SMRequestOptions = SMRequestOptions()
  ) async throws -> SMGeoPoint {
    try await look(retries: options.numberOfRetries, with: SMLocationManager.sharedInstance())
  }

  /// Starts the manager, looks for a place once and at each retry, and stops the manager.
  @MainActor
  static func look(
    retries: Int, with manager: SMLocationManager
  ) async throws -> SMGeoPoint {
    manager.locationManager.startUpdatingLocation()
    defer { manager.locationManager.stopUpdatingLocation() }
    for look in 0...max(0, retries) {
      if look > 0 { try await manager.clock.sleep(for: .milliseconds(1500)) }
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
