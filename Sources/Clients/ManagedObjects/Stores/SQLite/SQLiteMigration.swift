#if !canImport(CoreData)
  import Foundation
  import GhostlightSQLite

  /// The part of a model that an SQLite file was written with, as the file stores it.
  struct StoreSchema: Codable, Sendable, Hashable {
    struct Attribute: Codable, Sendable, Hashable {
      let name: String
      let column: String
      let type: UInt
    }

    struct Relationship: Codable, Sendable, Hashable {
      let name: String
      let destination: String
      /// The column of a to-one relationship; `nil` for a to-many relationship.
      let column: String?
      let entityColumn: String?
      let links: String?
      let isForward: Bool
      let isToMany: Bool
      /// The name of the inverse relationship.
      let inverse: String?
    }

    struct Entity: Codable, Sendable, Hashable {
      let name: String
      let root: String
      let number: Int
      let isAbstract: Bool
      let attributes: [Attribute]
      let relationships: [Relationship]
    }

    let entities: [Entity]

    init(_ entities: [NSEntityDescription]) {
      self.entities = entities.map { entity in
        let numbers = entity.root.family.sorted { $0.displayName < $1.displayName }
        return Entity(
          name: entity.displayName, root: entity.root.displayName,
          number: numbers.firstIndex { $0 === entity } ?? 0, isAbstract: entity.isAbstract,
          attributes: entity.plan.attributes.filter { !$0.isTransient }.map {
            Attribute(
              name: $0.name, column: SQLiteTable.column($0), type: $0.attributeType.rawValue)
          },
          relationships: entity.plan.relationships.map(Self.relationship))
      }.sorted { $0.name < $1.name }
    }

    private static func relationship(_ relationship: NSRelationshipDescription) -> Relationship {
      var links: String?
      var isForward = true
      if case .links(let name, let forward, _) = RelationshipLayout(relationship) {
        links = SQLiteLinks(name).name
        isForward = forward
      }
      return Relationship(
        name: relationship.name, destination: relationship.destinationEntity?.displayName ?? "",
        column: relationship.isToMany ? nil : SQLiteTable.column(relationship),
        entityColumn: relationship.isToMany ? nil : SQLiteTable.entityColumn(relationship),
        links: links, isForward: isForward, isToMany: relationship.isToMany,
        inverse: relationship.inverseRelationship?.name)
    }

    func entity(_ name: String) -> Entity? { entities.first { $0.name == name } }
  }

  /// A lightweight migration: it infers the mapping from names and renaming identifiers.
  ///
  /// - Source: Core Data, "Using Lightweight Migration".
  struct SQLiteMigration {
    private let old: StoreSchema
    private let tables: [SQLiteTable]

    init(from old: StoreSchema, to tables: [SQLiteTable]) throws {
      self.old = old
      self.tables = tables
      for table in tables { for entity in table.entities { try check(entity) } }
    }

    private static func failure(_ reason: String) -> NSError {
      .coreData(
        NSInferredMappingModelError,
        "The mapping between the store's model and the current one cannot be inferred: \(reason)",
        ["reason": reason])
    }

    /// Returns the entity of the old model from which an entity of the new model was derived.
    private func source(of entity: NSEntityDescription) -> StoreSchema.Entity? {
      entity.renamingIdentifier.flatMap(old.entity) ?? old.entity(entity.displayName)
    }

    private func source(
      of attribute: NSAttributeDescription, in entity: StoreSchema.Entity
    ) -> StoreSchema.Attribute? {
      let name = attribute.renamingIdentifier ?? attribute.name
      return entity.attributes.first { $0.name == name }
        ?? entity.attributes.first { $0.name == attribute.name }
    }

    private func source(
      of relationship: NSRelationshipDescription, in entity: StoreSchema.Entity
    ) -> StoreSchema.Relationship? {
      let name = relationship.renamingIdentifier ?? relationship.name
      return entity.relationships.first { $0.name == name }
        ?? entity.relationships.first { $0.name == relationship.name }
    }

    private func check(_ entity: NSEntityDescription) throws {
      guard let source = source(of: entity) else { return }
      for attribute in entity.plan.attributes where !attribute.isTransient {
        let place = "'\(entity.displayName).\(attribute.name)'"
        if let before = self.source(of: attribute, in: source) {
          if !Self.canConvert(before.type, attribute.attributeType) {
            throw Self.failure("the type of \(place) changed")
          }
        } else if !attribute.isOptional, attribute.defaultValue == nil {
          throw Self.failure("\(place) is new and mandatory, and has no default value")
        }
      }
      for relationship in entity.plan.relationships {
        let place = "'\(entity.displayName).\(relationship.name)'"
        guard let before = self.source(of: relationship, in: source) else {
          if !relationship.isOptional {
            throw Self.failure("\(place) is new and mandatory")
          }
          continue
        }
        if before.isToMany, !relationship.isToMany {
          throw Self.failure("\(place) changed from to-many to to-one")
        }
      }
    }

    private static func canConvert(_ old: UInt, _ new: NSAttributeType) -> Bool {
      guard let old = NSAttributeType(rawValue: old) else { return false }
      return old == new || old.isInteger && new.isInteger
    }

    func run(_ database: Database) throws {
      for table in tables {
        let temporary = SQLiteTable.quoted("N_\(table.root.displayName)")
        try database.execute(sql: table.creation(as: temporary))
        for entity in table.entities where !entity.isAbstract {
          guard let source = source(of: entity) else { continue }
          try copy(database, entity, source, table, into: temporary)
        }
      }
      let links = try moveLinks(database)
      for name in Set(old.entities.map(\.root)) {
        try database.execute(sql: "DROP TABLE IF EXISTS \(SQLiteTable.quoted("E_\(name)"))")
      }
      for name in Set(old.entities.flatMap(\.relationships).compactMap(\.links)) {
        try database.execute(sql: "DROP TABLE IF EXISTS \(name)")
      }
      for table in tables {
        let temporary = SQLiteTable.quoted("N_\(table.root.displayName)")
        try database.execute(sql: "ALTER TABLE \(temporary) RENAME TO \(table.name)")
        try raiseKeys(database, table)
      }
      for (temporary, name) in links {
        try database.execute(sql: "ALTER TABLE \(temporary) RENAME TO \(name)")
      }
    }

    private func copy(
      _ database: Database, _ entity: NSEntityDescription, _ source: StoreSchema.Entity,
      _ table: SQLiteTable, into temporary: String
    ) throws {
      var columns = ["pk", "entity", "version"]
      var values = ["pk", "\(table.number(of: entity))", "version"]
      var arguments: [(any DatabaseValueConvertible)?] = []
      for attribute in entity.plan.attributes where !attribute.isTransient {
        columns.append(SQLiteTable.column(attribute))
        let fallback = try (StoredValue.coerced(attribute.defaultValue, for: attribute) ?? .null)
          .databaseValue(attribute)
        if let before = self.source(of: attribute, in: source) {
          // If the new attribute is mandatory, the default value replaces null.
          values.append(attribute.isOptional ? before.column : "coalesce(\(before.column), ?)")
          if !attribute.isOptional { arguments.append(fallback) }
        } else {
          values.append("?")
          arguments.append(fallback)
        }
      }
      for relationship in entity.plan.relationships where !relationship.isToMany {
        guard let before = self.source(of: relationship, in: source), let column = before.column
        else { continue }
        columns.append(SQLiteTable.column(relationship))
        values.append(column)
        guard let other = SQLiteTable.entityColumn(relationship) else { continue }
        columns.append(other)
        values.append(number(of: before, relationship))
      }
      try database.execute(
        sql: "INSERT INTO \(temporary) (\(columns.joined(separator: ", "))) SELECT "
          + "\(values.joined(separator: ", ")) FROM \(SQLiteTable.quoted("E_\(source.root)")) "
          + "WHERE entity = \(source.number)", arguments: StatementArguments(arguments))
    }

    /// Returns an SQL expression that converts the number of a related object's entity from the
    /// old model to the new one.
    private func number(
      of before: StoreSchema.Relationship, _ relationship: NSRelationshipDescription
    ) -> String {
      guard let column = before.entityColumn else {
        let target = tables.flatMap(\.entities)
          .first { source(of: $0)?.name == before.destination }
        return "\(renumbered(target))"
      }
      let root = old.entity(before.destination)?.root
      let cases = old.entities.filter { $0.root == root }.map { entity in
        let target = tables.flatMap(\.entities).first { source(of: $0)?.name == entity.name }
        return "WHEN \(entity.number) THEN \(renumbered(target))"
      }
      return "CASE \(column) \(cases.joined(separator: " ")) END"
    }

    private func renumbered(_ entity: NSEntityDescription?) -> Int {
      guard let entity, let table = tables.first(where: { $0.root === entity.root }) else {
        return 0
      }
      return table.number(of: entity)
    }

    /// Creates and fills the new tables of pairs under temporary names.
    ///
    /// - Returns: The temporary and the final name of each table.
    private func moveLinks(_ database: Database) throws -> [(String, String)] {
      var made: [(String, String)] = []
      var seen: Set<String> = []
      var filled: Set<String> = []
      for entity in tables.flatMap(\.entities) {
        for relationship in entity.plan.relationships {
          guard case .links(let name, true, _) = RelationshipLayout(relationship) else { continue }
          let temporary = SQLiteTable.quoted("M_\(name)")
          if seen.insert(name).inserted {
            try database.execute(
              sql: "CREATE TABLE \(temporary) (source INTEGER NOT NULL, source_entity INTEGER NOT "
                + "NULL, target INTEGER NOT NULL, target_entity INTEGER NOT NULL, position INTEGER "
                + "NOT NULL, PRIMARY KEY (source, target)) WITHOUT ROWID")
            made.append((temporary, SQLiteLinks(name).name))
          }
          // A new subentity inherits the relationship, but has no source from which to fill it.
          guard let source = source(of: entity),
            let before = self.source(of: relationship, in: source), filled.insert(name).inserted
          else { continue }
          try fill(database, temporary, entity, source, before)
        }
      }
      return made
    }

    private func fill(
      _ database: Database, _ temporary: String, _ entity: NSEntityDescription,
      _ source: StoreSchema.Entity, _ before: StoreSchema.Relationship
    ) throws {
      func cases(_ column: String, _ root: String?) -> String {
        let parts = old.entities.filter { $0.root == root }.map { known in
          let target = tables.flatMap(\.entities).first { self.source(of: $0)?.name == known.name }
          return "WHEN \(known.number) THEN \(renumbered(target))"
        }
        return "CASE \(column) \(parts.joined(separator: " ")) END"
      }
      let mine = source.root
      let theirs = old.entity(before.destination)?.root
      if let links = before.links {
        let (from, to) = before.isForward ? ("source", "target") : ("target", "source")
        try database.execute(
          sql: "INSERT INTO \(temporary) SELECT \(from), \(cases("\(from)_entity", mine)), \(to), "
            + "\(cases("\(to)_entity", theirs)), position FROM \(links)")
      } else if let column = before.column {
        // In the old model, the relationship was a to-one relationship, so the pairs are read from
        // its column.
        let other = before.entityColumn ?? "\(old.entity(before.destination)?.number ?? 0)"
        try database.execute(
          sql: "INSERT INTO \(temporary) SELECT pk, \(cases("entity", mine)), \(column), "
            + "\(cases(other, theirs)), 0 FROM \(SQLiteTable.quoted("E_\(mine)")) "
            + "WHERE \(column) IS NOT NULL")
      } else if let back = old.entity(before.destination)?.relationships
        .first(where: { $0.name == before.inverse }), let column = back.column, let theirs
      {
        // In the old model, only the inverse to-one relationship was stored, so the pairs are read
        // from its column.
        let other = back.entityColumn ?? "\(source.number)"
        try database.execute(
          sql: "INSERT INTO \(temporary) SELECT \(column), \(cases(other, mine)), pk, "
            + "\(cases("entity", theirs)), 0 FROM \(SQLiteTable.quoted("E_\(theirs)")) "
            + "WHERE \(column) IS NOT NULL")
      }
    }

    /// Raises the last used key to the table's greatest key, so that keys are not used again after
    /// a renaming of entities.
    private func raiseKeys(_ database: Database, _ table: SQLiteTable) throws {
      let last = try Int64.fetchOne(database, sql: "SELECT max(pk) FROM \(table.name)") ?? 0
      try database.execute(
        sql: "INSERT INTO primary_keys (name, last) VALUES (?, ?) "
          + "ON CONFLICT (name) DO UPDATE SET last = max(last, excluded.last)",
        arguments: [table.root.displayName, last])
    }
  }
#endif
