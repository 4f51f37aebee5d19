#if canImport(CoreData) || ManagedObjects
  import Synchronization

  /// The process-wide settings for logging Core Data's requests.
  enum StoreLog {
    static let isOn = Mutex(false)
    static let limit = Mutex(10_000)

    /// Returns text for the log, truncated to `SM_MAX_LOG_LENGTH` characters.
    static func shortened(_ text: String) -> String {
      let limit = limit.withLock { max(0, $0) }
      guard text.count > limit else { return text }
      return text.prefix(limit) + " <MAX_LOG_LENGTH_REACHED>"
    }
  }

  /// Whether saves and fetches through Core Data log their requests.
  ///
  /// The default is `false`.
  public var SM_CORE_DATA_DEBUG: Bool {
    get { StoreLog.isOn.withLock { $0 } }
    set { StoreLog.isOn.withLock { $0 = newValue } }
  }

  /// The maximum number of characters that the log shows of one object.
  ///
  /// The default is 10,000. Longer text is truncated and ends with `MAX_LOG_LENGTH_REACHED`.
  public var SM_MAX_LOG_LENGTH: Int {
    get { StoreLog.limit.withLock { $0 } }
    set { StoreLog.limit.withLock { $0 = newValue } }
  }
#endif
