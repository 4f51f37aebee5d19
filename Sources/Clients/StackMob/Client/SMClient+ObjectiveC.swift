public import Foundation

#if canImport(CoreLocation)
  public import CoreLocation
#endif

// Selectors of the Objective-C SDK that are spelled differently in Swift. They cannot be called;
// each declaration names the Swift spelling.

extension SMClient {
  /// Unavailable: the Objective-C selector of
  /// ``login(withUsername:password:options:successCallbackQueue:failureCallbackQueue:onSuccess:onFailure:)``.
  @available(*, unavailable, renamed: "login(withUsername:password:onSuccess:onFailure:)")
  public func loginWithUsername(
    _ username: String?, password: String?, onSuccess: SMResultSuccessBlock?,
    onFailure: SMFailureBlock?
  ) {
    preconditionFailure("unavailable")
  }

  /// Unavailable: the Objective-C selector of
  /// ``getLoggedInUser(with:successCallbackQueue:failureCallbackQueue:onSuccess:onFailure:)``.
  @available(*, unavailable, renamed: "getLoggedInUser(onSuccess:onFailure:)")
  public func getLoggedInUserOnSuccess(
    _ onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    preconditionFailure("unavailable")
  }

  /// Unavailable: the Objective-C selector of
  /// ``logout(with:successCallbackQueue:failureCallbackQueue:onSuccess:onFailure:)``.
  @available(*, unavailable, renamed: "logout(onSuccess:onFailure:)")
  public func logoutOnSuccess(_ onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?) {
    preconditionFailure("unavailable")
  }
}

extension SMGeoPoint {
  /// Unavailable: the Objective-C selector of `SMGeoPoint(latitude:longitude:)`.
  @available(*, unavailable, message: "write SMGeoPoint(latitude:longitude:)")
  public static func geoPoint(withLatitude latitude: NSNumber, longitude: NSNumber) -> SMGeoPoint {
    preconditionFailure("unavailable")
  }

  /// Unavailable: the Objective-C selector of `SMGeoPoint(coordinate:)`.
  @available(*, unavailable, message: "write SMGeoPoint(coordinate:)")
  public static func geoPoint(with coordinate: CLLocationCoordinate2D) -> SMGeoPoint {
    preconditionFailure("unavailable")
  }
}
