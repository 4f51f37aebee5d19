#if !canImport(CoreData)
  public import Foundation

  /// The type of a store in an SQLite file.
  public let NSSQLiteStoreType = "SQLite"
  /// The type of a store in memory, which exists as long as its coordinator.
  public let NSInMemoryStoreType = "InMemory"
  /// The type of a store in a binary file.
  ///
  /// A coordinator refuses it here, unless an app registers a class for it.
  public let NSBinaryStoreType = "Binary"
  /// The metadata key of a store's identifier.
  public let NSStoreUUIDKey = "NSStoreUUID"
  /// The metadata key of a store's type.
  public let NSStoreTypeKey = "NSStoreType"
  /// The metadata key of the entities' digests by name.
  public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
  /// The metadata key of the names of the model's version.
  public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"
  /// The option that makes a store read-only.
  public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
  /// The option with which a store of a different model version is migrated when it is added.
  public let NSMigratePersistentStoresAutomaticallyOption =
    "NSMigratePersistentStoresAutomaticallyOption"
  /// The option with which the mapping between two model versions is inferred.
  public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"
  /// The option for settings of SQLite: a dictionary of pragmas.
  public let NSSQLitePragmasOption = "NSSQLitePragmasOption"
  /// The option that records changes as history; without effect here.
  public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"

  /// The arguments with which a store is created.
  ///
  /// Only coordinators create it. It is public because ``NSPersistentStore/init(opening:)`` is a
  /// required initialiser of all subclasses. It does not exist in Core Data.
  public struct StoreOpening {
    let coordinator: NSPersistentStoreCoordinator?
    let configuration: String?
    let url: URL
    let options: [AnyHashable: Any]?
  }

  /// A store of objects: an SQLite file, memory, or an app's own store.
  ///
  /// Coordinators create and release stores. To write your own store, subclass
  /// ``NSIncrementalStore``, not this class. Use a store only under its coordinator's lock.
  ///
  /// - Source: Core Data, "NSPersistentStore".
  open class NSPersistentStore: NSObject {
    /// The type of a store, in the form of newer systems.
    ///
    /// The raw values are the constants such as ``NSSQLiteStoreType``. The binary type exists, but
    /// a coordinator refuses it here.
    public struct StoreType: RawRepresentable, Sendable, Hashable {
      /// The name of the type.
      public let rawValue: String
      /// Creates a type from its name.
      public init(rawValue: String) { self.rawValue = rawValue }
      /// A store in an SQLite file.
      public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)
      /// A store in memory.
      public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)
      /// A store in a binary file, which a coordinator refuses here.
      public static let binary = StoreType(rawValue: NSBinaryStoreType)
    }

    /// The coordinator of the store; `nil` after it was removed.
    public private(set) weak var persistentStoreCoordinator: NSPersistentStoreCoordinator?
    /// The name of the configuration whose entities the store contains.
    public final let configurationName: String
    /// The options with which the store was added.
    public final let options: [AnyHashable: Any]?
    /// The URL of the store.
    open var url: URL?
    /// The identifier of the store, which is a part of all its object IDs.
    // Apple: `String!`.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var identifier: String! = UUID().uuidString
    /// Whether the store is read-only.
    open var isReadOnly: Bool = false
    /// The metadata of the store.
    // Apple: `[String: Any]!`.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var metadata: [String: Any]! = [:]
    private var lazyReference: WeakStore?
    /// The metadata keys that belong to the store and that no app can change.
    static let ownKeys: Set<String> = [
      NSStoreUUIDKey, NSStoreTypeKey, NSStoreModelVersionHashesKey,
    ]

    /// Creates a store at a URL.
    public init(
      persistentStoreCoordinator root: NSPersistentStoreCoordinator?,
      configurationName name: String?, at url: URL, options: [AnyHashable: Any]? = nil
    ) {
      persistentStoreCoordinator = root
      configurationName = name ?? "PF_DEFAULT_CONFIGURATION_NAME"
      self.url = url
      self.options = options
      super.init()
      isReadOnly = (options?[NSReadOnlyPersistentStoreOption] as? NSNumber)?.boolValue ?? false
    }

    /// Creates a store with the arguments of a coordinator; only coordinators call it.
    public required convenience init(opening: StoreOpening) {
      self.init(
        persistentStoreCoordinator: opening.coordinator, configurationName: opening.configuration,
        at: opening.url, options: opening.options)
    }

    /// The type of the store.
    open var type: String { "" }

    /// Returns the metadata of a store that is not open.
    ///
    /// - Throws: An error that says that a subclass has to override the method; a subclass throws
    ///   the reason why it cannot read the store.
    /// - Source: `/documentation/coredata/nspersistentstore/metadataforpersistentstore(with:)`.
    open class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
      throw NSError.coreData(
        NSPersistentStoreOperationError,
        "A store of the class \(self) has no metadata unless a coordinator opens it.")
    }

    /// Loads the metadata, or creates them for a new store.
    ///
    /// - Throws: nothing; a subclass throws the reason why it cannot be opened.
    open func loadMetadata() throws {}
    /// Called after the store was added to a coordinator.
    open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}
    /// Called before the store is removed from its coordinator.
    open func willRemove(from coordinator: NSPersistentStoreCoordinator?) {}

    /// Deletes the store at a URL.
    ///
    /// It does nothing if there is none.
    class func destroy(at url: URL) throws {
      throw NSError.coreData(
        NSPersistentStoreOperationError, "A store of the class \(self) cannot be destroyed.")
    }

    final var identifierText: String {
      metadata?[NSStoreUUIDKey] as? String ?? identifier ?? ""
    }

    final var weakReference: WeakStore {
      if let lazyReference { return lazyReference }
      let made = WeakStore(self)
      lazyReference = made
      return made
    }

    final func leave() { persistentStoreCoordinator = nil }

    // MARK: What coordinators ask of the stores of this module

    /// Whether reading rows is expensive, so that the coordinator caches the rows of objects in
    /// use.
    var cachesRows: Bool { false }

    func rows(_ query: FetchQuery, _ context: NSManagedObjectContext) throws -> [FetchedRow] {
      throw unsupported("fetch")
    }
    func count(_ query: FetchQuery, _ context: NSManagedObjectContext) throws -> Int {
      try rows(query, context).count
    }
    func storedSnapshot(
      of id: NSManagedObjectID, _ context: NSManagedObjectContext
    ) throws -> Snapshot? {
      throw unsupported("read")
    }
    func storedRelated(
      of id: NSManagedObjectID, _ relationship: NSRelationshipDescription,
      _ context: NSManagedObjectContext
    ) throws -> [NSManagedObjectID] {
      throw unsupported("read relationships")
    }
    func newIDs(for objects: [NSManagedObject]) throws -> [NSManagedObjectID] {
      throw unsupported("insert")
    }
    func save(_ changes: ChangeSet, _ context: NSManagedObjectContext) throws {
      throw unsupported("save")
    }
    func delete(_ ids: [NSManagedObjectID], _ context: NSManagedObjectContext) throws {
      throw unsupported("delete in batches")
    }
    func update(
      _ ids: [NSManagedObjectID], _ values: [String: StoredValue],
      _ context: NSManagedObjectContext
    ) throws {
      throw unsupported("update in batches")
    }
    func permanentID(
      _ entity: NSEntityDescription, forText text: String
    ) -> NSManagedObjectID? { nil }

    private func unsupported(_ operation: String) -> NSError {
      .coreData(
        NSPersistentStoreOperationError, "A store of type \(type) does not \(operation).")
    }
  }
#endif
