#if canImport(CoreData) || ManagedObjects
  import Synchronization

  // Names of Core Data errors and serialisation, and what is logged.
  // Source: protocol reference B1, B22 and B23.

  /// The type of the store below a Core Data store's coordinator.
  public let SMIncrementalStoreType = "SMIncrementalStore"

  /// The key of new objects that could not be saved, in the user info of -108: an array of
  /// dictionaries.
  public let SMInsertedObjectFailures = "SMInsertedObjectFailures"

  /// The key of changed objects that could not be saved, in the user info of -108.
  public let SMUpdatedObjectFailures = "SMUpdatedObjectFailures"

  /// The key of objects that could not be deleted, in the user info of -108.
  public let SMDeletedObjectFailures = "SMDeletedObjectFailures"

  /// The key of the `NSManagedObjectID` of an object that failed.
  public let SMFailedManagedObjectID = "SMFailedManagedObjectID"

  /// The key of the error with which an object failed.
  public let SMFailedManagedObjectError = "SMFailedManagedObjectError"

  /// The key of an object's fields in its serialisation.
  public let SerializedDictKey = "SerializedDict"

  /// The key of the header field for related objects in an object's serialisation, and its name.
  public let StackMobRelationsKey = "X-StackMob-Relations"

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
