#if !canImport(CoreData)
  import Foundation

  /// The related objects of one relationship, as a managed object stores them.
  enum RelationValue {
    /// The related objects have not been read.
    ///
    /// Changes of inverse relationships are recorded here until they are read.
    case unresolved(added: [NSManagedObject], removed: Set<NSManagedObject>)
    /// The related object of a to-one relationship; `nil` for none.
    case one(NSManagedObject?)
    /// The related objects of a to-many relationship that is not ordered.
    case set(Set<NSManagedObject>)
    /// The related objects of an ordered to-many relationship.
    case ordered([NSManagedObject])

    static var fresh: RelationValue { .unresolved(added: [], removed: []) }

    var isUnresolved: Bool { if case .unresolved = self { true } else { false } }

    /// The related objects, sorted by their IDs unless the relationship is ordered.
    var objects: [NSManagedObject] {
      switch self {
      case .unresolved(let added, _): added
      case .one(let object): object.map { [$0] } ?? []
      case .set(let objects): objects.sorted { $0.objectID.precedes($1.objectID) }
      case .ordered(let objects): objects
      }
    }

    func contains(_ object: NSManagedObject) -> Bool {
      switch self {
      case .unresolved(let added, _): added.contains { $0 === object }
      case .one(let one): one === object
      case .set(let objects): objects.contains(object)
      case .ordered(let objects): objects.contains { $0 === object }
      }
    }

    var count: Int {
      switch self {
      case .unresolved(let added, _): added.count
      case .one(let object): object == nil ? 0 : 1
      case .set(let objects): objects.count
      case .ordered(let objects): objects.count
      }
    }

    mutating func insert(_ object: NSManagedObject) {
      switch self {
      case .unresolved(var added, var removed):
        self = .one(nil)
        removed.remove(object)
        if !added.contains(where: { $0 === object }) { added.append(object) }
        self = .unresolved(added: added, removed: removed)
      case .one: self = .one(object)
      case .set(var objects):
        self = .one(nil)
        objects.insert(object)
        self = .set(objects)
      case .ordered(var objects):
        self = .one(nil)
        if !objects.contains(where: { $0 === object }) { objects.append(object) }
        self = .ordered(objects)
      }
    }

    mutating func remove(_ object: NSManagedObject) {
      switch self {
      case .unresolved(var added, var removed):
        self = .one(nil)
        added.removeAll { $0 === object }
        // A new object is in no stored relationship, and may not have a permanent ID.
        if !object.isInserted { removed.insert(object) }
        self = .unresolved(added: added, removed: removed)
      case .one(let one): if one === object { self = .one(nil) }
      case .set(var objects):
        self = .one(nil)
        objects.remove(object)
        self = .set(objects)
      case .ordered(var objects):
        self = .one(nil)
        objects.removeAll { $0 === object }
        self = .ordered(objects)
      }
    }

    /// The value that `value(forKey:)` returns.
    var external: Any? {
      switch self {
      case .unresolved: nil
      case .one(let object): object
      case .set(let objects): objects
      case .ordered(let objects): NSOrderedSet(array: objects)
      }
    }

    /// The IDs of the objects, in the order of ``objects``.
    var ids: [NSManagedObjectID] { objects.map(\.objectID) }
  }
#endif
