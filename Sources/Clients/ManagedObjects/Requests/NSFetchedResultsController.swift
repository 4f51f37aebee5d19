#if !canImport(CoreData)
  public import Foundation

  /// What happened to an object or a section of a controller.
  public enum NSFetchedResultsChangeType: UInt, Sendable, Hashable {
    /// It is new.
    case insert = 1
    /// It is gone.
    case delete = 2
    /// It is at another place.
    case move = 3
    /// It changed.
    case update = 4
  }

  /// A section of a controller's objects.
  public protocol NSFetchedResultsSectionInfo {
    /// The name.
    var name: String { get }
    /// The title in an index.
    var indexTitle: String? { get }
    /// The number of objects.
    var numberOfObjects: Int { get }
    /// The objects.
    var objects: [Any]? { get }
  }

  /// What is told of changes of a controller's objects.
  ///
  /// All methods have an empty default.
  /// - Source: Core Data, "NSFetchedResultsControllerDelegate".
  public protocol NSFetchedResultsControllerDelegate: AnyObject {
    /// Changes come.
    func controllerWillChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>)
    /// An object changed.
    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
      at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)
    /// A section came or went.
    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
      for type: NSFetchedResultsChangeType)
    /// All changes came.
    func controllerDidChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>)
    /// The title of a section in an index.
    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      sectionIndexTitleForSectionName sectionName: String
    ) -> String?
  }

  extension NSFetchedResultsControllerDelegate {
    /// Does nothing.
    public func controllerWillChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {}
    /// Does nothing.
    public func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
      at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {}
    /// Does nothing.
    public func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
      for type: NSFetchedResultsChangeType
    ) {}
    /// Does nothing.
    public func controllerDidChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {}
    /// The first letter, as a capital.
    public func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      sectionIndexTitleForSectionName sectionName: String
    ) -> String? {
      sectionName.first.map { $0.uppercased() }
    }
  }

  /// The results of a request, in sections, kept up to date.
  ///
  /// A delegate is given a controller of any results that shares everything with this one, since
  /// Swift on Linux cannot cast the one to the other.
  /// - Source: Core Data, "NSFetchedResultsController".
  open class NSFetchedResultsController<ResultType>: NSObject {
    final let results: FetchedResults

    /// A controller of a request's results.
    public init(
      fetchRequest: NSFetchRequest<ResultType>,
      managedObjectContext context: NSManagedObjectContext,
      sectionNameKeyPath: String?, cacheName name: String?
    ) {
      results = FetchedResults(
        fetchRequest.settings, context, sectionNameKeyPath: sectionNameKeyPath, cacheName: name)
    }

    init(sharing results: FetchedResults) { self.results = results }

    /// The request.
    open var fetchRequest: NSFetchRequest<ResultType> { NSFetchRequest(sharing: results.settings) }
    /// The context.
    open var managedObjectContext: NSManagedObjectContext { results.context }
    /// The path of names that says the section.
    open var sectionNameKeyPath: String? { results.sectionNameKeyPath }
    /// The name of the cache; kept, and without effect here.
    open var cacheName: String? { results.cacheName }
    /// What is told of changes.
    open weak var delegate: (any NSFetchedResultsControllerDelegate)? {
      get { results.delegate }
      set { results.delegate = newValue }
    }

    /// Fetches.
    ///
    /// - Throws: as ``NSManagedObjectContext/fetch(_:)``.
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
    /// The section of a title in an index.
    open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
      results.current?.sections.firstIndex { results.title(of: $0.name) == title } ?? sectionIndex
    }
    /// The title of a section in an index.
    open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
      results.title(of: sectionName)
    }
    /// The object at a place.
    open func object(at indexPath: IndexPath) -> ResultType {
      guard let object = results.current?.object(at: indexPath) as? ResultType else {
        preconditionFailure("no object at index \(indexPath)")
      }
      return object
    }
    /// The place of an object.
    open func indexPath(forObject object: ResultType) -> IndexPath? {
      (object as? NSManagedObject).flatMap { results.current?.indexPath(of: $0) }
    }
    /// There is no cache; does nothing.
    open class func deleteCache(withName name: String?) {}
  }

  extension IndexPath {
    /// A place in a section of a list.
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
    /// A place in a section of a collection.
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
    /// The section.
    public var section: Int { self[startIndex] }
    /// The place in the section.
    public var row: Int { self[startIndex + 1] }
    /// The place in the section.
    public var item: Int { self[startIndex + 1] }
  }
#endif
