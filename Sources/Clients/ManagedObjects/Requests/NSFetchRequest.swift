#if !canImport(CoreData)
  public import Foundation

  /// What a request can result in.
  public protocol NSFetchRequestResult: NSObjectProtocol {}

  extension NSManagedObjectID: NSFetchRequestResult {}
  extension NSDictionary: NSFetchRequestResult {}
  extension NSNumber: NSFetchRequestResult {}

  /// What a request asks of a store.
  public enum NSPersistentStoreRequestType: UInt, Sendable, Hashable {
    /// Objects.
    case fetchRequestType = 1
    /// Changes to be saved.
    case saveRequestType = 2
    /// Objects to be inserted without a context.
    case batchInsertRequestType = 5
    /// Objects to be changed without a context.
    case batchUpdateRequestType = 6
    /// Objects to be deleted without a context.
    case batchDeleteRequestType = 7
  }

  /// What a context asks of a store.
  open class NSPersistentStoreRequest: NSObject {
    /// The stores that are asked; all where there are none.
    open var affectedStores: [NSPersistentStore]?
    /// What is asked.
    open var requestType: NSPersistentStoreRequestType { .fetchRequestType }

    /// A request to all stores.
    public override init() { super.init() }
  }

  /// The form of a request's results.
  public struct NSFetchRequestResultType: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a form of its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Managed objects.
    public static let managedObjectResultType = NSFetchRequestResultType([])
    /// Ids.
    public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
    /// Dictionaries of chosen properties.
    public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)
    /// Their number.
    public static let countResultType = NSFetchRequestResultType(rawValue: 4)
  }

  /// The settings of a request, shared by all forms of it.
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
  /// - Source: Core Data, "NSFetchRequest".
  open class NSFetchRequest<ResultType>: NSPersistentStoreRequest {
    final let settings: FetchSettings

    /// A request without an entity.
    public override init() {
      settings = FetchSettings()
      super.init()
    }

    /// A request for the objects of the entity of a name.
    public init(entityName: String) {
      settings = FetchSettings()
      settings.entityName = entityName
      super.init()
    }

    /// A request that shares the settings of another one.
    init(sharing settings: FetchSettings) {
      self.settings = settings
      super.init()
    }

    /// What is asked: objects.
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
    /// What the objects must fulfil.
    open var predicate: NSPredicate? {
      get { settings.predicate }
      set { settings.predicate = newValue }
    }
    /// The order of the objects.
    open var sortDescriptors: [NSSortDescriptor]? {
      get { settings.sortDescriptors }
      set { settings.sortDescriptors = newValue }
    }
    /// The greatest number of objects; 0 is no limit.
    open var fetchLimit: Int {
      get { settings.fetchLimit }
      set { settings.fetchLimit = newValue }
    }
    /// The number of objects to leave out at the start.
    open var fetchOffset: Int {
      get { settings.fetchOffset }
      set { settings.fetchOffset = newValue }
    }
    /// How many objects are read at a time; kept for stores, and without effect here.
    open var fetchBatchSize: Int {
      get { settings.fetchBatchSize }
      set { settings.fetchBatchSize = newValue }
    }
    /// The form of the results.
    open var resultType: NSFetchRequestResultType {
      get { settings.resultType }
      set { settings.resultType = newValue }
    }
    /// Whether objects of sub-entities are asked for too.
    open var includesSubentities: Bool {
      get { settings.includesSubentities }
      set { settings.includesSubentities = newValue }
    }
    /// Whether values are read with the objects.
    open var includesPropertyValues: Bool {
      get { settings.includesPropertyValues }
      set { settings.includesPropertyValues = newValue }
    }
    /// Whether changes that are not saved yet count.
    open var includesPendingChanges: Bool {
      get { settings.includesPendingChanges }
      set { settings.includesPendingChanges = newValue }
    }
    /// Whether objects come as faults, whose values are in mind.
    open var returnsObjectsAsFaults: Bool {
      get { settings.returnsObjectsAsFaults }
      set { settings.returnsObjectsAsFaults = newValue }
    }
    /// Whether objects that are there already take the values that are stored now.
    open var shouldRefreshRefetchedObjects: Bool {
      get { settings.shouldRefreshRefetchedObjects }
      set { settings.shouldRefreshRefetchedObjects = newValue }
    }
    /// Whether equal dictionaries are listed once.
    open var returnsDistinctResults: Bool {
      get { settings.returnsDistinctResults }
      set { settings.returnsDistinctResults = newValue }
    }
    /// Paths of relationships whose objects are read too.
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
    /// What the dictionaries of groups must fulfil.
    open var havingPredicate: NSPredicate? {
      get { settings.havingPredicate }
      set { settings.havingPredicate = newValue }
    }

    /// Runs the request in the context whose block calls it.
    ///
    /// - Throws: as ``NSManagedObjectContext/fetch(_:)``.
    open func execute(in context: NSManagedObjectContext) throws -> [ResultType] {
      try context.fetch(self)
    }

    /// A request of its own with the same settings.
    final func duplicate() -> NSFetchRequest<ResultType> {
      let copy = NSFetchRequest<ResultType>()
      copy.affectedStores = affectedStores
      copy.settings.take(settings)
      return copy
    }

    /// A copy.
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
