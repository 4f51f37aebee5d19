#if !canImport(CoreData)
  public import Foundation

  /// The settings with which a container adds a store.
  ///
  /// An ``NSPersistentContainer`` has one for an SQLite file. Change it, or replace it, before
  /// ``NSPersistentContainer/loadPersistentStores(completionHandler:)``.
  ///
  /// ```swift
  /// import ManagedObjects
  ///
  /// func useMemory(in container: NSPersistentContainer) {
  ///   let description = NSPersistentStoreDescription()
  ///   description.type = NSInMemoryStoreType
  ///   container.persistentStoreDescriptions = [description]
  /// }
  /// ```
  ///
  /// - Source: Core Data, "NSPersistentStoreDescription".
  open class NSPersistentStoreDescription: NSObject {
    /// The type of the store.
    open var type: String = NSSQLiteStoreType
    /// The name of the configuration whose entities the store contains.
    open var configuration: String?
    /// The URL of the store.
    open var url: URL?
    /// Whether the store is added asynchronously.
    open var shouldAddStoreAsynchronously: Bool = false
    /// The options of the store.
    open private(set) var options: [String: Any] = [
      NSMigratePersistentStoresAutomaticallyOption: true,
      NSInferMappingModelAutomaticallyOption: true,
    ]

    /// Creates the description of a store at a URL.
    public init(url: URL) { self.url = url }

    /// Creates the description of a store without a URL.
    public override init() { super.init() }

    /// Sets an option.
    open func setOption(_ option: NSObject?, forKey key: String) { options[key] = option }
    /// Sets a pragma of SQLite.
    open func setValue(_ value: NSObject?, forPragmaNamed name: String) {
      var pragmas = options[NSSQLitePragmasOption] as? [String: Any] ?? [:]
      pragmas[name] = value
      options[NSSQLitePragmasOption] = pragmas
    }
    /// Whether the store is read-only.
    open var isReadOnly: Bool {
      get { flag(NSReadOnlyPersistentStoreOption) }
      set { options[NSReadOnlyPersistentStoreOption] = newValue }
    }
    /// Whether a store of a different model version is migrated.
    open var shouldMigrateStoreAutomatically: Bool {
      get { flag(NSMigratePersistentStoresAutomaticallyOption) }
      set { options[NSMigratePersistentStoresAutomaticallyOption] = newValue }
    }
    /// Whether the mapping between two model versions is inferred.
    open var shouldInferMappingModelAutomatically: Bool {
      get { flag(NSInferMappingModelAutomaticallyOption) }
      set { options[NSInferMappingModelAutomaticallyOption] = newValue }
    }

    private func flag(_ name: String) -> Bool {
      options[name].flatMap(StoredValue.number)?.boolValue ?? false
    }
  }

  /// A model with its coordinator, stores and a context on the main queue.
  ///
  /// It is the simplest way to set up the module. Create one when the app starts, load the stores,
  /// and use ``viewContext`` on the main queue and ``newBackgroundContext()`` for other work. It
  /// can be used from any thread.
  ///
  /// Unlike Apple's class it finds `.xcdatamodeld` and `.xcdatamodel` in the bundle, not compiled
  /// models.
  ///
  /// ```swift
  /// import ManagedObjects
  ///
  /// func openContainer(_ model: NSManagedObjectModel) -> NSPersistentContainer {
  ///   let container = NSPersistentContainer(name: "App", managedObjectModel: model)
  ///   container.loadPersistentStores { description, error in
  ///     if let error { print("cannot open \(description): \(error)") }
  ///   }
  ///   return container
  /// }
  /// ```
  ///
  /// - Source: Core Data, "NSPersistentContainer".
  open class NSPersistentContainer: NSObject, @unchecked Sendable {
    /// The name of the container, which is also the name of the store's file.
    public final let name: String
    /// The model of the container.
    public final let managedObjectModel: NSManagedObjectModel
    /// The coordinator of the container.
    public final let persistentStoreCoordinator: NSPersistentStoreCoordinator
    /// The context on the main queue.
    public final let viewContext: NSManagedObjectContext
    /// The settings of the stores that ``loadPersistentStores(completionHandler:)`` adds.
    open var persistentStoreDescriptions: [NSPersistentStoreDescription]

    /// Creates a container whose model has the same name and is in the main bundle.
    ///
    /// Without such a model, the container has an empty one.
    ///
    /// - Parameters:
    ///   - name: The name of the container and the model.
    ///   - fileID: The module in which the model's classes are searched; by default the caller's.
    public convenience init(name: String, fileID: String = #fileID) {
      let folder = Bundle.main
      let url = ["momd", "xcdatamodeld", "xcdatamodel"].lazy
        .compactMap { folder.url(forResource: name, withExtension: $0) }.first
      let model = url.flatMap { NSManagedObjectModel(contentsOf: $0, fileID: fileID) }
      self.init(name: name, managedObjectModel: model ?? NSManagedObjectModel())
    }

    /// Creates a container of a model.
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

    /// Returns the default folder of stores, and creates it: the folder for application support.
    ///
    /// A subclass can override it to use a different folder.
    open class func defaultDirectoryURL() -> URL {
      let manager = FileManager.default
      let folder =
        manager.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        ?? manager.temporaryDirectory
      try? manager.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder
    }

    /// Adds all stores, and calls the block once for each.
    open func loadPersistentStores(
      completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
      for description in persistentStoreDescriptions {
        persistentStoreCoordinator.addPersistentStore(with: description, completionHandler: block)
      }
    }

    /// Creates a context on a private queue.
    open func newBackgroundContext() -> NSManagedObjectContext {
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = persistentStoreCoordinator
      return context
    }

    /// Submits a block to the private queue of a new context.
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
    /// Runs a block on the private queue of a new context, and suspends the caller until it has a
    /// result.
    ///
    /// Apple's block is not `@Sendable`. In Swift 6, code of the main actor has to write `{
    /// @Sendable context in … }`; otherwise the block would belong to the main actor.
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
