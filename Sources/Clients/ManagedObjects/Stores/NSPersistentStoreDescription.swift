#if !canImport(CoreData)
  public import Foundation

  /// How a store is to be added.
  ///
  /// - Source: Core Data, "NSPersistentStoreDescription".
  open class NSPersistentStoreDescription: NSObject {
    /// The type.
    open var type: String = NSSQLiteStoreType
    /// The name of the configuration whose entities the store keeps.
    open var configuration: String?
    /// Where the store is.
    open var url: URL?
    /// Whether the store is added later.
    open var shouldAddStoreAsynchronously: Bool = false
    /// The options.
    open private(set) var options: [String: Any] = [
      NSMigratePersistentStoresAutomaticallyOption: true,
      NSInferMappingModelAutomaticallyOption: true,
    ]

    /// A store at a place.
    public init(url: URL) { self.url = url }

    /// A store without a place.
    public override init() { super.init() }

    /// Sets an option.
    open func setOption(_ option: NSObject?, forKey key: String) { options[key] = option }
    /// Sets a pragma of SQLite.
    open func setValue(_ value: NSObject?, forPragmaNamed name: String) {
      var pragmas = options[NSSQLitePragmasOption] as? [String: Any] ?? [:]
      pragmas[name] = value
      options[NSSQLitePragmasOption] = pragmas
    }
    /// Whether the store only reads.
    open var isReadOnly: Bool {
      get { flag(NSReadOnlyPersistentStoreOption) }
      set { options[NSReadOnlyPersistentStoreOption] = newValue }
    }
    /// Whether a store of another version of the model is migrated.
    open var shouldMigrateStoreAutomatically: Bool {
      get { flag(NSMigratePersistentStoresAutomaticallyOption) }
      set { options[NSMigratePersistentStoresAutomaticallyOption] = newValue }
    }
    /// Whether the mapping between two versions is inferred.
    open var shouldInferMappingModelAutomatically: Bool {
      get { flag(NSInferMappingModelAutomaticallyOption) }
      set { options[NSInferMappingModelAutomaticallyOption] = newValue }
    }

    private func flag(_ name: String) -> Bool {
      options[name].flatMap(StoredValue.number)?.boolValue ?? false
    }
  }

  /// A model, its coordinator and a context on the main queue.
  ///
  /// - Source: Core Data, "NSPersistentContainer".
  open class NSPersistentContainer: NSObject, @unchecked Sendable {
    /// The name, which the file of the store has too.
    public final let name: String
    /// The model.
    public final let managedObjectModel: NSManagedObjectModel
    /// The coordinator.
    public final let persistentStoreCoordinator: NSPersistentStoreCoordinator
    /// The context on the main queue.
    public final let viewContext: NSManagedObjectContext
    /// How the stores are to be added.
    open var persistentStoreDescriptions: [NSPersistentStoreDescription]

    /// A container whose model is in the main bundle, under the same name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - fileID: The module in which classes of the model are sought.
    public convenience init(name: String, fileID: String = #fileID) {
      let folder = Bundle.main
      let url = ["momd", "xcdatamodeld", "xcdatamodel"].lazy
        .compactMap { folder.url(forResource: name, withExtension: $0) }.first
      let model = url.flatMap { NSManagedObjectModel(contentsOf: $0, fileID: fileID) }
      self.init(name: name, managedObjectModel: model ?? NSManagedObjectModel())
    }

    /// A container of a model.
    public init(name: String, managedObjectModel model: NSManagedObjectModel) {
      self.name = name
      managedObjectModel = model
      persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      persistentStoreDescriptions = []
      super.init()
      viewContext.persistentStoreCoordinator = persistentStoreCoordinator
      persistentStoreDescriptions = [
        NSPersistentStoreDescription(
          url: type(of: self).defaultDirectoryURL().appendingPathComponent("\(name).sqlite"))
      ]
    }

    /// Where stores are unless told otherwise.
    open class func defaultDirectoryURL() -> URL {
      let manager = FileManager.default
      let folder =
        manager.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        ?? manager.temporaryDirectory
      try? manager.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder
    }

    /// Adds all stores; the block is called for each.
    open func loadPersistentStores(
      completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
      for description in persistentStoreDescriptions {
        persistentStoreCoordinator.addPersistentStore(with: description, completionHandler: block)
      }
    }

    /// A new context on a queue of its own.
    open func newBackgroundContext() -> NSManagedObjectContext {
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = persistentStoreCoordinator
      return context
    }

    /// Runs a block later in a new context on a queue of its own.
    ///
    /// - Source: `/documentation/coredata/nspersistentcontainer/performbackgroundtask(_:)-39sch`.
    @preconcurrency open func performBackgroundTask(
      _ block: @escaping @Sendable (NSManagedObjectContext) -> Void
    ) {
      let context = newBackgroundContext()
      context.perform { block(context) }
    }
  }

  extension NSPersistentContainer {
    /// Runs a block in a new context on a queue of its own, without blocking a thread.
    ///
    /// Apple's block is not `@Sendable`. In Swift 6, code of the main actor writes
    /// `{ @Sendable context in … }`; another block would belong to the main actor.
    ///
    /// - Throws: The error that the block throws.
    /// - Source: `/documentation/coredata/nspersistentcontainer/performbackgroundtask(_:)-25nok`.
    public func performBackgroundTask<T>(
      _ block: @escaping (NSManagedObjectContext) throws -> T
    ) async rethrows -> T {
      let context = newBackgroundContext()
      let work = AwaitedWork {
        defer { context.processPendingChanges() }
        return try block(context)
      }
      await work.run { context.perform($0) }
      return try work.get(throwingAs: { try block(context) })
    }
  }
#endif
