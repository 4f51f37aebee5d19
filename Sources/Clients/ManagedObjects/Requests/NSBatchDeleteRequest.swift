#if !canImport(CoreData)
  public import Foundation

  /// The result of a request that a context has executed.
  ///
  /// ``NSManagedObjectContext/execute(_:)`` returns an instance of a subclass, depending on the
  /// request.
  open class NSPersistentStoreResult: NSObject {}

  /// The results of a fetch request that ``NSManagedObjectContext/execute(_:)`` has executed.
  ///
  /// It replaces Apple's `NSAsynchronousFetchResult`, because this module does not have
  /// asynchronous fetch requests.
  open class NSFetchResult: NSPersistentStoreResult {
    /// The objects, IDs or dictionaries that were found, or an `NSNumber` with their count.
    public final let finalResult: [Any]

    init(_ results: [Any]) { finalResult = results }
  }

  /// The form of a batch deletion's result.
  ///
  /// Set it as ``NSBatchDeleteRequest/resultType``. With the IDs, an app can merge the deletion
  /// into its contexts. The raw values are Apple's.
  public enum NSBatchDeleteRequestResultType: UInt, Sendable, Hashable {
    /// A Boolean value, which is `true` if the deletion succeeded.
    case resultTypeStatusOnly = 0
    /// The IDs of the deleted objects.
    case resultTypeObjectIDs = 1
    /// The number of deleted objects.
    case resultTypeCount = 2
  }

  /// A request that deletes objects directly in the store, without loading them into a context.
  ///
  /// Delete rules and validation are not applied, and contexts do not notice the deletion: refresh
  /// their objects afterwards. Execute it with ``NSManagedObjectContext/execute(_:)``. Only the
  /// stores of this module support it.
  ///
  /// ```swift
  /// import ManagedObjects
  ///
  /// func deleteDone(in context: NSManagedObjectContext) throws {
  ///   let done = NSFetchRequest<any NSFetchRequestResult>(entityName: "Todo")
  ///   done.predicate = NSPredicate(format: "isDone == YES")
  ///   try context.execute(NSBatchDeleteRequest(fetchRequest: done))
  /// }
  /// ```
  ///
  /// - Source: Core Data, "NSBatchDeleteRequest".
  open class NSBatchDeleteRequest: NSPersistentStoreRequest {
    let settings: FetchSettings?
    let ids: [NSManagedObjectID]
    /// The form of the result that ``NSManagedObjectContext/execute(_:)`` returns.
    open var resultType: NSBatchDeleteRequestResultType = .resultTypeStatusOnly

    /// Creates a request that deletes all objects that match a fetch request.
    public init(fetchRequest fetch: NSFetchRequest<any NSFetchRequestResult>) {
      settings = fetch.settings
      ids = []
    }

    /// Creates a request that deletes the objects with these IDs.
    public init(objectIDs objects: [NSManagedObjectID]) {
      settings = nil
      ids = objects
    }

    /// The kind of the request: a batch deletion.
    open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }
    /// The fetch request whose results are deleted; an empty one if the request was created with
    /// IDs.
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult> {
      NSFetchRequest(sharing: settings ?? FetchSettings())
    }
  }

  /// The result of a batch deletion.
  ///
  /// ``NSManagedObjectContext/execute(_:)`` returns it. Merge the IDs into contexts with
  /// `mergeChanges(fromRemoteContextSave:into:)`.
  open class NSBatchDeleteResult: NSPersistentStoreResult {
    /// A Boolean `NSNumber`, an array of IDs, or a count, depending on ``resultType``.
    public final let result: Any?
    /// The form of ``result``.
    public final let resultType: NSBatchDeleteRequestResultType

    init(_ ids: [NSManagedObjectID], _ type: NSBatchDeleteRequestResultType) {
      resultType = type
      switch type {
      case .resultTypeStatusOnly: result = NSNumber(value: true)
      case .resultTypeObjectIDs: result = ids
      case .resultTypeCount: result = NSNumber(value: ids.count)
      }
    }
  }

  /// The form of a batch update's result.
  ///
  /// Set it as ``NSBatchUpdateRequest/resultType``. With the IDs, an app can merge the changes into
  /// its contexts. The raw values are Apple's.
  public enum NSBatchUpdateRequestResultType: UInt, Sendable, Hashable {
    /// A Boolean value, which is `true` if the update succeeded.
    case statusOnlyResultType = 0
    /// The IDs of the changed objects.
    case updatedObjectIDsResultType = 1
    /// The number of changed objects.
    case updatedObjectsCountResultType = 2
  }

  /// A request that changes attributes directly in the store, without loading objects into a
  /// context.
  ///
  /// Validation is not applied, and contexts do not notice the change: refresh their objects
  /// afterwards. The values are constants; Apple also allows expressions. Execute it with
  /// ``NSManagedObjectContext/execute(_:)``. Only the stores of this module support it.
  ///
  /// ```swift
  /// import ManagedObjects
  ///
  /// func finishAll(in context: NSManagedObjectContext) throws {
  ///   let update = NSBatchUpdateRequest(entityName: "Todo")
  ///   update.propertiesToUpdate = ["isDone": true]
  ///   try context.execute(update)
  /// }
  /// ```
  ///
  /// - Source: Core Data, "NSBatchUpdateRequest".
  open class NSBatchUpdateRequest: NSPersistentStoreRequest {
    /// The name of the entity whose objects are changed.
    public final let entityName: String
    final var entityDescription: NSEntityDescription?
    /// The condition that an object must fulfil to be changed; `nil` changes all objects.
    open var predicate: NSPredicate?
    /// Whether objects of the entity's sub-entities are changed too.
    open var includesSubentities: Bool = true
    /// The new values, keyed by attribute name.
    open var propertiesToUpdate: [AnyHashable: Any]?
    /// The form of the result that ``NSManagedObjectContext/execute(_:)`` returns.
    open var resultType: NSBatchUpdateRequestResultType = .statusOnlyResultType

    /// Creates a request that changes objects of the entity with a name.
    public init(entityName: String) { self.entityName = entityName }

    /// Creates a request that changes objects of an entity.
    public init(entity: NSEntityDescription) {
      entityName = entity.displayName
      entityDescription = entity
    }

    /// The entity that the request was created with; `nil` if it was created with a name.
    open var entity: NSEntityDescription? { entityDescription }
    /// The kind of the request: a batch update.
    open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }
  }

  /// The result of a batch update.
  ///
  /// ``NSManagedObjectContext/execute(_:)`` returns it. Merge the IDs into contexts with
  /// `mergeChanges(fromRemoteContextSave:into:)`.
  open class NSBatchUpdateResult: NSPersistentStoreResult {
    /// A Boolean `NSNumber`, an array of IDs, or a count, depending on ``resultType``.
    public final let result: Any?
    /// The form of ``result``.
    public final let resultType: NSBatchUpdateRequestResultType

    init(_ ids: [NSManagedObjectID], _ type: NSBatchUpdateRequestResultType) {
      resultType = type
      switch type {
      case .statusOnlyResultType: result = NSNumber(value: true)
      case .updatedObjectIDsResultType: result = ids
      case .updatedObjectsCountResultType: result = NSNumber(value: ids.count)
      }
    }
  }
#endif
