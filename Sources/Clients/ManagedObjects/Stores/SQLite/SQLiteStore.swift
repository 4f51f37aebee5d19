#if !canImport(CoreData)
  import Foundation
  package import GhostlightSQLite

  /// A store in an SQLite file, with a row for each object and a table of pairs for each
  /// relationship that is not a column.
  ///
  /// The file uses a write-ahead log (WAL), which is synced only at checkpoints. A save survives
  /// the end of the process, but not always a power failure.
  final class SQLiteStore: NSPersistentStore {
    /// The maximum time to wait for another process that writes or closes the file, which usually
    /// takes only milliseconds.
    private static let busyMilliseconds: Int32 = 5000

    private(set) var queue: DatabaseQueue?
    private(set) var tables: [String: SQLiteTable] = [:]
    /// The file's metadata, including changes of the app that the next save writes.
    private var stored: StoreMetadata? { didSet { shown = stored?.dictionary } }
    private var shown: [String: Any]?
    /// Whether the app has changed metadata that are not written yet.
    private var isMetadataChanged = false

    override var type: String { NSSQLiteStoreType }

    override var metadata: [String: Any]? {
      get { shown }
      set {
        stored?.application = (newValue ?? [:]).filter { !Self.ownKeys.contains($0.key) }
        isMetadataChanged = true
      }
    }

    override func loadMetadata() throws {
      guard let url, let model = persistentStoreCoordinator?.managedObjectModel else { return }
      let queue = try open(url)
      self.queue = queue
      let entities = model.entities(forConfigurationName: configurationName) ?? []
      var tables: [String: SQLiteTable] = [:]
      for entity in entities where tables[entity.root.displayName] == nil {
        tables[entity.root.displayName] = SQLiteTable(entity.root)
      }
      self.tables = tables
      do {
        try prepare(queue, model, entities)
      } catch let error as DatabaseError {
        throw Self.openError(error)
      }
    }

    override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
      guard FileManager.default.fileExists(atPath: url.path) else {
        throw CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: url.path])
      }
      do {
        let stored = try DatabaseQueue(
          path: url.path, isReadOnly: true, busyMilliseconds: busyMilliseconds
        ).inDatabase { database in
          try database.tableExists("metadata") ? try StoreMetadata.read(database) : nil
        }
        if let stored { return stored.dictionary }
      } catch let error as DatabaseError {
        throw openError(error)
      }
      throw NSError.coreData(NSPersistentStoreOpenError, "There is no store to read.")
    }

    override class func destroy(at url: URL) throws {
      for suffix in ["", "-wal", "-shm"] {
        let part = URL(fileURLWithPath: url.path + suffix)
        guard FileManager.default.fileExists(atPath: part.path) else { continue }
        try FileManager.default.removeItem(at: part)
      }
    }

    private func open(_ url: URL) throws -> DatabaseQueue {
      let pragmas = (options?[NSSQLitePragmasOption] as? [String: Any] ?? [:])
        .map { "PRAGMA \($0.key) = \($0.value)" }.sorted()
      do {
        return try DatabaseQueue(
          path: url.path, isReadOnly: isReadOnly, busyMilliseconds: Self.busyMilliseconds
        ) { database in
          if !isReadOnly {
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.execute(sql: "PRAGMA synchronous = NORMAL")
          }
          for pragma in pragmas { try database.execute(sql: pragma) }
        }
      } catch let error as DatabaseError {
        throw Self.openError(error)
      }
    }

    private static func openError(_ error: DatabaseError) -> NSError {
      .coreData(
        NSPersistentStoreOpenError, "The store cannot be opened: \(error)",
        [NSUnderlyingErrorKey: error as NSError])
    }

    private func prepare(
      _ queue: DatabaseQueue, _ model: NSManagedObjectModel, _ entities: [NSEntityDescription]
    ) throws {
      let schema = StoreSchema(entities)
      let stored = try queue.inDatabase { database in
        try database.tableExists("metadata") ? try StoreMetadata.read(database) : nil
      }
      guard let stored else {
        guard !isReadOnly else {
          throw NSError.coreData(NSPersistentStoreOpenError, "There is no store to read.")
        }
        var metadata = StoreMetadata(schema: schema)
        metadata.values[NSStoreUUIDKey] = UUID().uuidString
        metadata.hashes = Self.hashes(entities)
        try queue.write { database in
          try self.makeTables(database)
          try metadata.write(database)
        }
        self.stored = metadata
        return
      }
      var metadata = stored
      if metadata.hashes != Self.hashes(entities) {
        metadata.schema = schema
        metadata.hashes = Self.hashes(entities)
        try migrate(queue, from: stored.schema, to: metadata)
      }
      self.stored = metadata
    }

    /// Migrates the tables and the metadata in one transaction.
    private func migrate(
      _ queue: DatabaseQueue, from old: StoreSchema, to new: StoreMetadata
    ) throws {
      func flag(_ key: String) -> Bool {
        options?[key].flatMap(StoredValue.number)?.boolValue ?? false
      }
      guard !isReadOnly, flag(NSMigratePersistentStoresAutomaticallyOption),
        flag(NSInferMappingModelAutomaticallyOption)
      else {
        throw NSError.coreData(
          NSPersistentStoreIncompatibleVersionHashError,
          "The model used to open the store is incompatible with the one used to create the store")
      }
      let migration = try SQLiteMigration(from: old, to: Array(tables.values))
      try queue.write { database in
        try migration.run(database)
        try self.makeIndexes(database)
        try new.write(database)
      }
    }

    /// Runs a transaction that saves objects and the metadata that an app has changed.
    func save(_ updates: (Database) throws -> Void) throws {
      try database().write { database in
        try updates(database)
        if self.isMetadataChanged { try self.stored?.write(database) }
      }
      isMetadataChanged = false
    }

    private static func hashes(_ entities: [NSEntityDescription]) -> [String: Data] {
      entities.reduce(into: [:]) { $0[$1.displayName] = $1.versionHash }
    }

    private func makeTables(_ database: Database) throws {
      try database.execute(sql: "CREATE TABLE metadata (key TEXT PRIMARY KEY, value BLOB NOT NULL)")
      try database.execute(
        sql: "CREATE TABLE primary_keys (name TEXT PRIMARY KEY, last INTEGER NOT NULL)")
      for table in tables.values { try database.execute(sql: table.creation(as: table.name)) }
      try makeIndexes(database)
    }

    private func makeIndexes(_ database: Database) throws {
      for table in tables.values {
        for statement in table.indexes { try database.execute(sql: statement) }
        for entity in table.entities {
          for relationship in entity.plan.relationships {
            guard case .links(let name, _, _) = RelationshipLayout(relationship) else { continue }
            for statement in SQLiteLinks(name).creation { try database.execute(sql: statement) }
          }
        }
      }
    }

    override func willRemove(from coordinator: NSPersistentStoreCoordinator?) {
      try? queue?.close()
      queue = nil
    }

    func database() throws -> DatabaseQueue {
      guard let queue else {
        throw NSError.coreData(NSPersistentStoreOperationError, "The store is closed.")
      }
      return queue
    }

    func table(of entity: NSEntityDescription) throws -> SQLiteTable {
      guard let table = tables[entity.root.displayName] else {
        throw NSError.coreData(
          NSPersistentStoreOperationError, "The store has no entity \(entity.displayName).")
      }
      return table
    }

    /// Returns an object's key and the table that contains its row.
    func row(_ id: NSManagedObjectID) throws -> (key: Int64, table: SQLiteTable) {
      guard case .row(let key) = id.key else { throw NSManagedObjectContext.missing(id) }
      return (key, try table(of: id.entity))
    }

    func id(_ entity: NSEntityDescription, _ key: Int64) -> NSManagedObjectID {
      NSManagedObjectID(entity: entity, key: .row(key), store: self)
    }

    override func permanentID(
      _ entity: NSEntityDescription, forText text: String
    ) -> NSManagedObjectID? {
      Int64(text).map { id(entity, $0) }
    }

    // MARK: What coordinators ask

    override func rows(
      _ query: FetchQuery, _ context: NSManagedObjectContext
    ) throws -> [FetchedRow] {
      try readRows(query, context)
    }

    override func count(_ query: FetchQuery, _ context: NSManagedObjectContext) throws -> Int {
      try readCount(query, context)
    }

    override func storedSnapshot(
      of id: NSManagedObjectID, _ context: NSManagedObjectContext
    ) throws -> Snapshot? {
      try readSnapshot(of: id)
    }

    override func storedRelated(
      of id: NSManagedObjectID, _ relationship: NSRelationshipDescription,
      _ context: NSManagedObjectContext
    ) throws -> [NSManagedObjectID] {
      try readRelated(of: id, relationship)
    }

    override func save(_ changes: ChangeSet, _ context: NSManagedObjectContext) throws {
      try write(changes, context)
    }

    override func delete(_ ids: [NSManagedObjectID], _ context: NSManagedObjectContext) throws {
      try deleteRows(ids)
    }

    override func update(
      _ ids: [NSManagedObjectID], _ values: [String: StoredValue],
      _ context: NSManagedObjectContext
    ) throws {
      try updateRows(ids, values)
    }

    override func newIDs(for objects: [NSManagedObject]) throws -> [NSManagedObjectID] {
      var names: [String] = []
      var counts: [Int64] = []
      var known: [ObjectIdentifier: Int] = [:]
      let places = objects.map { object in
        let place: Int
        if let same = known[ObjectIdentifier(object.entity)] {
          place = same
        } else {
          let name = object.entity.root.displayName
          place = names.firstIndex(of: name) ?? names.count
          if place == names.count {
            names.append(name)
            counts.append(0)
          }
          known[ObjectIdentifier(object.entity)] = place
        }
        counts[place] += 1
        return place
      }
      let amounts = Array(zip(names, counts))
      var next = try database().write { database in
        try amounts.map { name, count in
          try database.execute(
            sql: "INSERT INTO primary_keys (name, last) VALUES (?, ?) "
              + "ON CONFLICT (name) DO UPDATE SET last = last + excluded.last",
            arguments: [name, count])
          let last = try Int64.fetchOne(
            database, sql: "SELECT last FROM primary_keys WHERE name = ?", arguments: [name])
          return (last ?? count) - count
        }
      }
      return zip(objects, places).map { object, place in
        next[place] += 1
        return id(object.entity, next[place])
      }
    }
  }

  /// Bridges an SQLite error to `NSError`; apps find it under `NSUnderlyingErrorKey`.
  extension DatabaseError: CustomNSError {
    package static var errorDomain: String { NSSQLiteErrorDomain }

    package var errorCode: Int { Int(resultCode.rawValue) }

    package var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
  }

  /// The metadata of a store, as its SQLite file contains them.
  struct StoreMetadata {
    var values: [String: String] = [:]
    var hashes: [String: Data] = [:]
    var schema: StoreSchema
    /// The metadata values that the app has set, which must be a property list.
    var application: [String: Any] = [:]

    static func read(_ database: Database) throws -> StoreMetadata? {
      let rows = try Row.fetchAll(database, sql: "SELECT key, value FROM metadata") { row in
        (row[0] as String, row[1] as Data)
      }
      let all = Dictionary(uniqueKeysWithValues: rows)
      guard let schema = all["schema"], let values = all["values"], let hashes = all["hashes"]
      else { return nil }
      let decoder = JSONDecoder()
      var metadata = StoreMetadata(schema: try decoder.decode(StoreSchema.self, from: schema))
      metadata.values = try decoder.decode([String: String].self, from: values)
      metadata.hashes = try decoder.decode([String: Data].self, from: hashes)
      if let application = all["application"] {
        metadata.application =
          try PropertyListSerialization.propertyList(from: application, format: nil)
          as? [String: Any] ?? [:]
      }
      return metadata
    }

    /// Writes all metadata.
    ///
    /// - Throws: An error if ``application`` is not a property list, or if SQLite cannot write.
    func write(_ database: Database) throws {
      guard PropertyListSerialization.propertyList(application, isValidFor: .binary) else {
        throw NSError.coreData(
          NSPersistentStoreSaveError, "The store's metadata are not a property list.")
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let all = [
        "schema": try encoder.encode(schema), "values": try encoder.encode(values),
        "hashes": try encoder.encode(hashes),
        "application": try PropertyListSerialization.data(
          fromPropertyList: application, format: .binary, options: 0),
      ]
      for (key, value) in all {
        try database.execute(
          sql: "INSERT OR REPLACE INTO metadata (key, value) VALUES (?, ?)",
          arguments: [key, value])
      }
    }

    var dictionary: [String: Any] {
      var dictionary = application
      for (key, value) in values { dictionary[key] = value }
      dictionary[NSStoreTypeKey] = NSSQLiteStoreType
      dictionary[NSStoreModelVersionHashesKey] = hashes
      return dictionary
    }
  }
#endif
