#if !canImport(CoreData)
  public import Foundation

  /// The type of a store that saves objects in an SQLite file.
  public let NSSQLiteStoreType = "SQLite"
  /// The type of a store that keeps objects in memory until its coordinator is released.
  public let NSInMemoryStoreType = "InMemory"
  /// The type of a store that saves objects in a binary file.
  ///
  /// Coordinators reject it here, unless an app registers a class for it.
  public let NSBinaryStoreType = "Binary"
  /// The metadata key for a store's identifier.
  public let NSStoreUUIDKey = "NSStoreUUID"
  /// The metadata key for a store's type.
  public let NSStoreTypeKey = "NSStoreType"
  /// The metadata key for the dictionary of entity version hashes, keyed by entity name.
  public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
  /// The metadata key for the model's version identifiers.
  public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"
  /// The option that opens a store read-only.
  public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
  /// The option that migrates a store when it is added, if its model version differs.
  public let NSMigratePersistentStoresAutomaticallyOption =
    "NSMigratePersistentStoresAutomaticallyOption"
  /// The option that infers the mapping between two model versions for a migration.
  public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"
  /// The option for a dictionary of SQLite pragmas and their values.
  public let NSSQLitePragmasOption = "NSSQLitePragmasOption"
  /// The option that records a history of changes; it has no effect here.
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
  /// ``NSIncrementalStore``, not this class. Use a store only in a block that its coordinator runs.
  ///
  /// - Source: Core Data, "NSPersistentStore".
  open class NSPersistentStore: NSObject {
    /// The type of a store, which newer Apple SDKs use in place of a string.
    ///
    /// The raw values are the constants such as ``NSSQLiteStoreType``. Coordinators reject the
    /// binary type here, unless an app registers a class for it.
    public struct StoreType: RawRepresentable, Sendable, Hashable {
      /// The name of the type.
      public let rawValue: String
      /// Creates a type from its name.
      public init(rawValue: String) { self.rawValue = rawValue }
      /// A store that saves objects in an SQLite file.
      public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)
      /// A store that keeps objects in memory until its coordinator is released.
      public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)
      /// A store that saves objects in a binary file, which coordinators reject here.
      public static let binary = StoreType(rawValue: NSBinaryStoreType)
    }

    /// The store's coordinator; `nil` after the store was removed.
    public private(set) weak var persistentStoreCoordinator: NSPersistentStoreCoordinator?
    /// The name of the configuration whose entities the store contains.
    public final let configurationName: String
    /// The options with which the store was added.
    public final let options: [AnyHashable: Any]?
    /// The store's URL; a store in memory may have any URL.
    open var url: URL?
    /// The store's identifier, which is a part of all its object IDs.
    // Apple: `String!`.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var identifier: String! = UUID().uuidString
    /// Whether the store is read-only.
    open var isReadOnly: Bool = false
    /// The store's metadata: its identifier, type and version hashes, and values that an app has
    /// set.
    // Apple: `[String: Any]!`.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var metadata: [String: Any]! = [:]
    private var lazyReference: WeakStore?
    /// The metadata keys whose values the store sets and an app cannot change.
    static let ownKeys: Set<String> = [
      NSStoreUUIDKey, NSStoreTypeKey, NSStoreModelVersionHashesKey,
    ]

    /// Creates a store at a URL, which does not open it yet.
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

    /// Creates a store as a coordinator describes it; only coordinators call it.
    public required convenience init(opening: StoreOpening) {
      self.init(
        persistentStoreCoordinator: opening.coordinator, configurationName: opening.configuration,
        at: opening.url, options: opening.options)
    }

    /// The store's type, such as ``NSSQLiteStoreType``.
    open var type: String { "" }

    /// Returns the metadata of a store that need not be open; a subclass must override it.
    ///
    /// - Throws: By default, an error which says that a subclass must override the method. A
    ///   subclass throws the reason why it cannot read the store.
    /// - Source: `/documentation/coredata/nspersistentstore/metadataforpersistentstore(with:)`.
    open class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
      throw NSError.coreData(
        NSPersistentStoreOperationError,
        "A store of the class \(self) has no metadata unless a coordinator opens it.")
    }

    /// Opens the store: loads the metadata, or creates them for a new store.
    ///
    /// - Throws: Nothing by default; a subclass throws the reason why it cannot open the store.
    open func loadMetadata() throws {}
    /// Called after the store was added to a coordinator.
    open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}
    /// Called before the store is removed from its coordinator.
    open func willRemove(from coordinator: NSPersistentStoreCoordinator?) {}

    /// Deletes the store at a URL, if there is one.
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

    /// Whether reading objects is expensive, so that the coordinator caches the values of objects
    /// in use.
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
