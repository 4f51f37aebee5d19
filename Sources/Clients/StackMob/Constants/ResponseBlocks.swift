public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

// The types of the blocks that callers pass, with the SDK's names.
// Source: protocol reference B1.

/// Called when an operation without a result has succeeded.
///
/// Calls such as saves through Core Data take this block. It runs on the success queue of the call,
/// by default the main queue, and is called at most once.
public typealias SMSuccessBlock = () -> Void

/// Called with the resulting object when an operation has succeeded.
///
/// The dictionary has field names as keys and values of Foundation types. After a login, for
/// example, it is the user. The block runs on the success queue of the call, by default the main
/// queue.
public typealias SMResultSuccessBlock = (_ result: [AnyHashable: Any]) -> Void

/// Called with the resulting objects when an operation has succeeded.
///
/// A query passes one dictionary for each object. A fetch passes managed objects or their IDs. The
/// block runs on the success queue of the call, by default the main queue.
public typealias SMResultsSuccessBlock = (_ results: [Any]) -> Void

/// Called with the error when an operation has failed.
///
/// The error's domain is `SMError`, `HTTP` or Foundation's; compare it with an ``SMErrorCode`` in a
/// `case` pattern. The block runs on the failure queue of the call, by default the main queue.
public typealias SMFailureBlock = (_ error: any Error) -> Void

/// Called with the location of the device.
///
/// ``SMGeoPoint`` gets the location from the shared ``SMLocationManager``. The block runs on the success
/// queue of the call, by default the main queue.
public typealias SMGeoPointSuccessBlock = (_ geoPoint: SMGeoPoint) -> Void

/// Called with a request, its response and the response's body, parsed into Foundation types.
///
/// An ``SMFailureRetryBlock`` gets this block, and calls it after it has sent the request again and
/// got a response with a success status.
public typealias SMFullResponseSuccessBlock = (
  _ request: URLRequest?, _ response: HTTPURLResponse?, _ responseBody: Any?
) -> Void

/// Called with a failed request, its response if there was one, the error, and the parsed body.
///
/// An ``SMFailureRetryBlock`` gets this block, and calls it to report that it has given up.
public typealias SMFullResponseFailureBlock = (
  _ request: URLRequest?, _ response: HTTPURLResponse?, _ error: any Error, _ responseBody: Any?
) -> Void

/// Called with an object as StackMob stored it, and with the schema as the caller spelled it.
///
/// The dictionary has field names as keys. Calls that create or change one object take this block,
/// and run it on the success queue of the call, by default the main queue.
public typealias SMDataStoreSuccessBlock = (
  _ object: [AnyHashable: Any], _ schema: String
) -> Void

/// Called with the ID of the changed or deleted object, and with the schema as the caller spelled
/// it.
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
/// Calls that count objects take this block. It runs on the success queue of the call, by default
/// the main queue.
public typealias SMCountSuccessBlock = (_ count: NSNumber) -> Void

/// Called instead of sending a request again, after the wait that a 503 response asked for.
///
/// The block gets the request, its response, the error, the parsed body, and options with one retry
/// less. It also gets two blocks, and has to call one of them: `successBlock` after it has sent the
/// request again and got a success, the other one to give up.
public typealias SMFailureRetryBlock = (
  _ request: URLRequest?, _ response: HTTPURLResponse?, _ error: any Error, _ responseBody: Any?,
  _ options: SMRequestOptions, _ successBlock: @escaping SMFullResponseSuccessBlock,
  _ failureBlock: @escaping SMFullResponseFailureBlock
) -> Void

/// Called instead of a request's failure block when the session could not be refreshed for it.
///
/// The block gets the error -109 and the request's own failure block, which it may call. Set one
/// block for the whole client, for example to show the login screen.
public typealias SMTokenRefreshFailureBlock = (
  _ error: any Error, _ originalFailureBlock: @escaping SMFailureBlock
) -> Void

/// Called with the objects that a sync has handled.
///
/// If the app has set such a callback, an `SMCoreDataStore` calls it after a sync. There are
/// callbacks for failed inserts, updates and deletes, and one for the end of the sync.
public typealias SMSyncCallback = (_ objects: [Any]) -> Void

/// Decides between the client's and the server's version of an object during a sync.
///
/// The dictionaries have field names as keys. If the client deleted the object, its dictionary
/// contains only the date of the deletion, under `lastmoddate`. If the server no longer has the
/// object, the second argument is `nil`. The third argument is the date of the last server change
/// that the client knows. Return `SMClientObject` or `SMServerObject`.
public typealias SMMergePolicy = (
  _ clientObject: [AnyHashable: Any], _ serverObject: [AnyHashable: Any]?,
  _ serverBaseLastModDate: Date?
) -> Int32
