#if !canImport(CoreData)
  import Foundation

  /// What costly stores have of objects that are alive in some context.
  struct RowCache {
    private struct Entry {
      /// In how many contexts the object is.
      var count = 0
      var snapshot: Snapshot?
      var related: [String: [NSManagedObjectID]] = [:]
    }

    private var entries: [IDKey: Entry] = [:]

    func snapshot(_ id: NSManagedObjectID) -> Snapshot? { entries[IDKey(id)]?.snapshot }

    func related(_ id: NSManagedObjectID, _ name: String) -> [NSManagedObjectID]? {
      entries[IDKey(id)]?.related[name]
    }

    mutating func note(_ snapshot: Snapshot, _ id: NSManagedObjectID) {
      entries[IDKey(id)]?.snapshot = snapshot
    }

    mutating func note(_ ids: [NSManagedObjectID], _ id: NSManagedObjectID, _ name: String) {
      entries[IDKey(id)]?.related[name] = ids
    }

    mutating func retain(_ id: NSManagedObjectID) {
      entries[IDKey(id), default: Entry()].count += 1
    }

    mutating func release(_ id: NSManagedObjectID) {
      guard var entry = entries[IDKey(id)] else { return }
      entry.count -= 1
      entries[IDKey(id)] = entry.count > 0 ? entry : nil
    }

    /// Forgets the row, not that the object is alive.
    mutating func forget(_ id: NSManagedObjectID) {
      entries[IDKey(id)]?.snapshot = nil
      entries[IDKey(id)]?.related = [:]
    }

    var count: Int { entries.count }
  }
#endif
