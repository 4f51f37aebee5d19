#if !canImport(CoreData)
  public import Foundation

  /// The kind of change of an object or section in a controller's results.
  ///
  /// The delegate of an ``NSFetchedResultsController`` receives it with each change. Sections are
  /// only added or removed. The raw values are Apple's.
  public enum NSFetchedResultsChangeType: UInt, Sendable, Hashable {
    /// The object or section was added.
    case insert = 1
    /// The object or section was removed.
    case delete = 2
    /// The object has moved to a different index path.
    case move = 3
    /// The object was changed, but has not moved.
    case update = 4
  }

  /// A section of a controller's objects.
  ///
  /// It is an element of ``NSFetchedResultsController/sections``. It does not change when the
  /// controller's objects change later.
  public protocol NSFetchedResultsSectionInfo {
    /// The section's name, which its objects have as the value of the controller's key path.
    var name: String { get }
    /// The section's title in an index; `nil` if the name is empty.
    var indexTitle: String? { get }
    /// The number of objects in the section.
    var numberOfObjects: Int { get }
    /// The objects of the section.
    var objects: [Any]? { get }
  }

  /// A receiver of the changes of a controller's objects.
  ///
  /// It is called on the queue of the controller's context: first
  /// ``controllerWillChangeContent(_:)``, then once for each changed section and object, then
  /// ``controllerDidChangeContent(_:)``. All methods have a default implementation that reports
  /// nothing.
  ///
  /// - Source: Core Data, "NSFetchedResultsControllerDelegate".
  public protocol NSFetchedResultsControllerDelegate: AnyObject {
    /// Called before the first of several changes that belong together.
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
    /// Called after the last of several changes that belong together.
    func controllerDidChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>)
    /// Returns the title of the section with a name, for an index of sections.
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
    /// Returns the first letter of the section's name in upper case.
    public func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      sectionIndexTitleForSectionName sectionName: String
    ) -> String? {
      sectionName.first.map { $0.uppercased() }
    }
  }

  /// A controller that keeps the results of a request up to date, in sections.
  ///
  /// Create it with a request that has sort descriptors, set the delegate, and call
  /// ``performFetch()``. The controller then follows the changes of the context. Use it only on the
  /// context's queue.
  ///
  /// Unlike in Core Data, delegates get a different controller object that shares all state with
  /// this one, because Swift on Linux cannot cast the generic type. There is no cache.
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

    /// Creates a controller for a fetch request's results.
    ///
    /// If the request does not have sort descriptors, the process ends.
    public init(
      fetchRequest: NSFetchRequest<ResultType>,
      managedObjectContext context: NSManagedObjectContext,
      sectionNameKeyPath: String?, cacheName name: String?
    ) {
      results = FetchedResults(
        fetchRequest.settings, context, sectionNameKeyPath: sectionNameKeyPath, cacheName: name)
    }

    init(sharing results: FetchedResults) { self.results = results }

    /// A request that shares its settings with the controller's original request.
    open var fetchRequest: NSFetchRequest<ResultType> { NSFetchRequest(sharing: results.settings) }
    /// The context whose changes the controller follows.
    open var managedObjectContext: NSManagedObjectContext { results.context }
    /// The key path whose value is the name of an object's section; `nil` for a single section.
    open var sectionNameKeyPath: String? { results.sectionNameKeyPath }
    /// A name for a cache; the controller stores it but does not use it.
    open var cacheName: String? { results.cacheName }
    /// The receiver of changes, which the controller holds weakly.
    open weak var delegate: (any NSFetchedResultsControllerDelegate)? {
      get { results.delegate }
      set { results.delegate = newValue }
    }

    /// Fetches the objects, and starts following the changes of the context.
    ///
    /// - Throws: The errors of ``NSManagedObjectContext/fetch(_:)``.
    open func performFetch() throws { try results.fetch() }
    /// The fetched objects; `nil` before the first fetch.
    open var fetchedObjects: [ResultType]? {
      results.current.map { $0.objects.compactMap { $0 as? ResultType } }
    }
    /// The sections of the fetched objects; `nil` before the first fetch.
    open var sections: [any NSFetchedResultsSectionInfo]? { results.current?.sections }
    /// The sections' titles in an index.
    open var sectionIndexTitles: [String] {
      results.current?.sections.compactMap { results.title(of: $0.name) } ?? []
    }
    /// Returns the index of the section with a title, or `sectionIndex` if no section has the
    /// title.
    open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
      results.current?.sections.firstIndex { results.title(of: $0.name) == title } ?? sectionIndex
    }
    /// Returns the title of the section with a name, for an index of sections.
    open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
      results.title(of: sectionName)
    }
    /// Returns the object at an index path.
    ///
    /// If there is no object at the index path, the process ends.
    open func object(at indexPath: IndexPath) -> ResultType {
      guard let object = results.current?.object(at: indexPath) as? ResultType else {
        preconditionFailure("no object at index \(indexPath)")
      }
      return object
    }
    /// Returns the index path of an object, or `nil` if the object is not in the results.
    open func indexPath(forObject object: ResultType) -> IndexPath? {
      (object as? NSManagedObject).flatMap { results.current?.indexPath(of: $0) }
    }
    /// Does nothing, because controllers do not have a cache.
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
