import ManagedObjects

/// The expected results of saves, merges and refreshes.
extension ExpectedContext {
  /// Returns the objects that another context changed or deleted after this context read them.
  func conflicts(_ store: ExpectedStore) -> Set<Int> {
    Set(
      objects.filter { key, object in
        guard object.state == .updated || object.state == .deleted, let read = object.read else {
          return false
        }
        return store.rows[key]?.version != read.version
      }.keys)
  }

  /// Saves the changes, or returns the conflicts because of which the policy lets the save fail.
  mutating func save(_ store: inout ExpectedStore, _ policy: NSMergePolicyType) -> Set<Int> {
    if !keys(.deleted).isEmpty {
      clearReferences { key, context in context.objects[key]?.state == .deleted }
    }
    let met = conflicts(store)
    guard met.isEmpty || policy != .errorMergePolicyType else { return met }
    if !met.isEmpty {
      for key in met { resolve(key, policy, store) }
      clearReferences { key, context in context.isGone(key, store) }
    }
    let deleted = keys(.deleted)
    lastSave = ExpectedSave(inserted: keys(.inserted), updated: keys(.updated), deleted: deleted)
    for key in deleted { drop(key) }
    // By now, saved objects refer only to deleted objects that this context does not know.
    for key in keys(.inserted, .updated).sorted() {
      guard let object = objects[key] else { continue }
      var row = object.now
      if object.state == .updated, !object.changed.contains(.department) {
        row.department = object.read?.department
      }
      row = store.write(key, row, added: object.added, removed: object.removed)
      var saved = ExpectedObject(reading: row)
      saved.now.department = object.now.department
      saved.hasReadDepartment = object.hasReadDepartment
      saved.many = met.isEmpty ? object.many : nil
      saved.manyBefore = object.many ?? []
      objects[key] = saved
    }
    store.delete(deleted)
    read(store)
    return []
  }

  private func isGone(_ key: Int, _ store: ExpectedStore) -> Bool {
    switch objects[key]?.state {
    case _ where key < 0: true
    case .inserted, .updated: false
    case .deleted: true
    case .clean, nil: store.rows[key] == nil
    }
  }

  private mutating func resolve(
    _ key: Int, _ policy: NSMergePolicyType, _ store: ExpectedStore
  ) {
    guard var object = objects[key] else { return }
    let memoryWins =
      policy == .overwriteMergePolicyType || policy == .mergeByPropertyObjectTrumpMergePolicyType
    guard let row = store.rows[key] else {
      guard memoryWins, object.state == .updated else { return drop(key) }
      object.state = .inserted
      return objects[key] = object
    }
    let stored = store.related(key, object.entity)
    switch policy {
    case _ where object.state == .deleted && memoryWins: object.read = row
    case _ where object.state == .deleted, .rollbackMergePolicyType:
      object = ExpectedObject(reading: row)
    case .overwriteMergePolicyType:
      object.read = row
      object.changed.formUnion([.name, .age, .department])
      if object.entity != .department {
        object.changed.insert(.many)
        object.manyBefore = stored
      }
    case .mergeByPropertyStoreTrumpMergePolicyType:
      if let read = object.read {
        object.changed = object.changed.filter { !row.differs(from: read, in: $0) }
      }
      object.rebase(on: row, stored)
    default: object.rebase(on: row, stored)
    }
    objects[key] = object
  }

  /// Refreshes an object, and keeps or discards its unsaved changes.
  mutating func refresh(_ key: Int, keepingChanges: Bool, _ store: ExpectedStore) {
    guard let object = objects[key], object.state != .inserted, let row = store.rows[key] else {
      return
    }
    if object.state == .clean || object.state == .updated && !keepingChanges {
      objects[key] = ExpectedObject(reading: row)
    } else if keepingChanges {
      let stored = related(key, object.entity, store)
      objects[key]?.rebase(on: row, stored)
      clearReferences(of: key, store)
    }
    read(store)
  }

  private mutating func clearReferences(of key: Int, _ store: ExpectedStore) {
    guard let object = objects[key] else { return }
    if let department = object.now.department, object.changed.contains(.department),
      isGone(department, store)
    {
      objects[key]?.now.department = nil
    } else if let department = object.now.department, objects[department]?.state == .deleted {
      objects[key]?.now.department = nil
      objects[key]?.touch(.department)
    }
    if object.changed.contains(.many), let many = object.many {
      let kept = many.filter { !isGone($0, store) }
      objects[key]?.many = kept
    }
  }

  /// Merges the save of another context into this one.
  mutating func merge(_ save: ExpectedSave, _ store: ExpectedStore) {
    for key in save.inserted where objects[key] == nil {
      objects[key] = store.rows[key].map { ExpectedObject(reading: $0) }
    }
    for key in save.updated {
      guard let object = objects[key], object.state != .inserted, let row = store.rows[key] else {
        continue
      }
      if object.state == .clean {
        objects[key] = ExpectedObject(reading: row)
      } else {
        let stored = related(key, object.entity, store)
        objects[key]?.rebase(on: row, stored)
        clearReferences(of: key, store)
      }
    }
    for key in save.deleted where objects[key]?.state != .inserted { drop(key) }
    if !save.deleted.isEmpty { clearReferences { key, _ in key < 0 } }
    read(store)
  }
}
