#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightCore
  import GhostlightLedger
  import ManagedObjects

  /// The write ledgers of objects, as the cache stores them.
  ///
  /// If an object was sent but is not cached, its row contains only its key and its ledger.
  extension ObjectCache {
    /// Returns the ledgers that contain writes, by object; other objects are left out.
    func ledgers(of ids: [ObjectKey]) throws -> [ObjectKey: WriteLedger] {
      try read { context in
        try rows(ids, context).mapValues { try $0.ledger }.filter { !$0.value.isEmpty }
      }
    }

    /// Changes the ledgers of objects, in one transaction.
    func changeLedgers(
      of ids: [ObjectKey], _ body: (ObjectKey, inout WriteLedger) -> Void
    ) throws {
      try write { context in
        for (id, row) in try rows(ids, context) {
          var ledger = try row.ledger
          let old = ledger
          body(id, &ledger)
          if ledger != old { row.setLedger(ledger) }
        }
      }
    }

    /// Adds writes to the ledgers in one transaction, and returns the writes' numbers.
    ///
    /// A number is `nil` for a write with too few fields to recognize the object by it on the
    /// server.
    func record(_ drafts: [SentWrites.Draft]) throws -> [Int64?] {
      try write { context in
        try drafts.map { draft in
          let known = try row(draft.id, context)
          let isClean = known.map { !$0.isReference && $0.dirtyState.kind == nil } ?? false
          guard !draft.isNested || isClean || draft.fields.count > 1 else { return nil }
          let row = try known ?? madeRow(draft.id, context)
          var ledger = try row.ledger
          let number = ledger.append(
            UnansweredWrite(
              draft.operation, identifier: draft.id.key,
              fields: isClean ? try expected(draft, row) : draft.fields,
              base: row.isReference ? nil : row.date?.milliseconds, order: row.revision))
          row.setLedger(ledger)
          return number
        }
      }
    }

    /// Returns the object's fields as they will be after a write.
    ///
    /// For an update of a clean object, the fields that are not sent are those of its row.
    private func expected(_ draft: SentWrites.Draft, _ row: NSManagedObject) throws -> JSONObject {
      guard draft.operation == .update, let entity = model.entitiesByName[draft.id.entity] else {
        return draft.fields
      }
      var fields = try RowSerialization(of: row, entity, self).fields.withoutDates
      for member in draft.fields { fields[member.key] = member.value }
      return fields
    }

    // MARK: What was read

    /// Settles the ledger of a clean row before the row is filled with the server's object.
    ///
    /// Writes that a context will save again stay. If the server has accepted them, they are marked
    /// as confirmed.
    func resolve(_ row: NSManagedObject, _ id: ObjectKey, _ object: JSONObject) throws {
      var ledger = try row.ledger
      guard !ledger.isEmpty, let entity = model.entitiesByName[id.entity] else { return }
      let standing = ledger.standing(
        of: try object.flattened(entity, session), since: row.isReference ? nil : row.date)
      switch standing {
      case .missing, .base: return
      case .own(let number) where held.contains(id): ledger.confirm(number)
      case .own, .foreign, .ownChangedSince: if !held.contains(id) { ledger.removeAll() }
      }
      row.setLedger(ledger)
    }

    /// Returns the clean objects with writes in their ledgers, without objects that a context will
    /// save again.
    func openObjects() throws -> [ObjectKey] {
      try read { context in
        try model.entities.flatMap { entity -> [ObjectKey] in
          guard let name = entity.name, !entity.isAbstract else { return [] }
          let request = NSFetchRequest<NSManagedObject>(entityName: name)
          request.predicate = NSPredicate(
            format: "\(CacheModel.ledger) != nil AND \(CacheModel.dirty) == 0")
          return try context.fetch(request).compactMap { row in
            (row.value(forKey: CacheModel.key) as? String)
              .map { ObjectKey(entity: name, key: $0) }
          }
        }
        .filter { !held.contains($0) }
      }
    }

    /// Settles the ledger of a clean object that a sync has read.
    ///
    /// `object` is `nil` if the server does not have it.
    func settleRead(_ id: ObjectKey, _ object: JSONObject?) throws {
      try write { context in
        guard let row = try row(id, context), row.dirtyState.kind == nil, !held.contains(id) else {
          return
        }
        row.setLedger(WriteLedger())
        if let object { try fill(row, object, context) } else { clear(row) }
      }
    }
  }

  extension NSManagedObject {
    var isReference: Bool { value(forKey: CacheModel.isReference) as? Bool ?? false }

    var revision: Int64 { value(forKey: CacheModel.revision) as? Int64 ?? 0 }

    var date: Date? { value(forKey: SMLastModDateKey) as? Date }

    /// The row's write ledger.
    ///
    /// Up to version 0.1.0, the column contained the body that was sent last: a JSON object instead
    /// of an array. Such a body does not show which edit it belongs to, so that edit is sent once
    /// more.
    var ledger: WriteLedger {
      get throws {
        let text = value(forKey: CacheModel.ledger) as? String
        guard let text, let sent = try? JSON.parse(Array(text.utf8)).object else {
          return try WriteLedger(text: text)
        }
        var ledger = WriteLedger()
        ledger.append(
          UnansweredWrite(
            .update, identifier: value(forKey: CacheModel.key) as? String,
            fields: sent.withoutDates,
            base: (value(forKey: CacheModel.base) as? Date)?.milliseconds, order: -1))
        return ledger
      }
    }

    func setLedger(_ ledger: WriteLedger) { setValue(ledger.text, forKey: CacheModel.ledger) }
  }
#endif
