public import Foundation

#if canImport(CoreLocation)
  public import CoreLocation
#endif

// What Objective-C spells otherwise than Swift: each declaration says what to write.

extension SMClient {
  /// The login by the words of its selector.
  @available(*, unavailable, renamed: "login(withUsername:password:onSuccess:onFailure:)")
  public func loginWithUsername(
    _ username: String?, password: String?, onSuccess: SMResultSuccessBlock?,
    onFailure: SMFailureBlock?
  ) {
    preconditionFailure("unavailable")
  }

  /// The user who is logged in by the words of its selector.
  @available(*, unavailable, renamed: "getLoggedInUser(onSuccess:onFailure:)")
  public func getLoggedInUserOnSuccess(
    _ onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    preconditionFailure("unavailable")
  }

  /// The logout by the words of its selector.
  @available(*, unavailable, renamed: "logout(onSuccess:onFailure:)")
  public func logoutOnSuccess(_ onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?) {
    preconditionFailure("unavailable")
  }
}

extension SMGeoPoint {
  /// A point by the words of its selector.
  @available(*, unavailable, message: "write SMGeoPoint(latitude:longitude:)")
  public static func geoPoint(withLatitude latitude: NSNumber, longitude: NSNumber) -> SMGeoPoint {
    preconditionFailure("unavailable")
  }

  /// A point by the words of its selector.
  @available(*, unavailable, message: "write SMGeoPoint(coordinate:)")
  public static func geoPoint(with coordinate: CLLocationCoordinate2D) -> SMGeoPoint {
    preconditionFailure("unavailable")
  }
}
