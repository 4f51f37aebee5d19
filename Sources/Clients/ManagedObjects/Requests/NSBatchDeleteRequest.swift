#if !canImport(CoreData)
  public import Foundation

  /// The result of a request.
  open class NSPersistentStoreResult: NSObject {}

  /// The results of a fetch that was run by ``NSManagedObjectContext/execute(_:)``.
  open class NSFetchResult: NSPersistentStoreResult {
    /// The results.
    public final let finalResult: [Any]

    init(_ results: [Any]) { finalResult = results }
  }

  /// The form of the result of a batch deletion.
  public enum NSBatchDeleteRequestResultType: UInt, Sendable, Hashable {
    /// Whether it succeeded.
    case resultTypeStatusOnly = 0
    /// The ids of the deleted objects.
    case resultTypeObjectIDs = 1
    /// Their number.
    case resultTypeCount = 2
  }

  /// A request that deletes in the store, past all contexts.
  ///
  /// - Source: Core Data, "NSBatchDeleteRequest".
  open class NSBatchDeleteRequest: NSPersistentStoreRequest {
    let settings: FetchSettings?
    let ids: [NSManagedObjectID]
    /// The form of the result.
    open var resultType: NSBatchDeleteRequestResultType = .resultTypeStatusOnly

    /// Deletes what a request finds.
    public init(fetchRequest fetch: NSFetchRequest<any NSFetchRequestResult>) {
      settings = fetch.settings
      ids = []
    }

    /// Deletes objects by their ids.
    public init(objectIDs objects: [NSManagedObjectID]) {
      settings = nil
      ids = objects
    }

    /// What is asked: a batch deletion.
    open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }
    /// The request whose results are deleted.
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult> {
      NSFetchRequest(sharing: settings ?? FetchSettings())
    }
  }

  /// The result of a batch deletion.
  open class NSBatchDeleteResult: NSPersistentStoreResult {
    /// The result, in the form that was asked for.
    public final let result: Any?
    /// The form.
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

  /// The form of the result of a batch update.
  public enum NSBatchUpdateRequestResultType: UInt, Sendable, Hashable {
    /// Whether it succeeded.
    case statusOnlyResultType = 0
    /// The ids of the changed objects.
    case updatedObjectIDsResultType = 1
    /// Their number.
    case updatedObjectsCountResultType = 2
  }

  /// A request that changes values in the store, past all contexts.
  ///
  /// - Source: Core Data, "NSBatchUpdateRequest".
  open class NSBatchUpdateRequest: NSPersistentStoreRequest {
    /// The name of the entity.
    public final let entityName: String
    final var entityDescription: NSEntityDescription?
    /// What the objects must fulfil.
    open var predicate: NSPredicate?
    /// Whether objects of sub-entities are changed too.
    open var includesSubentities: Bool = true
    /// The new values by the names of attributes.
    open var propertiesToUpdate: [AnyHashable: Any]?
    /// The form of the result.
    open var resultType: NSBatchUpdateRequestResultType = .statusOnlyResultType

    /// Changes objects of the entity of a name.
    public init(entityName: String) { self.entityName = entityName }

    /// Changes objects of an entity.
    public init(entity: NSEntityDescription) {
      entityName = entity.displayName
      entityDescription = entity
    }

    /// The entity.
    open var entity: NSEntityDescription? { entityDescription }
    /// What is asked: a batch update.
    open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }
  }

  /// The result of a batch update.
  open class NSBatchUpdateResult: NSPersistentStoreResult {
    /// The result, in the form that was asked for.
    public final let result: Any?
    /// The form.
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
