public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

// The types of the blocks that callers pass, with the SDK's names.
// Source: protocol reference B1.

/// Called when an operation without a result has succeeded.
///
/// Saves through Core Data and other calls take one. It runs on the success queue of the call, by
/// default the main queue, and it is called at most once.
public typealias SMSuccessBlock = () -> Void

/// Called with the resulting object when an operation has succeeded.
///
/// The dictionary has field names as keys and values of Foundation types. Logins pass the user, for
/// example. It runs on the success queue of the call, by default the main queue.
public typealias SMResultSuccessBlock = (_ result: [AnyHashable: Any]) -> Void

/// Called with the resulting objects when an operation has succeeded.
///
/// A query passes one dictionary for each object. A fetch passes managed objects or their IDs. It
/// runs on the success queue of the call, by default the main queue.
public typealias SMResultsSuccessBlock = (_ results: [Any]) -> Void

/// Called with the error when an operation has failed.
///
/// The error's domain is `SMError`, `HTTP` or Foundation's; compare it with an ``SMErrorCode`` in a
/// `case` pattern. It runs on the failure queue of the call, by default the main queue.
public typealias SMFailureBlock = (_ error: any Error) -> Void

/// Called with the location of the device.
///
/// ``SMGeoPoint`` gets the location from the shared ``SMLocationManager``. The block runs on the success
/// queue of the call, by default the main queue.
public typealias SMGeoPointSuccessBlock = (_ geoPoint: SMGeoPoint) -> Void

/// Called with a request, its response and the value of the response's body.
///
/// A block that sends a request again, such as an ``SMFailureRetryBlock``, calls it when a response
/// with a success status has arrived. The value is of a Foundation type.
public typealias SMFullResponseSuccessBlock = (
  _ request: URLRequest?, _ response: HTTPURLResponse?, _ responseBody: Any?
) -> Void

/// Called with a failed request, its response if there was one, the error, and the body's value.
///
/// A block that sends a request again, such as an ``SMFailureRetryBlock``, calls it to report that
/// it has given up.
public typealias SMFullResponseFailureBlock = (
  _ request: URLRequest?, _ response: HTTPURLResponse?, _ error: any Error, _ responseBody: Any?
) -> Void

/// Called with the object that StackMob has stored, and its schema in the caller's spelling.
///
/// The dictionary has field names as keys. Calls that create or change one object take this block,
/// and run it on the success queue of the call, by default the main queue.
public typealias SMDataStoreSuccessBlock = (
  _ object: [AnyHashable: Any], _ schema: String
) -> Void

/// Called with the ID of the object that was changed or deleted, and its schema in the caller's
/// spelling.
///
/// Calls that name an object by its ID take this block, and run it on the success queue of the
/// call, by default the main queue.
public typealias SMDataStoreObjectIdSuccessBlock = (
  _ objectId: String, _ schema: String
) -> Void

/// Called with the error, and with the object and schema that the caller passed.
///
/// It is the counterpart of ``SMDataStoreSuccessBlock``, and runs on the failure queue of the call,
/// by default the main queue.
public typealias SMDataStoreFailureBlock = (
  _ error: any Error, _ object: [AnyHashable: Any]?, _ schema: String?
) -> Void

/// Called with the error, and with the ID and schema that the caller passed.
///
/// It is the counterpart of ``SMDataStoreObjectIdSuccessBlock``, and runs on the failure queue of
/// the call, by default the main queue.
public typealias SMDataStoreObjectIdFailureBlock = (
  _ error: any Error, _ objectId: String?, _ schema: String?
) -> Void

/// Called with the number of objects that match a query.
///
/// Calls that count objects take it. It runs on the success queue of the call, by default the main
/// queue.
public typealias SMCountSuccessBlock = (_ count: NSNumber) -> Void

/// Called after the wait, instead of sending a request again that got the status 503.
///
/// It gets the request, its response, the error and the body's value, and options with one retry
/// less. The block has to call one of the two blocks that it gets: the first after it has sent the
/// request again with success, the second to give up.
public typealias SMFailureRetryBlock = (
  _ request: URLRequest?, _ response: HTTPURLResponse?, _ error: any Error, _ responseBody: Any?,
  _ options: SMRequestOptions, _ successBlock: @escaping SMFullResponseSuccessBlock,
  _ failureBlock: @escaping SMFullResponseFailureBlock
) -> Void

/// Called instead of a request's failure block when the session could not be refreshed for it.
///
/// It gets the error -109 and the request's own failure block, which it may call. Set one block for
/// the whole client, for example to show the login screen.
public typealias SMTokenRefreshFailureBlock = (
  _ error: any Error, _ originalFailureBlock: @escaping SMFailureBlock
) -> Void

/// Called with the objects that a sync has handled.
///
/// An `SMCoreDataStore` calls one after the new, the changed and the deleted objects of a sync,
/// if the app has set it.
public typealias SMSyncCallback = (_ objects: [Any]) -> Void

/// Decides between the client's and the server's version of an object during a sync.
///
/// The dictionaries have field names as keys. If the client deleted the object, its dictionary
/// contains only the date of the deletion, under `lastmoddate`. If the server no longer has the
/// object, the second argument is `nil`. The date is that of the last server change that the client
/// knew. Return `SMClientObject` or `SMServerObject`.
public typealias SMMergePolicy = (
  _ clientObject: [AnyHashable: Any], _ serverObject: [AnyHashable: Any]?,
  _ serverBaseLastModDate: Date?
) -> Int32
