#if !canImport(CoreData)
  public import Foundation

  /// A type that the results of a fetch request can have.
  ///
  /// ``NSManagedObject`` and its subclasses, ``NSManagedObjectID``, `NSDictionary` and `NSNumber`
  /// conform. Apps use it as `any NSFetchRequestResult`, or as a constraint in generic code.
  public protocol NSFetchRequestResult: NSObjectProtocol {}

  extension NSManagedObjectID: NSFetchRequestResult {}
  extension NSDictionary: NSFetchRequestResult {}
  extension NSNumber: NSFetchRequestResult {}

  /// The kind of a request to a store.
  ///
  /// An app's own store reads it to decide how to execute a request. This module never creates a
  /// batch insertion. The raw values are Apple's.
  public enum NSPersistentStoreRequestType: UInt, Sendable, Hashable {
    /// Fetches objects.
    case fetchRequestType = 1
    /// Saves the changes of a context.
    case saveRequestType = 2
    /// Inserts objects directly in the store; this module never uses it.
    case batchInsertRequestType = 5
    /// Changes objects directly in the store.
    case batchUpdateRequestType = 6
    /// Deletes objects directly in the store.
    case batchDeleteRequestType = 7
  }

  /// A request that a context sends to stores.
  ///
  /// Use a subclass: ``NSFetchRequest``, ``NSBatchDeleteRequest`` or ``NSBatchUpdateRequest``.
  /// Contexts create ``NSSaveChangesRequest`` themselves.
  open class NSPersistentStoreRequest: NSObject {
    /// The stores that receive the request; `nil` means all.
    open var affectedStores: [NSPersistentStore]?
    /// The kind of the request.
    open var requestType: NSPersistentStoreRequestType { .fetchRequestType }

    /// Creates a request to all stores.
    public override init() { super.init() }
  }

  /// The form of a fetch request's results.
  ///
  /// Set it as ``NSFetchRequest/resultType``. The request's generic type has to match the results.
  /// The bits are Apple's.
  public struct NSFetchRequestResultType: OptionSet, Sendable, Hashable {
    /// The bits of the set.
    public let rawValue: UInt
    /// Creates a result type from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The results are managed objects.
    public static let managedObjectResultType = NSFetchRequestResultType([])
    /// The results are the IDs of objects.
    public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
    /// The results are dictionaries with some properties of each object or group.
    public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)
    /// The result is the number of objects.
    public static let countResultType = NSFetchRequestResultType(rawValue: 4)
  }

  /// The settings of a fetch request, which can be shared by requests with different result types.
  final class FetchSettings {
    var entityName: String?
    weak var entity: NSEntityDescription?
    var predicate: NSPredicate?
    var sortDescriptors: [NSSortDescriptor]?
    var fetchLimit = 0
    var fetchOffset = 0
    var fetchBatchSize = 0
    var resultType: NSFetchRequestResultType = .managedObjectResultType
    var includesSubentities = true
    var includesPropertyValues = true
    var includesPendingChanges = true
    var returnsObjectsAsFaults = true
    var shouldRefreshRefetchedObjects = false
    var returnsDistinctResults = false
    var relationshipKeyPathsForPrefetching: [String]?
    var propertiesToFetch: [Any]?
    var propertiesToGroupBy: [Any]?
    var havingPredicate: NSPredicate?
  }

  /// A request for objects of an entity.
  ///
  /// Set a predicate, sort descriptors and limits, and pass the request to
  /// ``NSManagedObjectContext/fetch(_:)``. The generic type is that of the results: a class of
  /// objects, ``NSManagedObjectID``, `NSDictionary` or `NSNumber`. A request is not `Sendable`:
  /// create it in the block that uses it. Unlike in Core Data, ``fetchBatchSize`` has no effect.
  ///
  /// ```swift
  /// import ManagedObjects
  ///
  /// func openTodos(in context: NSManagedObjectContext) throws -> [NSManagedObject] {
  ///   let request = NSFetchRequest<NSManagedObject>(entityName: "Todo")
  ///   request.predicate = NSPredicate(format: "isDone == NO")
  ///   request.sortDescriptors = [NSSortDescriptor(key: "due", ascending: true)]
  ///   request.fetchLimit = 20
  ///   return try context.fetch(request)
  /// }
  /// ```
  ///
  /// - Source: Core Data, "NSFetchRequest".
  open class NSFetchRequest<ResultType>: NSPersistentStoreRequest {
    final let settings: FetchSettings

    /// Creates a request whose ``entity`` must be set before it is used.
    public override init() {
      settings = FetchSettings()
      super.init()
    }

    /// Creates a request for objects of the entity with a name.
    public init(entityName: String) {
      settings = FetchSettings()
      settings.entityName = entityName
      super.init()
    }

    /// Creates a request that shares its settings with another request.
    init(sharing settings: FetchSettings) {
      self.settings = settings
      super.init()
    }

    /// The kind of the request: a fetch.
    open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

    /// The entity of the fetched objects; `nil` if the request was created with a name.
    open var entity: NSEntityDescription? {
      get { settings.entity }
      set {
        settings.entity = newValue
        settings.entityName = newValue?.name
      }
    }
    /// The name of the fetched objects' entity.
    open var entityName: String? { settings.entity?.name ?? settings.entityName }
    /// The condition that fetched objects must fulfil; `nil` fetches all objects.
    open var predicate: NSPredicate? {
      get { settings.predicate }
      set { settings.predicate = newValue }
    }
    /// The order of the results; `nil` for no particular order.
    open var sortDescriptors: [NSSortDescriptor]? {
      get { settings.sortDescriptors }
      set { settings.sortDescriptors = newValue }
    }
    /// The maximum number of objects; 0 means no limit.
    open var fetchLimit: Int {
      get { settings.fetchLimit }
      set { settings.fetchLimit = newValue }
    }
    /// The number of results to skip at the start.
    open var fetchOffset: Int {
      get { settings.fetchOffset }
      set { settings.fetchOffset = newValue }
    }
    /// The number of objects to read at a time.
    ///
    /// An app's own store can read it; it has no effect in this module.
    open var fetchBatchSize: Int {
      get { settings.fetchBatchSize }
      set { settings.fetchBatchSize = newValue }
    }
    /// The form of the results.
    open var resultType: NSFetchRequestResultType {
      get { settings.resultType }
      set { settings.resultType = newValue }
    }
    /// Whether objects of the entity's sub-entities are fetched too.
    open var includesSubentities: Bool {
      get { settings.includesSubentities }
      set { settings.includesSubentities = newValue }
    }
    /// Whether a store reads the values together with the objects.
    open var includesPropertyValues: Bool {
      get { settings.includesPropertyValues }
      set { settings.includesPropertyValues = newValue }
    }
    /// Whether the results take unsaved changes of the context into account.
    open var includesPendingChanges: Bool {
      get { settings.includesPendingChanges }
      set { settings.includesPendingChanges = newValue }
    }
    /// Whether fetched objects are faults, even if the store has already read their values.
    open var returnsObjectsAsFaults: Bool {
      get { settings.returnsObjectsAsFaults }
      set { settings.returnsObjectsAsFaults = newValue }
    }
    /// Whether objects that are already in memory get the values that are stored now.
    open var shouldRefreshRefetchedObjects: Bool {
      get { settings.shouldRefreshRefetchedObjects }
      set { settings.shouldRefreshRefetchedObjects = newValue }
    }
    /// Whether equal dictionaries appear only once in the results.
    open var returnsDistinctResults: Bool {
      get { settings.returnsDistinctResults }
      set { settings.returnsDistinctResults = newValue }
    }
    /// The key paths of relationships whose objects are read together with the results.
    open var relationshipKeyPathsForPrefetching: [String]? {
      get { settings.relationshipKeyPathsForPrefetching }
      set { settings.relationshipKeyPathsForPrefetching = newValue }
    }
    /// The properties that dictionaries contain: names, descriptions or
    /// ``NSExpressionDescription``.
    open var propertiesToFetch: [Any]? {
      get { settings.propertiesToFetch }
      set { settings.propertiesToFetch = newValue }
    }
    /// The properties by whose values objects are grouped; each group becomes one dictionary.
    open var propertiesToGroupBy: [Any]? {
      get { settings.propertiesToGroupBy }
      set { settings.propertiesToGroupBy = newValue }
    }
    /// The condition that a group's dictionary must fulfil to be in the results.
    open var havingPredicate: NSPredicate? {
      get { settings.havingPredicate }
      set { settings.havingPredicate = newValue }
    }

    /// Executes the request in a context.
    ///
    /// Call it only on the context's queue.
    ///
    /// - Throws: The errors of ``NSManagedObjectContext/fetch(_:)``.
    open func execute(in context: NSManagedObjectContext) throws -> [ResultType] {
      try context.fetch(self)
    }

    /// Returns a request with a copy of the settings.
    final func duplicate() -> NSFetchRequest<ResultType> {
      let copy = NSFetchRequest<ResultType>()
      copy.affectedStores = affectedStores
      copy.settings.copy(from: settings)
      return copy
    }

    /// Returns a request with a copy of the settings.
    open override func copy() -> Any { duplicate() }
  }

  extension FetchSettings {
    func copy(from other: FetchSettings) {
      entityName = other.entityName
      entity = other.entity
      predicate = other.predicate
      sortDescriptors = other.sortDescriptors
      fetchLimit = other.fetchLimit
      fetchOffset = other.fetchOffset
      fetchBatchSize = other.fetchBatchSize
      resultType = other.resultType
      includesSubentities = other.includesSubentities
      includesPropertyValues = other.includesPropertyValues
      includesPendingChanges = other.includesPendingChanges
      returnsObjectsAsFaults = other.returnsObjectsAsFaults
      shouldRefreshRefetchedObjects = other.shouldRefreshRefetchedObjects
      returnsDistinctResults = other.returnsDistinctResults
      relationshipKeyPathsForPrefetching = other.relationshipKeyPathsForPrefetching
      propertiesToFetch = other.propertiesToFetch
      propertiesToGroupBy = other.propertiesToGroupBy
      havingPredicate = other.havingPredicate
    }
  }
#endif
