public import Dispatch
import Foundation
import GhostlightClient

/// Finding the current location of the device.
extension SMGeoPoint {
  /// Gets the device's location from the shared ``SMLocationManager``; callbacks run on the main
  /// queue.
  ///
  /// It asks up to four times, 1.5 seconds apart. Fails with the error that the manager reported,
  /// otherwise with -110.
  public static func getForCurrentLocation(
    onSuccess: SMGeoPointSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    getForCurrentLocation(
      with: SMRequestOptions(), onSuccess: onSuccess, onFailure: onFailure)
  }

  /// Gets the device's location, with as many retries as the options allow.
  public static func getForCurrentLocation(
    with options: SMRequestOptions, onSuccess: SMGeoPointSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    getForCurrentLocation(
      with: options, successCallbackQueue: nil, failureCallbackQueue: nil,
      onSuccess: onSuccess, onFailure: onFailure)
  }

  /// Gets the device's location, with as many retries as the options allow.
  ///
  /// Callbacks run on the given queues, by default the main queue.
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

  /// Gets the device's location; the original Objective-C name.
  public static func getGeoPointForCurrentLocation(
    onSuccess: SMGeoPointSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    getForCurrentLocation(onSuccess: onSuccess, onFailure: onFailure)
  }

  /// Returns the device's location, after as many retries as the options allow.
  ///
  /// - Throws: The error that the manager reported, otherwise `SMError` -110.
  /// - Source: protocol reference B8.
  public static func getForCurrentLocation(
    with options: SMRequestOptions = SMRequestOptions()
  ) async throws -> SMGeoPoint {
    try await look(retries: options.numberOfRetries, with: SMLocationManager.sharedInstance())
  }

  /// Starts the manager, asks for the location once and at each retry, and stops the manager.
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
