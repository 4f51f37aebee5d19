#if !canImport(CoreData)
  public import Foundation

  /// The settings with which a container adds a store.
  ///
  /// An ``NSPersistentContainer`` has one for an SQLite file. Change or replace it before you call
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
    /// The store's type, such as ``NSSQLiteStoreType``.
    open var type: String = NSSQLiteStoreType
    /// The name of the configuration whose entities the store contains; `nil` means all entities.
    open var configuration: String?
    /// The store's URL; a store in memory does not need one.
    open var url: URL?
    /// Whether the store is opened on another thread, after the call that adds it has returned.
    open var shouldAddStoreAsynchronously: Bool = false
    /// The options that the store is opened with, keyed by name.
    open private(set) var options: [String: Any] = [
      NSMigratePersistentStoresAutomaticallyOption: true,
      NSInferMappingModelAutomaticallyOption: true,
    ]

    /// Creates a description of an SQLite store at a URL.
    public init(url: URL) { self.url = url }

    /// Creates a description of an SQLite store whose URL is not set yet.
    public override init() { super.init() }

    /// Sets the option with a key; `nil` removes the option.
    open func setOption(_ option: NSObject?, forKey key: String) { options[key] = option }
    /// Sets a pragma that the SQLite store executes when it is opened.
    open func setValue(_ value: NSObject?, forPragmaNamed name: String) {
      var pragmas = options[NSSQLitePragmasOption] as? [String: Any] ?? [:]
      pragmas[name] = value
      options[NSSQLitePragmasOption] = pragmas
    }
    /// Whether the store is opened read-only.
    open var isReadOnly: Bool {
      get { flag(NSReadOnlyPersistentStoreOption) }
      set { options[NSReadOnlyPersistentStoreOption] = newValue }
    }
    /// Whether the store is migrated when it is added, if its model version differs.
    open var shouldMigrateStoreAutomatically: Bool {
      get { flag(NSMigratePersistentStoresAutomaticallyOption) }
      set { options[NSMigratePersistentStoresAutomaticallyOption] = newValue }
    }
    /// Whether the mapping between two model versions is inferred for a migration.
    open var shouldInferMappingModelAutomatically: Bool {
      get { flag(NSInferMappingModelAutomaticallyOption) }
      set { options[NSInferMappingModelAutomaticallyOption] = newValue }
    }

    private func flag(_ name: String) -> Bool {
      options[name].flatMap(StoredValue.number)?.boolValue ?? false
    }
  }

  /// A model with its coordinator, its stores and a context on the main queue.
  ///
  /// It is the simplest way to set up the module. Create one when the app starts, load the stores,
  /// and use ``viewContext`` on the main queue and ``newBackgroundContext()`` for other work. The
  /// container can be used from any thread.
  ///
  /// Unlike Apple's class, it searches the bundle for `.xcdatamodeld` and `.xcdatamodel`, not for
  /// compiled models.
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
    /// The container's name, which is also the name of the default store's file.
    public final let name: String
    /// The model that the container was created with.
    public final let managedObjectModel: NSManagedObjectModel
    /// The coordinator that all contexts of the container use.
    public final let persistentStoreCoordinator: NSPersistentStoreCoordinator
    /// The context on the main queue, for the user interface.
    public final let viewContext: NSManagedObjectContext
    /// The settings of the stores that ``loadPersistentStores(completionHandler:)`` adds.
    open var persistentStoreDescriptions: [NSPersistentStoreDescription]

    /// Creates a container, and loads the model with the same name from the main bundle.
    ///
    /// If the bundle does not contain the model, the container has an empty one.
    ///
    /// - Parameters:
    ///   - name: The name of the container and the model.
    ///   - fileID: A source file of the module that contains the classes of the entities; by
    ///     default, the caller's file.
    public convenience init(name: String, fileID: String = #fileID) {
      let folder = Bundle.main
      let url = ["momd", "xcdatamodeld", "xcdatamodel"].lazy
        .compactMap { folder.url(forResource: name, withExtension: $0) }.first
      let model = url.flatMap { NSManagedObjectModel(contentsOf: $0, fileID: fileID) }
      self.init(name: name, managedObjectModel: model ?? NSManagedObjectModel())
    }

    /// Creates a container with a model and a description of an SQLite store.
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

    /// Returns the folder for stores, and creates it if it is missing.
    ///
    /// By default it is the user's folder for application support. A subclass can override the
    /// method.
    open class func defaultDirectoryURL() -> URL {
      let manager = FileManager.default
      let folder =
        manager.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        ?? manager.temporaryDirectory
      try? manager.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder
    }

    /// Opens and adds the stores of all descriptions, and calls the block once for each of them.
    open func loadPersistentStores(
      completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
      for description in persistentStoreDescriptions {
        persistentStoreCoordinator.addPersistentStore(with: description, completionHandler: block)
      }
    }

    /// Creates a context on a private queue, which uses the container's coordinator.
    open func newBackgroundContext() -> NSManagedObjectContext {
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = persistentStoreCoordinator
      return context
    }

    /// Creates a context on a private queue, and submits a block to that queue.
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
    /// Creates a context on a private queue, and suspends the caller until a block has run there.
    ///
    /// Apple's block is not `@Sendable`. In Swift 6, code on the main actor has to write `{
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
