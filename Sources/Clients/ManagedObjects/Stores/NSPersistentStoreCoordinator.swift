#if !canImport(CoreData)
  public import Foundation
  import Synchronization

  /// The connection between contexts and stores.
  ///
  /// Create it with a model, add stores, and set it as the coordinator of contexts; an
  /// ``NSPersistentContainer`` does all of this. The coordinator makes the model unchangeable. Its
  /// operations run one at a time, so a slow store blocks the others. It can be used from any
  /// thread.
  ///
  /// Unlike Apple's class, it caches objects' values only for an app's own stores.
  ///
  /// - Source: Core Data, "NSPersistentStoreCoordinator".
  open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
    /// The model, which cannot be changed any more.
    public final let managedObjectModel: NSManagedObjectModel
    /// A name for debugging.
    open var name: String?
    private let lock = NSRecursiveLock()
    private var stores: [NSPersistentStore] = []
    private let contextTable = Mutex<[WeakContext]>([])
    private var aliases: [IDKey: NSManagedObjectID] = [:]
    private var assignments: [ObjectIdentifier: NSPersistentStore] = [:]
    final var rowCache = RowCache()

    private static let types = Mutex<[String: NSPersistentStore.Type]>([
      NSInMemoryStoreType: MemoryStore.self, NSSQLiteStoreType: SQLiteStore.self,
    ])

    /// Creates a coordinator of a model, and makes the model unchangeable.
    public init(managedObjectModel model: NSManagedObjectModel) {
      managedObjectModel = model
      model.freeze()
    }

    // MARK: Stores

    /// The open stores, in the order in which they were added.
    open var persistentStores: [NSPersistentStore] { locked { stores } }

    /// The classes of stores, keyed by their registered types.
    public static var registeredStoreTypes: [String: NSPersistentStore.Type] {
      types.withLock { $0 }
    }

    /// Registers a class for a store type; `nil` removes the type.
    public static func registerStoreClass(
      _ storeClass: NSPersistentStore.Type?, forStoreType storeType: String
    ) {
      types.withLock { $0[storeType] = storeClass }
    }

    /// Registers a class for a ``NSPersistentStore/StoreType``; `nil` removes the type.
    public static func registerStoreClass(
      _ storeClass: NSPersistentStore.Type?, type: NSPersistentStore.StoreType
    ) {
      registerStoreClass(storeClass, forStoreType: type.rawValue)
    }

    /// Creates a store, opens it, and adds it to the coordinator.
    ///
    /// If the store at the URL is already open, the method returns that store.
    ///
    /// - Throws: The reason why the store cannot be opened, such as a different version of the
    ///   model.
    @discardableResult
    open func addPersistentStore(
      ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
      options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
      let storeClass = try Self.storeClass(ofType: storeType)
      return try locked {
        let url = storeURL ?? URL(fileURLWithPath: "/dev/null")
        if storeURL != nil, let known = stores.first(where: { $0.url == url }),
          storeType != NSInMemoryStoreType
        {
          return known
        }
        let store = storeClass.init(
          opening: StoreOpening(
            coordinator: self, configuration: configuration, url: url, options: options))
        try store.loadMetadata()
        stores.append(store)
        store.didAdd(to: self)
        return store
      }
    }

    /// Creates, opens and adds a store, for callers that have a ``NSPersistentStore/StoreType``.
    ///
    /// - Throws: The errors of `addPersistentStore(ofType:configurationName:at:options:)`.
    @discardableResult
    public final func addPersistentStore(
      type: NSPersistentStore.StoreType, configuration: String? = nil, at storeURL: URL?,
      options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
      try addPersistentStore(
        ofType: type.rawValue, configurationName: configuration, at: storeURL, options: options)
    }

    /// Creates and adds the store that a description specifies.
    ///
    /// It calls the block once, with an error if the store could not be opened. If the
    /// description's ``NSPersistentStoreDescription/shouldAddStoreAsynchronously`` is `false`, that
    /// happens before the method returns.
    open func addPersistentStore(
      with storeDescription: NSPersistentStoreDescription,
      completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
      let work = ContextQueue.Work { [self] in
        do {
          try addPersistentStore(
            ofType: storeDescription.type, configurationName: storeDescription.configuration,
            at: storeDescription.url, options: storeDescription.options)
          block(storeDescription, nil)
        } catch {
          block(storeDescription, error)
        }
      }
      guard storeDescription.shouldAddStoreAsynchronously else { return work.run() }
      ContextQueue(label: "NSPersistentStoreCoordinator").perform { work.run() }
    }

    /// Removes a store from the coordinator, and closes it.
    ///
    /// - Throws: Nothing here.
    open func remove(_ store: NSPersistentStore) throws {
      locked {
        store.willRemove(from: self)
        stores.removeAll { $0 === store }
        store.leave()
      }
    }

    /// Returns the open store at a URL, or `nil` if there is none.
    open func persistentStore(for url: URL) -> NSPersistentStore? {
      locked { stores.first { $0.url == url } }
    }

    /// Returns the URL of a store, or `/dev/null` if the store does not have one.
    open func url(for store: NSPersistentStore) -> URL {
      store.url ?? URL(fileURLWithPath: "/dev/null")
    }

    /// Returns the metadata of an open store.
    open func metadata(for store: NSPersistentStore) -> [String: Any] {
      locked { store.metadata ?? [:] }
    }

    static func storeClass(ofType storeType: String) throws -> NSPersistentStore.Type {
      guard let storeClass = types.withLock({ $0[storeType] }) else {
        throw NSError.coreData(
          NSPersistentStoreInvalidTypeError, "There is no store of type \(storeType).")
      }
      return storeClass
    }

    /// Sets an app's values in a store's metadata, which must be a property list.
    ///
    /// The next save that has changes writes them. The store's identifier, type and version hashes
    /// do not change. A store in memory loses its metadata together with its objects.
    open func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
      locked {
        let own = (store.metadata ?? [:]).filter { NSPersistentStore.ownKeys.contains($0.key) }
        store.metadata = (metadata ?? [:]).merging(own) { _, own in own }
      }
    }

    /// Returns the ID with a URI, or `nil` if the URI does not belong to a store of this
    /// coordinator.
    open func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
      guard url.scheme == "x-coredata", let host = url.host(percentEncoded: false) else {
        return nil
      }
      let parts = url.path(percentEncoded: false).split(separator: "/", maxSplits: 1)
      guard parts.count == 2, let entity = managedObjectModel.entitiesByName[String(parts[0])],
        parts[1].hasPrefix("p"),
        let store = persistentStores.first(where: {
          $0.identifierText.caseInsensitiveCompare(host) == .orderedSame
        })
      else { return nil }
      return store.permanentID(entity, forText: String(parts[1].dropFirst()))
    }

    // MARK: Work

    /// Runs a block under the coordinator's lock, and blocks the caller until the block has run.
    ///
    /// - Source: `/documentation/coredata/nspersistentstorecoordinator/performandwait(_:)-d3kq`.
    @preconcurrency open func performAndWait(_ block: @Sendable () -> Void) { locked(block) }

    /// Submits a block that runs under the coordinator's lock, and returns immediately.
    ///
    /// - Source: `/documentation/coredata/nspersistentstorecoordinator/perform(_:)-7jqb`.
    @preconcurrency open func perform(_ block: @escaping @Sendable () -> Void) {
      ContextQueue(label: "NSPersistentStoreCoordinator").perform { [self] in locked(block) }
    }

    final func locked<Result>(_ block: () throws -> Result) rethrows -> Result {
      lock.lock()
      defer { lock.unlock() }
      return try block()
    }

    // MARK: Contexts and ids

    final func add(_ context: NSManagedObjectContext) {
      contextTable.withLock { $0.append(WeakContext(context)) }
    }

    final func remove(_ context: NSManagedObjectContext?) {
      contextTable.withLock { $0.removeAll { $0.context == nil || $0.context === context } }
    }

    final var contexts: [NSManagedObjectContext] {
      contextTable.withLock { $0.compactMap(\.context) }
    }

    final func setPermanentID(_ id: NSManagedObjectID, forTemporary old: NSManagedObjectID) {
      locked { aliases[IDKey(old)] = id }
    }

    final func permanentID(forTemporary id: NSManagedObjectID) -> NSManagedObjectID? {
      locked { aliases[IDKey(id)] }
    }

    final func assign(_ object: NSManagedObject, to store: NSPersistentStore) {
      locked { assignments[ObjectIdentifier(object)] = store }
    }

    /// Returns the store in which each new object will be saved, in the order of `objects`.
    final func storesToTake(_ objects: [NSManagedObject]) throws -> [NSPersistentStore] {
      var known: [ObjectIdentifier: NSPersistentStore] = [:]
      return try objects.map { object in
        if !assignments.isEmpty,
          let assigned = assignments.removeValue(forKey: ObjectIdentifier(object))
        {
          return assigned
        }
        if let store = known[ObjectIdentifier(object.entity)] { return store }
        let store = try store(toTake: object.entity)
        known[ObjectIdentifier(object.entity)] = store
        return store
      }
    }

    private func store(toTake entity: NSEntityDescription) throws -> NSPersistentStore {
      let name = entity.displayName
      for store in stores {
        let entities =
          managedObjectModel.entities(forConfigurationName: store.configurationName) ?? []
        if entities.contains(where: { $0.name == name }), !store.isReadOnly { return store }
      }
      throw NSError.coreData(
        NSPersistentStoreSaveError,
        "No store of the coordinator accepts objects of the entity \(name).")
    }
  }

  /// The cached values of objects that contexts use, for stores that are expensive to read.
  struct RowCache {
    private struct Entry {
      /// The number of contexts that use the object.
      var count = 0
      var snapshot: Snapshot?
      var related: [String: [NSManagedObjectID]] = [:]
    }

    private var entries: [IDKey: Entry] = [:]

    func snapshot(_ id: NSManagedObjectID) -> Snapshot? { entries[IDKey(id)]?.snapshot }

    func related(_ id: NSManagedObjectID, _ name: String) -> [NSManagedObjectID]? {
      entries[IDKey(id)]?.related[name]
    }

    mutating func store(_ snapshot: Snapshot, _ id: NSManagedObjectID) {
      entries[IDKey(id)]?.snapshot = snapshot
    }

    mutating func store(_ ids: [NSManagedObjectID], _ id: NSManagedObjectID, _ name: String) {
      entries[IDKey(id)]?.related[name] = ids
    }

    mutating func retain(_ id: NSManagedObjectID) {
      entries[IDKey(id), default: Entry()].count += 1
    }

    mutating func release(_ id: NSManagedObjectID) {
      guard var entry = entries[IDKey(id)] else { return }
      entry.count -= 1
      entries[IDKey(id)] = entry.count > 0 ? entry : nil
    }

    /// Removes an object's cached values; the object still counts as in use.
    mutating func forget(_ id: NSManagedObjectID) {
      entries[IDKey(id)]?.snapshot = nil
      entries[IDKey(id)]?.related = [:]
    }
  }
#endif
