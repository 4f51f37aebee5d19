#if !canImport(CoreData)
  import Foundation

  struct FetchedSection: NSFetchedResultsSectionInfo {
    let name: String
    var members: [NSManagedObject]

    var indexTitle: String? { name.first.map { $0.uppercased() } }
    var numberOfObjects: Int { members.count }
    var objects: [Any]? { members }
  }

  struct FetchedList {
    let sections: [FetchedSection]
    let objects: [NSManagedObject]
    private let places: [ObjectIdentifier: IndexPath]

    /// Groups consecutive objects with the same section name to a section.
    init(_ objects: [NSManagedObject], by path: String?) {
      var sections: [FetchedSection] = []
      var places: [ObjectIdentifier: IndexPath] = [:]
      for object in objects {
        let name = path.map { Self.text(object.value(forKeyPath: $0)) } ?? ""
        if sections.last?.name != name { sections.append(FetchedSection(name: name, members: [])) }
        places[ObjectIdentifier(object)] = IndexPath(
          row: sections[sections.count - 1].members.count, section: sections.count - 1)
        sections[sections.count - 1].members.append(object)
      }
      if path == nil, sections.isEmpty { sections = [FetchedSection(name: "", members: [])] }
      self.sections = sections
      self.objects = objects
      self.places = places
    }

    private static func text(_ value: Any?) -> String {
      guard let value else { return "" }
      return (value as? NSNumber)?.stringValue ?? "\(value)"
    }

    func indexPath(of object: NSManagedObject) -> IndexPath? { places[ObjectIdentifier(object)] }

    func sectionName(of object: NSManagedObject) -> String? {
      indexPath(of: object).map { sections[$0.section].name }
    }

    func object(at path: IndexPath) -> NSManagedObject? {
      guard path.count == 2, sections.indices.contains(path.section),
        sections[path.section].members.indices.contains(path.row)
      else { return nil }
      return sections[path.section].members[path.row]
    }
  }

  /// The state that several controllers share: the fetched objects and the observer of their
  /// changes.
  final class FetchedResults: @unchecked Sendable {
    let settings: FetchSettings
    let context: NSManagedObjectContext
    let sectionNameKeyPath: String?
    let cacheName: String?
    weak var delegate: (any NSFetchedResultsControllerDelegate)?
    private(set) var current: FetchedList?
    private var token: (any NSObjectProtocol)?

    init(
      _ settings: FetchSettings, _ context: NSManagedObjectContext, sectionNameKeyPath: String?,
      cacheName: String?
    ) {
      precondition(
        !(settings.sortDescriptors ?? []).isEmpty,
        "An instance of NSFetchedResultsController requires a fetch request with sort descriptors")
      self.settings = settings
      self.context = context
      self.sectionNameKeyPath = sectionNameKeyPath
      self.cacheName = cacheName
    }

    deinit { if let token { NotificationCenter.default.removeObserver(token) } }

    func fetch() throws {
      let objects = try context.fetch(NSFetchRequest<NSManagedObject>(sharing: settings))
      current = FetchedList(objects, by: sectionNameKeyPath)
      guard token == nil else { return }
      token = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
      ) { [weak self] notification in
        self?.apply(notification.userInfo ?? [:])
      }
    }

    func title(of name: String) -> String? {
      guard let delegate else { return name.first.map { $0.uppercased() } }
      return delegate.controller(facade, sectionIndexTitleForSectionName: name)
    }

    /// The controller that is passed to the delegate.
    private var facade: NSFetchedResultsController<any NSFetchRequestResult> {
      NSFetchedResultsController(sharing: self)
    }

    private func belongs(_ object: NSManagedObject) -> Bool {
      let name = settings.entity?.name ?? settings.entityName
      let isOfEntity =
        settings.includesSubentities
        ? sequence(first: object.entity, next: \.superentity).contains { $0.name == name }
        : object.entity.name == name
      return isOfEntity && !object.isDeleted && object.managedObjectContext != nil
        && (settings.predicate?.evaluate(with: object) ?? true)
    }

    private func apply(_ info: [AnyHashable: Any]) {
      guard let old = current else { return }
      func set(_ key: String) -> Set<NSManagedObject> { info[key] as? Set<NSManagedObject> ?? [] }
      if info[NSInvalidatedAllObjectsKey] != nil {
        return announce(old, FetchedList([], by: sectionNameKeyPath), [])
      }
      let touched = set(NSInsertedObjectsKey).union(set(NSUpdatedObjectsKey))
        .union(set(NSRefreshedObjectsKey))
      let gone = set(NSDeletedObjectsKey)
      guard !touched.isEmpty || !gone.isEmpty else { return }
      var kept = old.objects.filter { object in
        !gone.contains(object) && (!touched.contains(object) || belongs(object))
      }
      let known = Set(kept)
      kept += touched.filter { !known.contains($0) && belongs($0) }
        .sorted { $0.objectID.precedes($1.objectID) }
      let sorted = (settings.sortDescriptors ?? []).sorted(kept)
      announce(old, FetchedList(sorted, by: sectionNameKeyPath), touched)
    }

    private func announce(_ old: FetchedList, _ new: FetchedList, _ touched: Set<NSManagedObject>) {
      let changes = FetchedChanges(from: old, to: new, touched)
      guard !changes.isEmpty else { return }
      guard let delegate else { return current = new }
      let facade = facade
      delegate.controllerWillChangeContent(facade)
      current = new
      for (index, section, type) in changes.sections {
        delegate.controller(facade, didChange: section, atSectionIndex: index, for: type)
      }
      for change in changes.objects {
        delegate.controller(
          facade, didChange: change.object, at: change.old, for: change.type,
          newIndexPath: change.new)
      }
      delegate.controllerDidChangeContent(facade)
    }
  }

  /// The differences between two lists of fetched objects.
  struct FetchedChanges {
    struct Change {
      let object: NSManagedObject
      let type: NSFetchedResultsChangeType
      let old: IndexPath?
      let new: IndexPath?
    }

    private(set) var sections: [(Int, FetchedSection, NSFetchedResultsChangeType)] = []
    private(set) var objects: [Change] = []

    var isEmpty: Bool { sections.isEmpty && objects.isEmpty }

    init(from old: FetchedList, to new: FetchedList, _ touched: Set<NSManagedObject>) {
      let oldNames = Set(old.sections.map(\.name))
      let newNames = Set(new.sections.map(\.name))
      for (index, section) in old.sections.enumerated() where !newNames.contains(section.name) {
        sections.append((index, section, .delete))
      }
      for (index, section) in new.sections.enumerated() where !oldNames.contains(section.name) {
        sections.append((index, section, .insert))
      }
      for object in old.objects where new.indexPath(of: object) == nil {
        objects.append(
          Change(object: object, type: .delete, old: old.indexPath(of: object), new: nil))
      }
      for object in new.objects where old.indexPath(of: object) == nil {
        objects.append(
          Change(object: object, type: .insert, old: nil, new: new.indexPath(of: object)))
      }
      let oldRanks = Self.ranks(old.objects, touched, new)
      let newRanks = Self.ranks(new.objects, touched, old)
      for object in new.objects where touched.contains(object) {
        guard let from = old.indexPath(of: object), let to = new.indexPath(of: object) else {
          continue
        }
        let moved =
          old.sectionName(of: object) != new.sectionName(of: object)
          || oldRanks[ObjectIdentifier(object)] != newRanks[ObjectIdentifier(object)]
        objects.append(Change(object: object, type: moved ? .move : .update, old: from, new: to))
      }
    }

    /// Returns a rank for each object that is in both lists; an object has moved if its ranks
    /// differ.
    ///
    /// If one object has changed, the ranks are indexes. If several have changed, the rank of a
    /// changed object is the number of unchanged objects before it.
    private static func ranks(
      _ objects: [NSManagedObject], _ touched: Set<NSManagedObject>, _ other: FetchedList
    ) -> [ObjectIdentifier: Int] {
      var rank = 0
      var ranks: [ObjectIdentifier: Int] = [:]
      for object in objects where other.indexPath(of: object) != nil {
        ranks[ObjectIdentifier(object)] = rank
        rank += 1
      }
      // If only one object has changed, its index shows whether it has moved; otherwise, each
      // changed object's position among the unchanged objects is used.
      guard touched.count > 1 else { return ranks }
      rank = 0
      for object in objects where other.indexPath(of: object) != nil {
        if touched.contains(object) { ranks[ObjectIdentifier(object)] = rank } else { rank += 1 }
      }
      return ranks
    }
  }
#endif
