#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightClient
  import GhostlightCore
  import ManagedObjects

  /// The cache: copies of a store's objects on this device.
  ///
  /// The cache is a separate Core Data stack with one file. An object and its sync state are saved
  /// in one transaction, so they agree even if the process ends during a save.
  ///
  /// - Source: protocol reference B20.
  final class ObjectCache: Sendable {
    let context: NSManagedObjectContext
    let session: SMUserSession
    /// The app's model, which has the names of entities and fields.
    var model: NSManagedObjectModel { sharedModel.block }
    /// The app's model, wrapped to be `Sendable`; it does not change once a coordinator uses it.
    private let sharedModel: Callback<NSManagedObjectModel>
    /// The objects whose changes contexts will save again; reads must not settle the ledgers of
    /// these objects.
    let held = HeldChanges()

    /// Opens the cache file, and migrates an older file to the model.
    ///
    /// - Throws: ``SMException`` if the migration is not possible. If `SM_ALLOW_CACHE_RESET` is
    ///   `true`, a new cache replaces the old one instead.
    init(_ model: NSManagedObjectModel, _ session: SMUserSession, at file: URL) throws {
      sharedModel = Callback(model)
      self.session = session
      let coordinator = NSPersistentStoreCoordinator(
        managedObjectModel: CacheModel.make(from: model))
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      do { try Self.open(file, coordinator) } catch {
        let error = error as NSError
        guard error.domain == NSCocoaErrorDomain, Self.modelErrors.contains(error.code) else {
          throw error
        }
        guard SM_ALLOW_CACHE_RESET else {
          throw SMException(
            name: SMExceptionCacheError,
            reason: "The cache of an earlier version of the model cannot be migrated. "
              + "SM_ALLOW_CACHE_RESET = true creates a new cache; changes that are not synchronised "
              + "are lost.")
        }
        for suffix in ["", "-wal", "-shm"] {
          let part = URL(fileURLWithPath: file.path + suffix)
          if FileManager.default.fileExists(atPath: part.path) {
            try FileManager.default.removeItem(at: part)
          }
        }
        try Self.open(file, coordinator)
      }
      context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
    }

    /// The range of Core Data's error codes for models and their migration.
    private static let modelErrors = 134_100...134_190

    private static func open(_ file: URL, _ coordinator: NSPersistentStoreCoordinator) throws {
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: file,
        options: [
          NSMigratePersistentStoresAutomaticallyOption: true,
          NSInferMappingModelAutomaticallyOption: true,
        ])
    }

    /// Runs `body` on the cache's queue, for reading.
    func read<Value>(_ body: (NSManagedObjectContext) throws -> Value) rethrows -> Value {
      try context.performBlocking { try body(context) }
    }

    /// Runs `body` on the cache's queue, and saves its changes in one transaction.
    ///
    /// If `body` or the save throws, all changes are rolled back.
    func write<Value>(_ body: (NSManagedObjectContext) throws -> Value) throws -> Value {
      try context.performBlocking {
        defer { context.userInfo.removeObject(forKey: FoundRows.key) }
        do {
          let value = try body(context)
          if context.hasChanges { try context.save() }
          return value
        } catch {
          context.rollback()
          throw error
        }
      }
    }

    /// Returns the existing rows for `ids`, which are fetched entity by entity.
    func rows(
      _ ids: [ObjectKey], _ context: NSManagedObjectContext
    ) throws -> [ObjectKey: NSManagedObject] {
      var found: [ObjectKey: NSManagedObject] = [:]
      for (entity, ids) in Dictionary(grouping: Set(ids), by: \.entity) {
        // SQLite accepts about 32,000 bound values in a statement, so keys are fetched in blocks.
        for start in stride(from: 0, to: ids.count, by: 10_000) {
          let request = NSFetchRequest<NSManagedObject>(entityName: entity)
          let keys = ids[start..<min(start + 10_000, ids.count)].map(\.key)
          request.predicate = NSPredicate(format: "\(CacheModel.key) IN %@", keys)
          for row in try context.fetch(request) {
            guard let key = row.value(forKey: CacheModel.key) as? String else { continue }
            found[ObjectKey(entity: entity, key: key)] = row
          }
        }
      }
      return found
    }

    func row(_ id: ObjectKey, _ context: NSManagedObjectContext) throws -> NSManagedObject? {
      if let known = (context.userInfo[FoundRows.key] as? FoundRows)?.rows[id] { return known }
      let request = NSFetchRequest<NSManagedObject>(entityName: id.entity)
      request.predicate = NSPredicate(format: "\(CacheModel.key) == %@", id.key)
      request.fetchLimit = 1
      return try context.fetch(request).first
    }

    /// Returns the row of an object, or inserts a row that contains only the object's key.
    func madeRow(_ id: ObjectKey, _ context: NSManagedObjectContext) throws -> NSManagedObject {
      if let row = try row(id, context) { return row }
      let row = NSEntityDescription.insertNewObject(forEntityName: id.entity, into: context)
      row.setValue(id.key, forKey: CacheModel.key)
      row.setValue(true, forKey: CacheModel.isReference)
      row.setValue(0, forKey: CacheModel.dirty)
      (context.userInfo[FoundRows.key] as? FoundRows)?.rows[id] = row
      if let entity = model.entitiesByName[id.entity] {
        row.setValue(id.key, forKey: try EntityNaming(entity, session).primaryKey)
      }
      return row
    }

    /// Sets the relationship `name` of `row` to the objects in `ids`, and inserts missing rows.
    func relate(
      _ row: NSManagedObject, _ name: String, to ids: [ObjectKey],
      _ context: NSManagedObjectContext
    ) throws {
      guard let relationship = row.entity.relationshipsByName[name] else { return }
      let others = try ids.map { try madeRow($0, context) }
      if !relationship.isToMany {
        row.setValue(others.first, forKey: name)
      } else if relationship.isOrdered {
        row.setValue(NSOrderedSet(array: others), forKey: name)
      } else {
        row.setValue(Set(others), forKey: name)
      }
    }

    func related(_ row: NSManagedObject, _ name: String) -> [ObjectKey] {
      let value = row.value(forKey: name)
      let rows: [NSManagedObject] =
        switch value {
        case let one as NSManagedObject: [one]
        case let many as Set<NSManagedObject>: Array(many)
        case let many as NSOrderedSet: many.array.compactMap { $0 as? NSManagedObject }
        default: []
        }
      return rows.compactMap { row in
        guard let name = row.entity.name, let key = row.value(forKey: CacheModel.key) as? String
        else { return nil }
        return ObjectKey(entity: name, key: key)
      }
    }

    /// Copies the fields that the server sent for an object into the object's row.
    func fill(
      _ row: NSManagedObject, _ object: JSONObject, _ context: NSManagedObjectContext
    ) throws {
      guard let entity = model.entitiesByName[row.entity.name ?? ""] else { return }
      let fields = try StoredFields(.object(object), of: entity, session)
      for name in entity.attributesByName.keys where row.entity.attributesByName[name] != nil {
        let value = fields.values[name]
        row.setValue(value is NSNull ? nil : value, forKey: name)
      }
      for (name, relationship) in entity.relationshipsByName {
        guard let destination = relationship.destinationEntity?.name else { continue }
        if !relationship.isToMany {
          let one = fields.one[name].map { ObjectKey(entity: destination, key: $0) }
          try relate(row, name, to: one.map { [$0] } ?? [], context)
        } else {
          let keys = (fields.related[name] ?? []).map { ObjectKey(entity: destination, key: $0) }
          try relate(row, name, to: keys, context)
        }
      }
      row.setValue(false, forKey: CacheModel.isReference)
    }

    /// Stores objects that the server sent; objects that wait for a sync stay unchanged.
    ///
    /// With `isExpanded`, the objects contain their related objects with all fields, which are
    /// stored too.
    func put(
      _ objects: [JSONObject], of entity: NSEntityDescription, isExpanded: Bool = false
    ) throws {
      try write { context in
        let ids = try objects.flatMap { try keys(in: $0, of: entity, isExpanded) }
        context.userInfo[FoundRows.key] = FoundRows(try rows(ids, context), of: ids)
        for object in objects { try put(object, entity, context, isExpanded) }
      }
    }

    /// Returns the keys of `object` and of its related objects, at all levels if `isExpanded` is
    /// `true`.
    private func keys(
      in object: JSONObject, of entity: NSEntityDescription, _ isExpanded: Bool
    ) throws -> [ObjectKey] {
      let own = try key(of: object, entity).map { [$0] } ?? []
      let named = try related(in: object, of: entity).flatMap {
        related, destination -> [ObjectKey] in
        if let name = destination.name, let key = related.string {
          return [ObjectKey(entity: name, key: key)]
        }
        guard isExpanded, let related = related.object else { return [] }
        return try keys(in: related, of: destination, true)
      }
      return own + named
    }

    /// Returns the key of an object that the server sent, or `nil` if the object has no primary
    /// key.
    func key(of object: JSONObject, _ entity: NSEntityDescription) throws -> ObjectKey? {
      let field = try EntityNaming(entity, session).primaryKeyField
      guard let name = entity.name, let key = object[field]?.string else { return nil }
      return ObjectKey(entity: name, key: key)
    }

    /// Returns the values of an object's relationships, each with the entity of the related
    /// objects.
    private func related(
      in object: JSONObject, of entity: NSEntityDescription
    ) throws -> [(JSON, NSEntityDescription)] {
      let naming = EntityNaming(entity, session)
      return try entity.relationshipsByName.flatMap {
        name, relationship -> [(JSON, NSEntityDescription)] in
        guard let destination = relationship.destinationEntity else { return [] }
        let field = object[try naming.field(name)] ?? .null
        return (field.array ?? [field]).map { ($0, destination) }
      }
    }

    private func put(
      _ object: JSONObject, _ entity: NSEntityDescription, _ context: NSManagedObjectContext,
      _ isExpanded: Bool
    ) throws {
      guard let id = try key(of: object, entity) else { return }
      let row = try madeRow(id, context)
      if row.dirtyState.kind == nil {
        try resolve(row, id, object)
        try fill(row, object, context)
      }
      guard isExpanded else { return }
      for (related, destination) in try related(in: object, of: entity) {
        // The server can return a nested object exactly as the client sent it. Such an object
        // does not have a modification date and may be incomplete, so it is not stored.
        guard let related = related.object, related.date(SMLastModDateKey) != nil else { continue }
        try put(related, destination, context, true)
      }
    }

    /// Removes all values from a row except the key, so that other objects can still be related to
    /// the row.
    ///
    /// With `keepsLedger` the row keeps its ledger, and the revision, which orders the ledger's
    /// writes.
    func clear(_ row: NSManagedObject, keepsLedger: Bool = false) {
      let kept = [CacheModel.key] + (keepsLedger ? [CacheModel.ledger, CacheModel.revision] : [])
      for name in row.entity.attributesByName.keys where !kept.contains(name) {
        row.setValue(nil, forKey: name)
      }
      for (name, relationship) in row.entity.relationshipsByName {
        guard relationship.isToMany else {
          row.setValue(nil, forKey: name)
          continue
        }
        row.setValue(
          relationship.isOrdered ? NSOrderedSet() : Set<NSManagedObject>(), forKey: name)
      }
      row.setValue(true, forKey: CacheModel.isReference)
      row.setValue(0, forKey: CacheModel.dirty)
    }
  }

  /// The rows that were fetched together for a write; `nil` for objects that do not have a row.
  ///
  /// The context's user info contains this object until the write ends.
  private final class FoundRows {
    static let key = "foundRows"

    var rows: [ObjectKey: NSManagedObject?]

    init(_ found: [ObjectKey: NSManagedObject], of ids: [ObjectKey]) {
      rows = ids.reduce(into: [:]) { $0.updateValue(found[$1], forKey: $1) }
    }
  }
#endif
