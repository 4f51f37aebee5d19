#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightCore
  import GhostlightLedger
  import ManagedObjects

  /// Cached objects with changes that the server does not have.
  ///
  /// - Source: protocol reference B21.
  extension ObjectCache {
    /// The result of a sync for one object, which is applied to the cache.
    enum Resolution: Sendable {
      /// The server has accepted the object as it was sent.
      ///
      /// The associated value is the server's version; `nil` if the response did not contain it.
      case confirmed(JSONObject?)
      /// The server's object replaces the one in the cache.
      case replaced(JSONObject)
      /// The server does not have the object.
      case gone
    }

    // MARK: Offline saves

    /// Returns whether the cache has the fields of an object, also if the object was deleted
    /// offline.
    func holds(_ id: ObjectKey) throws -> Bool {
      try read { context in try row(id, context).map { !$0.isReference } ?? false }
    }

    /// Applies the changes of a save in one transaction.
    func saveLocally(_ changes: [LocalChange], at date: Date) throws {
      try write { context in
        for change in changes {
          let row = try madeRow(change.id, context)
          var state = row.dirtyState
          let ledger = try row.ledger
          state.isSent = !ledger.isEmpty
          let known = row.isReference ? change.readDate : row.date
          if change.kind == .inserted, state.kind == nil, ledger.writes.last?.operation == .delete {
            // An online deletion of this object got no response, so the deletion is recorded as an
            // offline change before the object is saved.
            _ = state.save(.deleted, serverDate: known)
          }
          if state.save(change.kind, serverDate: known) == .removed {
            clear(row)
            continue
          }
          for (name, value) in change.attributes {
            row.setValue(value is NSNull ? nil : value, forKey: name)
          }
          for (name, others) in change.related { try relate(row, name, to: others, context) }
          if change.kind == .inserted { row.setValue(date, forKey: "createddate") }
          row.setValue(date, forKey: "lastmoddate")
          row.setValue(false, forKey: CacheModel.isReference)
          row.setValue(row.revision + 1, forKey: CacheModel.revision)
          row.setDirtyState(state)
        }
      }
    }

    // MARK: The dirty list

    /// Returns whether an object has changes that the server does not have.
    func isDirty(_ id: ObjectKey) -> Bool {
      (try? read { context in try row(id, context)?.dirtyState.kind != nil }) ?? false
    }

    /// Returns the objects with changes that the server does not have.
    func dirtyKinds() throws -> [ObjectKey: DirtyKind] {
      try read { context in
        try dirtyRows(context).reduce(into: [:]) { $0[$1.id] = $1.row.dirtyState.kind }
      }
    }

    /// Returns the objects with changes that the server does not have: new ones first, then
    /// changed, then deleted ones.
    func dirtyObjects() throws -> [DirtyObject] {
      try read { context in
        try dirtyRows(context).compactMap { try dirtyObject($0.row, $0.id) }
          .sorted { left, right in
            (left.kind.rawValue, left.id.entity, left.id.key)
              < (right.kind.rawValue, right.id.entity, right.id.key)
          }
      }
    }

    private func dirtyRows(
      _ context: NSManagedObjectContext
    ) throws -> [(id: ObjectKey, row: NSManagedObject)] {
      try model.entities.flatMap { entity -> [(id: ObjectKey, row: NSManagedObject)] in
        guard let name = entity.name, !entity.isAbstract else { return [] }
        let request = NSFetchRequest<NSManagedObject>(entityName: name)
        request.predicate = NSPredicate(format: "\(CacheModel.dirty) > 0")
        return try context.fetch(request).compactMap { row in
          (row.value(forKey: CacheModel.key) as? String).map {
            (ObjectKey(entity: name, key: $0), row)
          }
        }
      }
    }

    private func dirtyObject(_ row: NSManagedObject, _ id: ObjectKey) throws -> DirtyObject? {
      let state = row.dirtyState
      guard let kind = state.kind, let entity = model.entitiesByName[id.entity] else { return nil }
      let serialization = try RowSerialization(of: row, entity, self)
      return DirtyObject(
        id: id, kind: kind, base: state.base, ledger: try row.ledger, revision: row.revision,
        fields: serialization.fields, relations: serialization.relations)
    }

    // MARK: Syncing

    /// Adds a write of the object to its ledger before the write is sent, and returns the write's
    /// number.
    ///
    /// The response settles the write by this number. If the object has changed since `object` was
    /// read, the result is `nil` and the object must not be sent. `base` is the date of the
    /// server's version that this device knows; with `nil` the current base stays.
    func record(
      _ object: DirtyObject, _ operation: UnansweredWrite.Operation, base: Date?
    ) throws -> Int64? {
      try write { context in
        guard let row = try row(object.id, context), row.revision == object.revision else {
          return nil
        }
        var state = row.dirtyState
        if let base { state.confirm(at: base, isCurrent: false) }
        row.setDirtyState(state)
        var ledger = try row.ledger
        let number = ledger.append(
          UnansweredWrite(
            operation, identifier: object.id.key,
            fields: operation == .delete ? [:] : object.fields.withoutDates,
            base: state.base?.milliseconds, order: object.revision))
        row.setLedger(ledger)
        return number
      }
    }

    /// Applies what a sync has found out about an object.
    ///
    /// Changes that were saved offline during the sync stay, and wait for the next sync.
    func resolve(_ object: DirtyObject, _ resolution: Resolution) throws {
      try write { context in
        guard let row = try row(object.id, context) else { return }
        let isCurrent = row.revision == object.revision
        var state = row.dirtyState
        switch resolution {
        case .confirmed(let server):
          state.confirm(at: server?.date(SMLastModDateKey), isCurrent: isCurrent)
          if isCurrent, let server { try fill(row, server, context) }
          row.setLedger(WriteLedger())
        case .replaced(let server):
          guard isCurrent else { return }
          try fill(row, server, context)
          state = DirtyState()
          row.setLedger(WriteLedger())
        case .gone:
          row.setLedger(WriteLedger())
          guard !isCurrent else {
            clear(row)
            return
          }
          // The app saved the object again during the sync. If a deletion was sent, the server no
          // longer has the object, so the next sync has to create it.
          guard object.kind == .deleted else { return }
          state = DirtyState(kind: state.kind == .deleted ? .deleted : .inserted)
        }
        row.setDirtyState(state)
      }
    }

    /// Discards the unsent changes of objects.
    func markSynced(_ ids: [ObjectKey], purges: Bool) throws {
      try write { context in
        for id in ids {
          guard let row = try row(id, context), let kind = row.dirtyState.kind else { continue }
          guard !purges, kind != .deleted else {
            clear(row)
            continue
          }
          row.setLedger(WriteLedger())
          row.setDirtyState(DirtyState())
        }
      }
    }
  }

  extension NSManagedObject {
    var dirtyState: DirtyState {
      DirtyState(
        kind: (value(forKey: CacheModel.dirty) as? Int16).flatMap(DirtyKind.init),
        base: value(forKey: CacheModel.base) as? Date)
    }

    fileprivate func setDirtyState(_ state: DirtyState) {
      setValue(state.kind?.rawValue ?? 0, forKey: CacheModel.dirty)
      setValue(state.base, forKey: CacheModel.base)
    }
  }

  /// The fields of a cached object in the form in which they are sent, with related objects as
  /// primary keys.
  ///
  /// Unlike in a save, related objects are not nested: the cache may have only their keys, or an
  /// old version of them.
  struct RowSerialization {
    var fields: JSONObject = [:]
    var relations: String?

    init(
      of row: NSManagedObject, _ entity: NSEntityDescription, _ cache: ObjectCache
    ) throws {
      let naming = EntityNaming(entity, cache.session)
      var parts: [String] = []
      for (name, attribute) in entity.attributesByName where !attribute.isTransient {
        let field = try naming.field(name)
        let value = try ObjectSerialization.json(row.value(forKey: name), of: attribute)
        if value == .null, field == "sm_owner" { continue }
        fields[field] = value
      }
      for (name, relationship) in entity.relationshipsByName where !relationship.isTransient {
        guard let destination = relationship.destinationEntity else { continue }
        let keys = cache.related(row, name).map(\.key)
        let field = try naming.field(name)
        if !keys.isEmpty {
          parts.append(field + "=" + EntityNaming(destination, cache.session).schema)
        }
        if relationship.isToMany {
          let keys = relationship.isOrdered ? keys : keys.sorted()
          fields[field] = .array(keys.map(JSON.string))
        } else {
          fields[field] = keys.first.map(JSON.string) ?? .null
        }
      }
      fields[try naming.primaryKeyField] = (row.value(forKey: CacheModel.key) as? String)
        .map(JSON.string)
      fields = fields.sorted
      relations = parts.isEmpty ? nil : parts.sorted().joined(separator: "&")
    }
  }
#endif
