#if !canImport(CoreData)
  import Foundation

  /// The to-many relationship that a mutable collection changes.
  private struct ChangedRelationship {
    let owner: NSManagedObject
    let index: Int

    var objects: [NSManagedObject] { owner.resolved(index).objects }
  }

  /// A mutable set of a to-many relationship's objects; changing the set changes the relationship.
  final class RelationshipSet: NSMutableSet {
    private let relationship: ChangedRelationship?

    init(of owner: NSManagedObject, at index: Int) {
      relationship = ChangedRelationship(owner: owner, index: index)
      super.init(capacity: 0)
    }

    required init(capacity numItems: Int) {
      relationship = nil
      super.init(capacity: numItems)
    }

    required convenience init?(coder aDecoder: NSCoder) { nil }

    private var objects: [NSManagedObject] { relationship?.objects ?? [] }

    override var count: Int { relationship.map { $0.owner.resolved($0.index).count } ?? 0 }

    override func member(_ object: Any) -> Any? {
      guard let object = object as? NSManagedObject, let relationship else { return nil }
      return relationship.owner.resolved(relationship.index).contains(object) ? object : nil
    }

    override func objectEnumerator() -> NSEnumerator { NSArray(array: objects).objectEnumerator() }

    override func add(_ object: Any) {
      guard let object = object as? NSManagedObject, let relationship else { return }
      relationship.owner.addRelated(object, at: relationship.index)
    }

    override func remove(_ object: Any) {
      guard let object = object as? NSManagedObject, let relationship else { return }
      relationship.owner.removeRelated(object, at: relationship.index)
    }

    override func removeAllObjects() { for object in objects { remove(object) } }

    override func addObjects(from array: [Any]) { for object in array { add(object) } }

    override var allObjects: [Any] { objects }

    override func copy(with zone: NSZone? = nil) -> Any { NSSet(array: objects) }

    override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableSet(array: objects) }
  }

  /// A mutable ordered set of a relationship's objects; changing the set changes the relationship.
  final class RelationshipOrderedSet: NSMutableOrderedSet {
    private let relationship: ChangedRelationship?

    init(of owner: NSManagedObject, at index: Int) {
      relationship = ChangedRelationship(owner: owner, index: index)
      super.init(capacity: 0)
    }

    override init(capacity numItems: Int) {
      relationship = nil
      super.init(capacity: numItems)
    }

    required convenience init(arrayLiteral elements: Any...) {
      self.init(capacity: elements.count)
    }

    required convenience init?(coder aDecoder: NSCoder) { nil }

    private var objects: [NSManagedObject] { relationship?.objects ?? [] }

    override var count: Int { relationship.map { $0.owner.resolved($0.index).count } ?? 0 }

    private func set(_ objects: [NSManagedObject]) {
      guard let relationship else { return }
      relationship.owner.setMany(relationship.index, to: objects)
    }

    override func object(at idx: Int) -> Any { objects[idx] }

    override func index(of object: Any) -> Int {
      guard let object = object as? NSManagedObject else { return NSNotFound }
      return objects.firstIndex { $0 === object } ?? NSNotFound
    }

    override func contains(_ object: Any) -> Bool { index(of: object) != NSNotFound }

    override func insert(_ object: Any, at idx: Int) {
      guard let object = object as? NSManagedObject, !contains(object) else { return }
      var changed = objects
      changed.insert(object, at: idx)
      set(changed)
    }

    override func removeObject(at idx: Int) {
      var changed = objects
      changed.remove(at: idx)
      set(changed)
    }

    override func replaceObject(at idx: Int, with obj: Any) {
      guard let object = obj as? NSManagedObject else { return }
      var changed = objects
      changed[idx] = object
      set(changed)
    }

    override func add(_ object: Any) { insert(object, at: count) }

    override func remove(_ object: Any) {
      let position = index(of: object)
      if position != NSNotFound { removeObject(at: position) }
    }

    override func removeAllObjects() { set([]) }

    override func exchangeObject(at idx1: Int, withObjectAt idx2: Int) {
      var changed = objects
      changed.swapAt(idx1, idx2)
      set(changed)
    }

    override func copy(with zone: NSZone? = nil) -> Any { NSOrderedSet(array: objects) }
  }
#endif
