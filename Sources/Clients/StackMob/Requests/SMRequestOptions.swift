import GhostlightClient
import Synchronization

/// The options of a request: header fields, https, refresh, retries and cache policies.
///
/// A request copies its options when it is created, so that later changes do not affect it. One
/// options object can therefore be used for many requests, and from any thread.
///
/// ```swift
/// import StackMob
///
/// func readWithFriends(_ id: String, in store: SMDataStore) async throws -> [AnyHashable: Any] {
///   let options = SMRequestOptions(expandDepth: 1)
///   options.isSecure = true
///   return try await store.readObject(withId: id, inSchema: "person", options: options)
/// }
/// ```
///
/// - Source: protocol reference B5.
public final class SMRequestOptions: Sendable {
  private let state: Mutex<OptionValues>

  init(_ values: OptionValues) {
    state = Mutex(values)
  }

  /// Creates options in which all properties have their default values.
  public convenience init() {
    self.init(OptionValues())
  }

  /// Creates options with additional header fields for the request; `nil` for none.
  public convenience init(headers: [String: String]?) {
    self.init(OptionValues(headers: headers))
  }

  /// Creates options that decide whether the results of fetches are cached.
  public convenience init(cacheResults: Bool) {
    self.init(OptionValues(cacheResults: cacheResults))
  }

  /// A copy of all options as a value.
  var values: OptionValues { state.withLock { $0 } }

  /// Changes a header field; `change` gets the current value, or `nil`, and returns the new one.
  func changeHeader(_ name: String, _ change: (String?) -> String) {
    state.withLock { options in
      var headers = options.headers ?? [:]
      headers[name] = change(headers[name])
      options.headers = headers
    }
  }

  /// Additional header fields of the request, by name.
  ///
  /// The default is `nil`.
  public var headers: [String: String]? {
    get { state.withLock { $0.headers } }
    set { state.withLock { $0.headers = newValue } }
  }

  /// Whether the request uses https.
  ///
  /// The default is `false`.
  public var isSecure: Bool {
    get { state.withLock { $0.isSecure } }
    set { state.withLock { $0.isSecure = newValue } }
  }

  /// Whether the request may refresh the session, at most once.
  ///
  /// The default is `true`.
  public var tryRefreshToken: Bool {
    get { state.withLock { $0.tryRefreshToken } }
    set { state.withLock { $0.tryRefreshToken = newValue } }
  }

  /// The maximum number of retries after a 503 with `Retry-After`.
  ///
  /// The default is 3.
  public var numberOfRetries: Int {
    get { state.withLock { $0.numberOfRetries } }
    set { state.withLock { $0.numberOfRetries = newValue } }
  }

  /// Called instead of sending the request again after a 503, when the wait has ended.
  ///
  /// It is called on the main queue. If it is `nil`, which is the default, the request is sent
  /// again automatically.
  public var retryBlock: SMFailureRetryBlock? {
    get { state.withLock { $0.retryBlock }?.block }
    set {
      let callback = newValue.map { Callback($0) }
      state.withLock { $0.retryBlock = callback }
    }
  }

  /// Whether the results of a fetch through Core Data are cached.
  ///
  /// The default is `true`.
  public var cacheResults: Bool {
    get { state.withLock { $0.cacheResults } }
    set { state.withLock { $0.cacheResults = newValue } }
  }

  /// The source of a fetch through Core Data: the server, the cache, or both.
  ///
  /// If it is `nil`, the store's policy decides.
  public var fetchPolicy: SMFetchPolicy? {
    get { state.withLock { $0.fetchPolicy } }
    set { state.withLock { $0.fetchPolicy = newValue } }
  }

  /// The name of ``fetchPolicy`` before version 2.2 of the SDK.
  @available(*, deprecated, renamed: "fetchPolicy")
  public var cachePolicy: SMCachePolicy? {
    get { fetchPolicy }
    set { fetchPolicy = newValue }
  }

  /// The destination of a save through Core Data: the server, the cache, or both.
  ///
  /// If it is `nil`, the store's policy decides.
  public var savePolicy: SMSavePolicy? {
    get { state.withLock { $0.savePolicy } }
    set { state.withLock { $0.savePolicy = newValue } }
  }
}

/// Options with common combinations of header fields.
extension SMRequestOptions {
  /// Returns options in which all properties have their default values.
  public static func options() -> SMRequestOptions {
    SMRequestOptions()
  }

  /// Returns options for a request over https.
  public static func withHTTPS() -> SMRequestOptions {
    SMRequestOptions(OptionValues(isSecure: true))
  }

  /// Returns options for a request over https; the original Objective-C name.
  public static func optionsWithHTTPS() -> SMRequestOptions {
    withHTTPS()
  }

  /// Creates options for reading whole related objects, down to a depth from 1 to 3.
  public convenience init(expandDepth depth: UInt) {
    self.init()
    setExpandDepth(depth)
  }

  /// Creates options that restrict the response to some fields.
  public convenience init(returnedFieldsRestrictedTo fields: [String]) {
    self.init()
    restrictReturnedFields(to: fields)
  }

  /// Requests whole related objects instead of their IDs, down to a depth from 1 to 3.
  ///
  /// Use it only for reads and queries; a create or update with it fails.
  public func setExpandDepth(_ depth: UInt) {
    changeHeader("X-StackMob-Expand") { _ in String(depth) }
  }

  /// Restricts the response to some fields, in addition to the primary key.
  public func restrictReturnedFields(to fields: [String]) {
    changeHeader("X-StackMob-Select") { _ in fields.joined(separator: ",") }
  }

  /// Declares that a field contains objects of a schema.
  ///
  /// The field `a.b` is the field `b` of the objects in `a`.
  ///
  /// - Source: protocol reference A16.
  public func associateKey(_ key: String, withSchema schema: String) {
    changeHeader("X-StackMob-Relations") { before in
      (before.map { $0 + "&" } ?? "") + "\(key)=\(schema)"
    }
  }

  /// Sets the block that is called instead of sending a request again after a 503.
  public func addSMErrorServiceUnavailableRetry(_ retryBlock: SMFailureRetryBlock?) {
    self.retryBlock = retryBlock
  }

  /// Sets the block that is called instead of sending a request again after a 503; the original
  /// Objective-C name.
  public func addSMErrorServiceUnavailableRetryBlock(_ retryBlock: SMFailureRetryBlock?) {
    addSMErrorServiceUnavailableRetry(retryBlock)
  }
}

/// The values of a request's options, which a request copies when it is created.
struct OptionValues: Sendable {
  var headers: [String: String]?
  var isSecure = false
  var tryRefreshToken = true
  var numberOfRetries = 3
  var retryBlock: Callback<SMFailureRetryBlock>?
  var cacheResults = true
  var fetchPolicy: SMFetchPolicy?
  var savePolicy: SMSavePolicy?
}
