import GhostlightClient
import Synchronization

/// How one request is sent.
///
/// A request takes a copy of its options when it is made; nothing ever changes the caller's.
///
/// - Source: protocol reference B5.
public final class SMRequestOptions: Sendable {
  private let state: Mutex<OptionValues>

  init(_ terms: OptionValues) {
    state = Mutex(terms)
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
  var terms: OptionValues { state.withLock { $0 } }

  /// Changes a header field, given its value so far.
  func changeHeader(_ name: String, _ change: (String?) -> String) {
    state.withLock { terms in
      var headers = terms.headers ?? [:]
      headers[name] = change(headers[name])
      terms.headers = headers
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
