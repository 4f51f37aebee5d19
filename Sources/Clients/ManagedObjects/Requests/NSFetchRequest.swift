#if !canImport(CoreData)
  public import Foundation

  /// A type of results that a fetch request can have.
  ///
  /// ``NSManagedObject`` and its subclasses, ``NSManagedObjectID``, `NSDictionary` and `NSNumber`
  /// conform. Apps use it as `any NSFetchRequestResult`, or as the constraint of generic code.
  public protocol NSFetchRequestResult: NSObjectProtocol {}

  extension NSManagedObjectID: NSFetchRequestResult {}
  extension NSDictionary: NSFetchRequestResult {}
  extension NSNumber: NSFetchRequestResult {}

  /// The kind of a request to a store.
  ///
  /// A store of an app reads it to decide what to do. Batch insertions do not exist here, although
  /// the case does. The raw values are Apple's.
  public enum NSPersistentStoreRequestType: UInt, Sendable, Hashable {
    /// A fetch of objects.
    case fetchRequestType = 1
    /// A save of changes.
    case saveRequestType = 2
    /// An insertion of objects without a context.
    case batchInsertRequestType = 5
    /// A change of objects without a context.
    case batchUpdateRequestType = 6
    /// A deletion of objects without a context.
    case batchDeleteRequestType = 7
  }

  /// A request of a context to a store.
  ///
  /// Use a subclass: ``NSFetchRequest``, ``NSBatchDeleteRequest`` or ``NSBatchUpdateRequest``.
  /// Contexts create ``NSSaveChangesRequest`` themselves.
  open class NSPersistentStoreRequest: NSObject {
    /// The stores that the request is for; `nil` means all.
    open var affectedStores: [NSPersistentStore]?
    /// The kind of the request.
    open var requestType: NSPersistentStoreRequestType { .fetchRequestType }

    /// Creates a request to all stores.
    public override init() { super.init() }
  }

  /// The form of a fetch request's results.
  ///
  /// Set it as ``NSFetchRequest/resultType``; the request's generic type has to match. The bits are
  /// Apple's.
  public struct NSFetchRequestResultType: OptionSet, Sendable, Hashable {
    /// The bits of the set.
    public let rawValue: UInt
    /// Creates a result type from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Managed objects.
    public static let managedObjectResultType = NSFetchRequestResultType([])
    /// Object IDs.
    public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
    /// Dictionaries of some properties.
    public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)
    /// The number of objects.
    public static let countResultType = NSFetchRequestResultType(rawValue: 4)
  }

  /// The settings of a request, which requests with different result types share.
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
  /// Set a predicate, an order and limits, and pass it to ``NSManagedObjectContext/fetch(_:)``. The
  /// generic type is that of the results: a class of objects, ``NSManagedObjectID``, `NSDictionary`
  /// or `NSNumber`. A request is not `Sendable`: create it in the block that uses it. Unlike at
  /// Apple's, ``fetchBatchSize`` has no effect.
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

    /// Creates a request without an entity.
    public override init() {
      settings = FetchSettings()
      super.init()
    }

    /// Creates a request for the objects of the entity with a name.
    public init(entityName: String) {
      settings = FetchSettings()
      settings.entityName = entityName
      super.init()
    }

    /// Creates a request that shares the settings of another one.
    init(sharing settings: FetchSettings) {
      self.settings = settings
      super.init()
    }

    /// The kind of the request: a fetch.
    open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

    /// The entity of the objects.
    open var entity: NSEntityDescription? {
      get { settings.entity }
      set {
        settings.entity = newValue
        settings.entityName = newValue?.name
      }
    }
    /// The name of the entity.
    open var entityName: String? { settings.entity?.name ?? settings.entityName }
    /// The condition for the objects.
    open var predicate: NSPredicate? {
      get { settings.predicate }
      set { settings.predicate = newValue }
    }
    /// The order of the objects.
    open var sortDescriptors: [NSSortDescriptor]? {
      get { settings.sortDescriptors }
      set { settings.sortDescriptors = newValue }
    }
    /// The maximum number of objects; 0 means no limit.
    open var fetchLimit: Int {
      get { settings.fetchLimit }
      set { settings.fetchLimit = newValue }
    }
    /// The number of objects that are skipped at the start.
    open var fetchOffset: Int {
      get { settings.fetchOffset }
      set { settings.fetchOffset = newValue }
    }
    /// The number of objects that are read at a time; stores can read it, but it has no effect
    /// here.
    open var fetchBatchSize: Int {
      get { settings.fetchBatchSize }
      set { settings.fetchBatchSize = newValue }
    }
    /// The form of the results.
    open var resultType: NSFetchRequestResultType {
      get { settings.resultType }
      set { settings.resultType = newValue }
    }
    /// Whether objects of sub-entities are included.
    open var includesSubentities: Bool {
      get { settings.includesSubentities }
      set { settings.includesSubentities = newValue }
    }
    /// Whether values are read together with the objects.
    open var includesPropertyValues: Bool {
      get { settings.includesPropertyValues }
      set { settings.includesPropertyValues = newValue }
    }
    /// Whether unsaved changes are considered.
    open var includesPendingChanges: Bool {
      get { settings.includesPendingChanges }
      set { settings.includesPendingChanges = newValue }
    }
    /// Whether objects are returned as faults; their values are read but not yet in use.
    open var returnsObjectsAsFaults: Bool {
      get { settings.returnsObjectsAsFaults }
      set { settings.returnsObjectsAsFaults = newValue }
    }
    /// Whether objects in memory are updated with the values that are stored now.
    open var shouldRefreshRefetchedObjects: Bool {
      get { settings.shouldRefreshRefetchedObjects }
      set { settings.shouldRefreshRefetchedObjects = newValue }
    }
    /// Whether equal dictionaries are returned only once.
    open var returnsDistinctResults: Bool {
      get { settings.returnsDistinctResults }
      set { settings.returnsDistinctResults = newValue }
    }
    /// The key paths of relationships whose objects are read too.
    open var relationshipKeyPathsForPrefetching: [String]? {
      get { settings.relationshipKeyPathsForPrefetching }
      set { settings.relationshipKeyPathsForPrefetching = newValue }
    }
    /// The properties of dictionaries: names, descriptions or ``NSExpressionDescription``.
    open var propertiesToFetch: [Any]? {
      get { settings.propertiesToFetch }
      set { settings.propertiesToFetch = newValue }
    }
    /// The properties by whose values dictionaries are grouped.
    open var propertiesToGroupBy: [Any]? {
      get { settings.propertiesToGroupBy }
      set { settings.propertiesToGroupBy = newValue }
    }
    /// The condition for the dictionaries of groups.
    open var havingPredicate: NSPredicate? {
      get { settings.havingPredicate }
      set { settings.havingPredicate = newValue }
    }

    /// Executes the request in a context.
    ///
    /// Call it in a block of the context's queue.
    ///
    /// - Throws: The errors of ``NSManagedObjectContext/fetch(_:)``.
    open func execute(in context: NSManagedObjectContext) throws -> [ResultType] {
      try context.fetch(self)
    }

    /// Returns a separate request with the same settings.
    final func duplicate() -> NSFetchRequest<ResultType> {
      let copy = NSFetchRequest<ResultType>()
      copy.affectedStores = affectedStores
      copy.settings.take(settings)
      return copy
    }

    /// Returns a separate request with the same settings.
    open override func copy() -> Any { duplicate() }
  }

  extension FetchSettings {
    func take(_ other: FetchSettings) {
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
