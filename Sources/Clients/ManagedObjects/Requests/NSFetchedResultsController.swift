#if !canImport(CoreData)
  public import Foundation

  /// The kind of a change of an object or a section in a controller.
  ///
  /// The delegate of an ``NSFetchedResultsController`` gets it. Sections are only added or removed. The
  /// raw values are Apple's.
  public enum NSFetchedResultsChangeType: UInt, Sendable, Hashable {
    /// The object or section was added.
    case insert = 1
    /// The object or section was removed.
    case delete = 2
    /// The object has a different position.
    case move = 3
    /// The object was changed, and has the same position.
    case update = 4
  }

  /// A section of a controller's objects.
  ///
  /// It is an element of ``NSFetchedResultsController/sections``, and describes the objects at the
  /// time when that was read.
  public protocol NSFetchedResultsSectionInfo {
    /// The name of the section, which is the value of the controller's key path.
    var name: String { get }
    /// The title in an index: the first letter of the name.
    var indexTitle: String? { get }
    /// The number of objects in the section.
    var numberOfObjects: Int { get }
    /// The objects of the section.
    var objects: [Any]? { get }
  }

  /// The receiver of the changes of a controller's objects.
  ///
  /// It is called on the queue of the controller's context: first that changes begin, then for each
  /// section and object, then that they have ended. All methods have a default that does nothing.
  ///
  /// - Source: Core Data, "NSFetchedResultsControllerDelegate".
  public protocol NSFetchedResultsControllerDelegate: AnyObject {
    /// Called before the first change of a group.
    func controllerWillChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>)
    /// Called for each object that was added, removed, moved or changed.
    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
      at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)
    /// Called for each section that was added or removed.
    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
      for type: NSFetchedResultsChangeType)
    /// Called after the last change of a group.
    func controllerDidChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>)
    /// Returns the title of a section in an index.
    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      sectionIndexTitleForSectionName sectionName: String
    ) -> String?
  }

  extension NSFetchedResultsControllerDelegate {
    /// Does nothing by default.
    public func controllerWillChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {}
    /// Does nothing by default.
    public func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
      at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {}
    /// Does nothing by default.
    public func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
      for type: NSFetchedResultsChangeType
    ) {}
    /// Does nothing by default.
    public func controllerDidChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {}
    /// Returns the first letter of the name in upper case.
    public func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      sectionIndexTitleForSectionName sectionName: String
    ) -> String? {
      sectionName.first.map { $0.uppercased() }
    }
  }

  /// A controller that keeps the results of a request up to date, in sections.
  ///
  /// Create it with a request that has an order, set the delegate, and call ``performFetch()``. It
  /// then follows the changes of the context. Use it on the context's queue.
  ///
  /// Unlike at Apple's, a delegate gets a different controller that shares all state with this one,
  /// because Swift on Linux cannot cast the generic type. There is no cache.
  ///
  /// ```swift
  /// import ManagedObjects
  ///
  /// func todosByList(
  ///   in context: NSManagedObjectContext
  /// ) throws -> NSFetchedResultsController<NSManagedObject> {
  ///   let request = NSFetchRequest<NSManagedObject>(entityName: "Todo")
  ///   request.sortDescriptors = [NSSortDescriptor(key: "list", ascending: true)]
  ///   let controller = NSFetchedResultsController(
  ///     fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "list",
  ///     cacheName: nil)
  ///   try controller.performFetch()
  ///   return controller
  /// }
  /// ```
  ///
  /// - Source: Core Data, "NSFetchedResultsController".
  open class NSFetchedResultsController<ResultType>: NSObject {
    final let results: FetchedResults

    /// Creates a controller for a request's results.
    ///
    /// The request needs sort descriptors, otherwise the process ends.
    public init(
      fetchRequest: NSFetchRequest<ResultType>,
      managedObjectContext context: NSManagedObjectContext,
      sectionNameKeyPath: String?, cacheName name: String?
    ) {
      results = FetchedResults(
        fetchRequest.settings, context, sectionNameKeyPath: sectionNameKeyPath, cacheName: name)
    }

    init(sharing results: FetchedResults) { self.results = results }

    /// The request of the controller.
    open var fetchRequest: NSFetchRequest<ResultType> { NSFetchRequest(sharing: results.settings) }
    /// The context of the controller.
    open var managedObjectContext: NSManagedObjectContext { results.context }
    /// The key path whose value is the name of an object's section.
    open var sectionNameKeyPath: String? { results.sectionNameKeyPath }
    /// The name of the cache; stored, but without effect here.
    open var cacheName: String? { results.cacheName }
    /// The receiver of changes.
    open weak var delegate: (any NSFetchedResultsControllerDelegate)? {
      get { results.delegate }
      set { results.delegate = newValue }
    }

    /// Fetches the objects, and starts following the changes of the context.
    ///
    /// - Throws: The errors of ``NSManagedObjectContext/fetch(_:)``.
    open func performFetch() throws { try results.fetch() }
    /// The objects; `nil` before the first fetch.
    open var fetchedObjects: [ResultType]? {
      results.current.map { $0.objects.compactMap { $0 as? ResultType } }
    }
    /// The sections; `nil` before the first fetch.
    open var sections: [any NSFetchedResultsSectionInfo]? { results.current?.sections }
    /// The titles of the sections in an index.
    open var sectionIndexTitles: [String] {
      results.current?.sections.compactMap { results.title(of: $0.name) } ?? []
    }
    /// Returns the index of the section with a title, or `sectionIndex` if there is none.
    open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
      results.current?.sections.firstIndex { results.title(of: $0.name) == title } ?? sectionIndex
    }
    /// Returns the title of a section in an index.
    open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
      results.title(of: sectionName)
    }
    /// Returns the object at an index path.
    ///
    /// If there is none, the process ends.
    open func object(at indexPath: IndexPath) -> ResultType {
      guard let object = results.current?.object(at: indexPath) as? ResultType else {
        preconditionFailure("no object at index \(indexPath)")
      }
      return object
    }
    /// Returns the index path of an object, or `nil` if it is not a result.
    open func indexPath(forObject object: ResultType) -> IndexPath? {
      (object as? NSManagedObject).flatMap { results.current?.indexPath(of: $0) }
    }
    /// Does nothing, because there is no cache.
    open class func deleteCache(withName name: String?) {}
  }

  extension IndexPath {
    /// Creates the index path of a row in a section of a list.
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
    /// Creates the index path of an item in a section of a collection.
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
    /// The index of the section.
    public var section: Int { self[startIndex] }
    /// The index of the row in its section.
    public var row: Int { self[startIndex + 1] }
    /// The index of the item in its section.
    public var item: Int { self[startIndex + 1] }
  }
#endif
