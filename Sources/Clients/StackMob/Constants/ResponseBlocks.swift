public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

// The blocks that callers hand in, by the SDK's names.
// Source: protocol reference B1.

/// Called when something succeeded that has no result.
public typealias SMSuccessBlock = () -> Void

/// Called with the object that resulted.
public typealias SMResultSuccessBlock = (_ result: [AnyHashable: Any]) -> Void

/// Called with the objects that resulted.
public typealias SMResultsSuccessBlock = (_ results: [Any]) -> Void

/// Called with what went wrong.
public typealias SMFailureBlock = (_ error: any Error) -> Void

/// Called with a place.
public typealias SMGeoPointSuccessBlock = (_ geoPoint: SMGeoPoint) -> Void

/// Called with a request, its response and the response's value.
public typealias SMFullResponseSuccessBlock = (
  _ request: URLRequest?, _ response: HTTPURLResponse?, _ responseBody: Any?
) -> Void

/// Called with a request, its response if there was one, what went wrong, and the body's value.
public typealias SMFullResponseFailureBlock = (
  _ request: URLRequest?, _ response: HTTPURLResponse?, _ error: any Error, _ responseBody: Any?
) -> Void

/// Called with the object as it is stored, and its schema as the caller named it.
public typealias SMDataStoreSuccessBlock = (
  _ object: [AnyHashable: Any], _ schema: String
) -> Void

/// Called with the id of the object concerned, and its schema as the caller named it.
public typealias SMDataStoreObjectIdSuccessBlock = (
  _ objectId: String, _ schema: String
) -> Void

/// Called with what went wrong, and with the object and the schema as the caller gave them.
public typealias SMDataStoreFailureBlock = (
  _ error: any Error, _ object: [AnyHashable: Any]?, _ schema: String?
) -> Void

/// Called with what went wrong, and with the id and the schema as the caller gave them.
public typealias SMDataStoreObjectIdFailureBlock = (
  _ error: any Error, _ objectId: String?, _ schema: String?
) -> Void

/// Called with the number of objects.
public typealias SMCountSuccessBlock = (_ count: NSNumber) -> Void

/// Called instead of sending a request again that was answered 503, after the wait.
///
/// It gets the request, its response, error and value, options with one retry less, and two blocks
/// of which it has to call one, when it has sent the request anew or given up.
public typealias SMFailureRetryBlock = (
  _ request: URLRequest?, _ response: HTTPURLResponse?, _ error: any Error, _ responseBody: Any?,
  _ options: SMRequestOptions, _ successBlock: @escaping SMFullResponseSuccessBlock,
  _ failureBlock: @escaping SMFullResponseFailureBlock
) -> Void

/// Called in place of a request's failure block when the session could not be refreshed for it.
///
/// It gets the error -109 and the request's own failure block, which it may call.
public typealias SMTokenRefreshFailureBlock = (
  _ error: any Error, _ originalFailureBlock: @escaping SMFailureBlock
) -> Void

/// Called with the objects that a sync has handled.
public typealias SMSyncCallback = (_ objects: [Any]) -> Void

/// Decides between the client's and the server's form of an object.
///
/// The dictionaries have field names; of an object that the client deleted there is the date of that
/// under `lastmoddate` alone, of one that the server has no more nothing. The date is that of the
/// server's last change which the client knew. The answer is `SMClientObject` or `SMServerObject`.
public typealias SMMergePolicy = (
  _ clientObject: [AnyHashable: Any], _ serverObject: [AnyHashable: Any]?,
  _ serverBaseLastModDate: Date?
) -> Int32
