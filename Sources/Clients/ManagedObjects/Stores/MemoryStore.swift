#if !canImport(CoreData)
  import Foundation

  /// A store that keeps its objects in memory until its coordinator is released.
  final class MemoryStore: NSPersistentStore {
    /// Pairs of related objects' IDs, with a lookup in both directions.
    private struct Links {
      var forward: [IDKey: [NSManagedObjectID]] = [:]
      var backward: [IDKey: [NSManagedObjectID]] = [:]

      mutating func add(_ left: NSManagedObjectID, _ right: NSManagedObjectID) {
        guard !forward[IDKey(left), default: []].contains(where: { $0.isSame(as: right) }) else {
          return
        }
        forward[IDKey(left), default: []].append(right)
        backward[IDKey(right), default: []].append(left)
      }

      mutating func remove(_ left: NSManagedObjectID, _ right: NSManagedObjectID) {
        forward[IDKey(left)]?.removeAll { $0.isSame(as: right) }
        backward[IDKey(right)]?.removeAll { $0.isSame(as: left) }
      }

      mutating func removeAll(of id: NSManagedObjectID) {
        for right in forward[IDKey(id)] ?? [] { remove(id, right) }
        for left in backward[IDKey(id)] ?? [] { remove(left, id) }
        forward[IDKey(id)] = nil
        backward[IDKey(id)] = nil
      }
    }

    private var rows: [String: [IDKey: Snapshot]] = [:]
    private var links: [String: Links] = [:]
    private var lastRow: Int64 = 0

    override var type: String { NSInMemoryStoreType }

    override class func destroy(at url: URL) {}

    override func loadMetadata() throws {
      metadata = [NSStoreUUIDKey: identifier ?? "", NSStoreTypeKey: NSInMemoryStoreType]
    }

    override func rows(
      _ query: FetchQuery, _ context: NSManagedObjectContext
    ) throws -> [FetchedRow] {
      var found: [StoreRow] = []
      for entity in query.entities {
        for (key, snapshot) in rows[entity.displayName] ?? [:] {
          found.append(StoreRow(key.id, snapshot, self, context))
        }
      }
      found.sort { $0.id.precedes($1.id) }
      return found.selected(by: query, in: context).map { row in
        FetchedRow(id: row.id, snapshot: rows[row.id.entity.displayName]?[IDKey(row.id)])
      }
    }

    override func storedSnapshot(
      of id: NSManagedObjectID, _ context: NSManagedObjectContext
    ) throws -> Snapshot? {
      rows[id.entity.displayName]?[IDKey(id)]
    }

    override func storedRelated(
      of id: NSManagedObjectID, _ relationship: NSRelationshipDescription,
      _ context: NSManagedObjectContext
    ) throws -> [NSManagedObjectID] {
      switch RelationshipLayout(relationship) {
      case .one:
        let index = id.entity.plan.relationship(relationship.name)
        let one = index.flatMap { rows[id.entity.displayName]?[IDKey(id)]?.one($0) }
        return one.map { [$0] } ?? []
      case .derived:
        let name = relationship.inverseRelationship.map(Self.linkName)
        return name.flatMap { links[$0]?.forward[IDKey(id)] } ?? []
      case .links(let name, let isForward, _):
        let pairs = links[name]
        return (isForward ? pairs?.forward : pairs?.backward)?[IDKey(id)] ?? []
      }
    }

    override func newIDs(for objects: [NSManagedObject]) throws -> [NSManagedObjectID] {
      objects.map { object in
        lastRow += 1
        return NSManagedObjectID(entity: object.entity, key: .row(lastRow), store: self)
      }
    }

    override func permanentID(
      _ entity: NSEntityDescription, forText text: String
    ) -> NSManagedObjectID? {
      Int64(text).map { NSManagedObjectID(entity: entity, key: .row($0), store: self) }
    }

    override func save(_ changes: ChangeSet, _ context: NSManagedObjectContext) throws {
      var conflicts: [NSMergeConflict] = []
      for object in changes.updated + changes.deleted {
        let stored = rows[object.entity.displayName]?[IDKey(object.objectID)]
        // An object without a snapshot has never been read by the context, so it cannot have a
        // conflict.
        guard let read = object.snapshot else { continue }
        if stored?.version != read.version {
          conflicts.append(NSMergeConflict(object, stored: stored))
        }
      }
      guard conflicts.isEmpty else { throw NSMergePolicy.failure(conflicts) }
      for object in changes.deleted { erase(object.objectID) }
      for object in changes.inserted + changes.updated { write(object) }
      for object in changes.deleted { clearReferences(to: object.objectID) }
    }

    /// Removes a deleted object from the to-one relationships of stored objects.
    ///
    /// The context has already done so for the objects that it has in memory.
    private func clearReferences(to id: NSManagedObjectID) {
      for relationship in id.entity.plan.relationships {
        guard let reference = relationship.referenceToClear else { continue }
        let name = Self.linkName(reference)
        for other in links[name]?.forward[IDKey(id)] ?? [] {
          guard let index = other.entity.plan.relationship(reference.name),
            let old = rows[other.entity.displayName]?[IDKey(other)]
          else { continue }
          var ones = old.ones
          ones[index] = nil
          rows[other.entity.displayName]?[IDKey(other)] = Snapshot(
            values: old.values, ones: ones, version: old.version + 1)
          links[name]?.remove(id, other)
        }
      }
    }

    private static func linkName(_ one: NSRelationshipDescription) -> String {
      "one|\(one.entity?.displayName ?? "")|\(one.name)"
    }

    private func write(_ object: NSManagedObject) {
      let id = object.objectID
      let old = rows[object.entity.displayName]?[IDKey(id)]
      let version = (object.snapshot?.version ?? 0) + 1
      let new = Snapshot(
        values: object.persistentValues, ones: object.oneIDs, version: version)
      rows[object.entity.displayName, default: [:]][IDKey(id)] = new
      for (index, relationship) in object.plan.relationships.enumerated() {
        if !relationship.isToMany {
          link(relationship, id, old?.one(index), new.one(index))
          continue
        }
        guard case .links(let name, let isForward, _) = RelationshipLayout(relationship) else {
          continue
        }
        apply(object.delta(index), to: &links[name, default: Links()], id, isForward)
      }
    }

    private func apply(
      _ delta: RelationDelta, to pairs: inout Links, _ id: NSManagedObjectID, _ isForward: Bool
    ) {
      switch delta {
      case .none: return
      case .replaced(let ids):
        for old in pairs.forward[IDKey(id)] ?? [] { pairs.remove(id, old) }
        for new in ids { pairs.add(id, new) }
      case .changed(let added, let removed):
        for other in removed {
          isForward ? pairs.remove(id, other) : pairs.remove(other, id)
        }
        for other in added { isForward ? pairs.add(id, other) : pairs.add(other, id) }
      }
    }

    /// Replaces the pair of `old` and `id` with the pair of `new` and `id`; the pairs are used to
    /// look up the inverse relationship.
    private func link(
      _ relationship: NSRelationshipDescription, _ id: NSManagedObjectID,
      _ old: NSManagedObjectID?, _ new: NSManagedObjectID?
    ) {
      let name = Self.linkName(relationship)
      if let old { links[name, default: Links()].remove(old, id) }
      if let new { links[name, default: Links()].add(new, id) }
    }

    private func erase(_ id: NSManagedObjectID) {
      let old = rows[id.entity.displayName]?.removeValue(forKey: IDKey(id))
      for (index, relationship) in id.entity.plan.relationships.enumerated()
      where !relationship.isToMany {
        link(relationship, id, old?.one(index), nil)
      }
      for name in links.keys where !name.hasPrefix("one|") { links[name]?.removeAll(of: id) }
    }

    override func delete(_ ids: [NSManagedObjectID], _ context: NSManagedObjectContext) throws {
      for id in ids { erase(id) }
    }

    override func update(
      _ ids: [NSManagedObjectID], _ values: [String: StoredValue],
      _ context: NSManagedObjectContext
    ) throws {
      for id in ids {
        guard let old = rows[id.entity.displayName]?[IDKey(id)] else { continue }
        var changed = old.values
        for (name, value) in values {
          if let index = id.entity.plan.attribute(name) { changed[index] = value }
        }
        rows[id.entity.displayName]?[IDKey(id)] = Snapshot(
          values: changed, ones: old.ones, version: old.version + 1)
      }
    }
  }

  extension NSManagedObject {
    /// The attributes' values as stores save them, with null for transient attributes.
    final var persistentValues: [StoredValue] {
      guard !plan.transients.isEmpty else { return values }
      var kept = values
      for index in kept.indices where plan.transients.contains(index) { kept[index] = .null }
      return kept
    }
  }
#endif
