#if !canImport(CoreData)
  public import Foundation

  /// A store in a file of SQLite.
  public let NSSQLiteStoreType = "SQLite"
  /// A store that lives as long as its coordinator.
  public let NSInMemoryStoreType = "InMemory"
  /// A binary file; a coordinator here refuses the type, unless an app registers a class for it.
  public let NSBinaryStoreType = "Binary"
  /// The identifier of a store, in its metadata.
  public let NSStoreUUIDKey = "NSStoreUUID"
  /// The type of a store, in its metadata.
  public let NSStoreTypeKey = "NSStoreType"
  /// The digests of the entities by name, in a store's metadata.
  public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
  /// The names of the model's version, in a store's metadata.
  public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"
  /// Whether a store only reads.
  public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
  /// Whether a store of another version of the model is migrated when it is added.
  public let NSMigratePersistentStoresAutomaticallyOption =
    "NSMigratePersistentStoresAutomaticallyOption"
  /// Whether the mapping between two versions is inferred.
  public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"
  /// Settings of SQLite: a dictionary of pragmas.
  public let NSSQLitePragmasOption = "NSSQLitePragmasOption"
  /// Whether changes are kept as history; without effect here.
  public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"

  /// What a store is opened with; only coordinators make one.
  public struct StoreOpening {
    let coordinator: NSPersistentStoreCoordinator?
    let configuration: String?
    let url: URL
    let options: [AnyHashable: Any]?
  }

  /// A place where objects are kept.
  ///
  /// Subclass ``NSIncrementalStore``, not this.
  /// - Source: Core Data, "NSPersistentStore".
  open class NSPersistentStore: NSObject {
    /// The type of a store, as newer systems name it.
    public struct StoreType: RawRepresentable, Sendable, Hashable {
      /// The name.
      public let rawValue: String
      /// The type of a name.
      public init(rawValue: String) { self.rawValue = rawValue }
      /// A file of SQLite.
      public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)
      /// Memory.
      public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)
      /// A binary file, which a coordinator here refuses.
      public static let binary = StoreType(rawValue: NSBinaryStoreType)
    }

    /// The coordinator.
    public private(set) weak var persistentStoreCoordinator: NSPersistentStoreCoordinator?
    /// The name of the configuration whose entities the store keeps.
    public final let configurationName: String
    /// The options that the store was added with.
    public final let options: [AnyHashable: Any]?
    /// Where the store is.
    open var url: URL?
    /// The identifier, which ids of objects have in them.
    // Apple: `String!`.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var identifier: String! = UUID().uuidString
    /// Whether the store only reads.
    open var isReadOnly: Bool = false
    /// What is known of the store as a whole.
    // Apple: `[String: Any]!`.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var metadata: [String: Any]! = [:]
    private var lazyReference: WeakStore?
    /// What a store says of itself, which no app changes.
    static let ownKeys: Set<String> = [
      NSStoreUUIDKey, NSStoreTypeKey, NSStoreModelVersionHashesKey,
    ]

    /// A store at a place.
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

    /// A store at a place; coordinators call it.
    public required convenience init(opening: StoreOpening) {
      self.init(
        persistentStoreCoordinator: opening.coordinator, configurationName: opening.configuration,
        at: opening.url, options: opening.options)
    }

    /// The type.
    open var type: String { "" }

    /// Returns the metadata of the store at a place that no coordinator has open.
    ///
    /// - Throws: That a subclass has to override it; a subclass throws why it cannot read the store.
    /// - Source: `/documentation/coredata/nspersistentstore/metadataforpersistentstore(with:)`.
    open class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
      throw NSError.coreData(
        NSPersistentStoreOperationError,
        "A store of the class \(self) has no metadata unless a coordinator opens it.")
    }

    /// Reads the metadata, or makes them.
    ///
    /// - Throws: nothing; a subclass throws why it cannot be opened.
    open func loadMetadata() throws {}
    /// Called when a coordinator has taken the store.
    open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}
    /// Called before a coordinator gives the store up.
    open func willRemove(from coordinator: NSPersistentStoreCoordinator?) {}

    /// Deletes the store at a place: nothing if there is none.
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

    /// Whether rows are costly, so that the coordinator keeps those of living objects.
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
