import GhostlightClient
import Synchronization

/// How one request is sent.
///
/// A request takes a copy of its options when it is made; nothing ever changes the caller's.
///
/// - Source: protocol reference B5.
public final class SMRequestOptions: Sendable {
  private let state: Mutex<OptionValues>

  init(_ values: OptionValues) {
    state = Mutex(values)
  }

  /// Options with the defaults of each property.
  public convenience init() {
    self.init(OptionValues())
  }

  /// Options with header fields.
  public convenience init(headers: [String: String]?) {
    self.init(OptionValues(headers: headers))
  }

  /// Options that say whether results of fetches are cached.
  public convenience init(cacheResults: Bool) {
    self.init(OptionValues(cacheResults: cacheResults))
  }

  /// What the options say now.
  var values: OptionValues { state.withLock { $0 } }

  /// Changes a header field, given its value so far.
  func changeHeader(_ name: String, _ change: (String?) -> String) {
    state.withLock { options in
      var headers = options.headers ?? [:]
      headers[name] = change(headers[name])
      options.headers = headers
    }
  }

  /// Header fields beside those that the SDK sends; `nil` unless set.
  public var headers: [String: String]? {
    get { state.withLock { $0.headers } }
    set { state.withLock { $0.headers = newValue } }
  }

  /// Whether the request goes over https; `false` unless set.
  public var isSecure: Bool {
    get { state.withLock { $0.isSecure } }
    set { state.withLock { $0.isSecure = newValue } }
  }

  /// Whether the session may be refreshed for the request, once; `true` unless set.
  public var tryRefreshToken: Bool {
    get { state.withLock { $0.tryRefreshToken } }
    set { state.withLock { $0.tryRefreshToken = newValue } }
  }

  /// How often the request is sent again after a 503 with `Retry-After`; 3 unless set.
  public var numberOfRetries: Int {
    get { state.withLock { $0.numberOfRetries } }
    set { state.withLock { $0.numberOfRetries = newValue } }
  }

  /// What is called on the main queue, after the wait, instead of sending the request again.
  ///
  /// `nil` unless set.
  public var retryBlock: SMFailureRetryBlock? {
    get { state.withLock { $0.retryBlock }?.block }
    set {
      let callback = newValue.map { Callback($0) }
      state.withLock { $0.retryBlock = callback }
    }
  }

  /// Whether the results of a fetch through Core Data are cached; `true` unless set.
  public var cacheResults: Bool {
    get { state.withLock { $0.cacheResults } }
    set { state.withLock { $0.cacheResults = newValue } }
  }

  /// Where a fetch through Core Data looks for objects; the store's policy where `nil`.
  public var fetchPolicy: SMFetchPolicy? {
    get { state.withLock { $0.fetchPolicy } }
    set { state.withLock { $0.fetchPolicy = newValue } }
  }

  /// The name of ``fetchPolicy`` before version 2.2.
  @available(*, deprecated, renamed: "fetchPolicy")
  public var cachePolicy: SMCachePolicy? {
    get { fetchPolicy }
    set { fetchPolicy = newValue }
  }

  /// Where a save through Core Data puts objects; the store's policy where `nil`.
  public var savePolicy: SMSavePolicy? {
    get { state.withLock { $0.savePolicy } }
    set { state.withLock { $0.savePolicy = newValue } }
  }
}

/// Options by what they do on the wire.
extension SMRequestOptions {
  /// Options with the defaults of each property.
  public static func options() -> SMRequestOptions {
    SMRequestOptions()
  }

  /// Options that send a request over https.
  public static func withHTTPS() -> SMRequestOptions {
    SMRequestOptions(OptionValues(isSecure: true))
  }

  /// Options that send a request over https, by the selector's original name.
  public static func optionsWithHTTPS() -> SMRequestOptions {
    withHTTPS()
  }

  /// Options that expand relationships to a depth from 1 to 3.
  public convenience init(expandDepth depth: UInt) {
    self.init()
    setExpandDepth(depth)
  }

  /// Options that have only some fields answered.
  public convenience init(returnedFieldsRestrictedTo fields: [String]) {
    self.init()
    restrictReturnedFields(to: fields)
  }

  /// Has related objects answered in place of their ids, down to a depth from 1 to 3.
  ///
  /// Reads and queries only; a create or an update with it fails.
  public func setExpandDepth(_ depth: UInt) {
    changeHeader("X-StackMob-Expand") { _ in String(depth) }
  }

  /// Has only some fields answered, and the primary key.
  public func restrictReturnedFields(to fields: [String]) {
    changeHeader("X-StackMob-Select") { _ in fields.joined(separator: ",") }
  }

  /// Says that a field holds objects of a schema; `a.b` names a field of such objects.
  ///
  /// - Source: protocol reference A16.
  public func associateKey(_ key: String, withSchema schema: String) {
    changeHeader("X-StackMob-Relations") { before in
      (before.map { $0 + "&" } ?? "") + "\(key)=\(schema)"
    }
  }

  /// Sets what is called, after the wait, instead of sending a request again that got a 503.
  public func addSMErrorServiceUnavailableRetry(_ retryBlock: SMFailureRetryBlock?) {
    self.retryBlock = retryBlock
  }

  /// Sets the retry block, by the selector's original name.
  public func addSMErrorServiceUnavailableRetryBlock(_ retryBlock: SMFailureRetryBlock?) {
    addSMErrorServiceUnavailableRetry(retryBlock)
  }
}

/// What a request's options say at one moment.
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
