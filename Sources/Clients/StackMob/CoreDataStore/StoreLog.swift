#if canImport(CoreData) || ManagedObjects
  import Synchronization

  /// What the process logs of Core Data's requests.
  enum StoreLog {
    static let isOn = Mutex(false)
    static let limit = Mutex(10_000)

    /// Text as it is logged, cut where it is too long.
    static func shortened(_ text: String) -> String {
      let limit = limit.withLock { max(0, $0) }
      guard text.count > limit else { return text }
      return text.prefix(limit) + " <MAX_LOG_LENGTH_REACHED>"
    }
  }

  /// Whether saves and fetches through Core Data log the requests that they make; `false` unless
  /// set.
  public var SM_CORE_DATA_DEBUG: Bool {
    get { StoreLog.isOn.withLock { $0 } }
    set { StoreLog.isOn.withLock { $0 = newValue } }
  }

  /// How many characters of an object's text are logged; 10,000 unless set.
  ///
  /// Longer text is cut and ends with `MAX_LOG_LENGTH_REACHED`.
  public var SM_MAX_LOG_LENGTH: Int {
    get { StoreLog.limit.withLock { $0 } }
    set { StoreLog.limit.withLock { $0 = newValue } }
  }
#endif
