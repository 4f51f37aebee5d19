#if !canImport(CoreData)
  import Foundation
  import Synchronization

  /// The objects of a context by their IDs, held weakly.
  ///
  /// Objects remove themselves in `deinit`, on any thread.
  // Unchecked: `context` is weak and set only once; all other state is locked or atomic.
  final class ObjectRegistry: @unchecked Sendable {
    // Unchecked: the runtime synchronises weak references.
    private struct Entry: @unchecked Sendable {
      weak var object: NSManagedObject?
    }

    private(set) weak var context: NSManagedObjectContext?
    private let entries = Mutex<[IDKey: Entry]>([:])
    private let watching = Atomic(false)
    private let gone = Mutex<[NSManagedObjectID]>([])

    init(_ context: NSManagedObjectContext) { self.context = context }

    func object(_ id: NSManagedObjectID) -> NSManagedObject? {
      entries.withLock { $0[IDKey(id)]?.object }
    }

    func register(_ object: NSManagedObject, _ id: NSManagedObjectID) {
      entries.withLock { $0[IDKey(id)] = Entry(object: object) }
    }

    /// Replaces the ID of an object.
    func rename(_ object: NSManagedObject, from old: NSManagedObjectID, to id: NSManagedObjectID) {
      entries.withLock { table in
        table[IDKey(id)] = table.removeValue(forKey: IDKey(old)) ?? Entry(object: object)
      }
    }

    func reserve(_ count: Int) {
      entries.withLock { table in
        if table.capacity < table.count + count { table.reserveCapacity(table.count + count) }
      }
    }

    /// Removes the entry of an ID after its object was released.
    func forget(_ id: NSManagedObjectID) {
      // By now, another object may have the ID. This method may become that object's last owner,
      // and must not release it under the lock; the closure therefore returns it.
      let survivor = entries.withLock { table -> NSManagedObject? in
        guard let entry = table[IDKey(id)] else { return nil }
        if let object = entry.object { return object }
        table[IDKey(id)] = nil
        if table.capacity > 512, table.count < table.capacity / 8 { Self.shrink(&table) }
        return nil
      }
      if survivor == nil, watching.load(ordering: .relaxed) { gone.withLock { $0.append(id) } }
    }

    /// Replaces the table by one with less capacity, because dictionaries do not shrink
    /// automatically.
    private static func shrink(_ table: inout [IDKey: Entry]) {
      var smaller: [IDKey: Entry] = [:]
      smaller.reserveCapacity(table.count * 2)
      for (id, entry) in table { smaller[id] = entry }
      table = smaller
    }

    /// Removes the entry of an object that is still in memory.
    func remove(_ id: NSManagedObjectID) {
      entries.withLock { _ = $0.removeValue(forKey: IDKey(id)) }
      if watching.load(ordering: .relaxed) { gone.withLock { $0.append(id) } }
    }

    /// Starts recording removed IDs for ``drainGone()``.
    func watch() { watching.store(true, ordering: .relaxed) }

    /// Returns the IDs that were removed since the last call, and forgets them.
    func drainGone() -> [NSManagedObjectID] {
      guard watching.load(ordering: .relaxed) else { return [] }
      return gone.withLock { ids in
        defer { ids = [] }
        return ids
      }
    }

    var objects: [NSManagedObject] { entries.withLock { $0.values.compactMap(\.object) } }

    func removeAll() { entries.withLock { $0 = [:] } }
  }
#endif
