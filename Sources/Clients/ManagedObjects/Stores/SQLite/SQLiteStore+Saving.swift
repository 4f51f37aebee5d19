#if !canImport(CoreData)
  import Foundation
  import GhostlightSQLite

  extension SQLiteStore {
    func write(_ changes: ChangeSet, _ context: NSManagedObjectContext) throws {
      do {
        try save { database in
          try self.refuseConflicts(database, changes)
          try self.refuseDuplicates(database, changes, context)
          for object in changes.deleted { try self.delete(database, object.objectID) }
          for object in changes.inserted { try self.insert(database, object) }
          for object in changes.updated { try self.update(database, object) }
          for object in changes.inserted + changes.updated { try self.link(database, object) }
          for object in changes.deleted {
            try self.clearReferences(database, to: object.objectID)
          }
        }
      } catch let error as DatabaseError {
        throw NSError.coreData(
          NSPersistentStoreSaveError, "The store cannot be saved: \(error)",
          [NSUnderlyingErrorKey: error as NSError])
      }
    }

    /// Throws if another context or process has changed objects since this context read them.
    private func refuseConflicts(_ database: Database, _ changes: ChangeSet) throws {
      var conflicts: [NSMergeConflict] = []
      for object in changes.updated + changes.deleted {
        guard let read = object.snapshot else { continue }
        let (key, table) = try row(object.objectID)
        let statement = try database.cachedStatement(
          sql: "SELECT version FROM \(table.name) WHERE pk = ?")
        let version = try Int64.fetchOne(statement, arguments: [key])
        if version != read.version {
          conflicts.append(
            NSMergeConflict(object, stored: try snapshot(database, object.objectID)))
        }
      }
      guard conflicts.isEmpty else { throw NSMergePolicy.failure(conflicts) }
    }

    private func insert(_ database: Database, _ object: NSManagedObject) throws {
      let (key, table) = try row(object.objectID)
      let columns = table.columns(of: object.entity)
      var arguments: [(any DatabaseValueConvertible)?] = [
        key, table.number(of: object.entity), (object.snapshot?.version ?? 0) + 1,
      ]
      arguments.reserveCapacity(3 + columns.attributes.count + 2 * columns.ones.count)
      for column in columns.attributes {
        arguments.append(
          try object.values[column.index].databaseValue(object.plan.attributes[column.index]))
      }
      let ones = columns.ones.isEmpty ? [] : object.oneIDs
      for column in columns.ones { try append(ones[column.index], column, to: &arguments) }
      let statement = try database.cachedStatement(sql: columns.insertion)
      try statement.execute(arguments: StatementArguments(arguments))
    }

    private func append(
      _ id: NSManagedObjectID?, _ column: SQLiteTable.Column,
      to arguments: inout [(any DatabaseValueConvertible)?]
    ) throws {
      let target = try id.map(row)
      arguments.append(target?.key)
      if column.entityName != nil {
        arguments.append(id.flatMap { target?.table.number(of: $0.entity) })
      }
    }

    /// Writes an object's changed columns, and increments its version.
    private func update(_ database: Database, _ object: NSManagedObject) throws {
      let (key, table) = try row(object.objectID)
      let columns = table.columns(of: object.entity)
      var assignments: [String] = []
      var arguments: [(any DatabaseValueConvertible)?] = []
      for column in columns.attributes where object.changedAttributes.contains(column.index) {
        assignments.append("\(column.name) = ?")
        arguments.append(
          try object.values[column.index].databaseValue(object.plan.attributes[column.index]))
      }
      let ones = columns.ones.isEmpty ? [] : object.oneIDs
      for column in columns.ones where object.changedRelations.contains(column.index) {
        assignments.append("\(column.name) = ?")
        if let other = column.entityName { assignments.append("\(other) = ?") }
        try append(ones[column.index], column, to: &arguments)
      }
      assignments.append("version = ?")
      arguments.append((object.snapshot?.version ?? 0) + 1)
      arguments.append(key)
      let statement = try database.cachedStatement(
        sql: "UPDATE \(table.name) SET \(assignments.joined(separator: ", ")) WHERE pk = ?")
      try statement.execute(arguments: StatementArguments(arguments))
    }

    private func link(_ database: Database, _ object: NSManagedObject) throws {
      for (index, relationship) in object.plan.relationships.enumerated()
      where relationship.isToMany {
        guard case .links(let name, let isForward, _) = RelationshipLayout(relationship) else {
          continue
        }
        let links = SQLiteLinks(name).name
        let (key, table) = try row(object.objectID)
        let number = table.number(of: object.entity)
        func insert(_ id: NSManagedObjectID, _ position: Int) throws {
          let (other, otherTable) = try row(id)
          let otherNumber = otherTable.number(of: id.entity)
          let statement = try database.cachedStatement(
            sql: "INSERT OR IGNORE INTO \(links) (source, source_entity, target, target_entity, "
              + "position) VALUES (?, ?, ?, ?, ?)")
          try statement.execute(
            arguments: isForward
              ? [key, number, other, otherNumber, position]
              : [other, otherNumber, key, number, Int(Int32.max)])
        }
        switch object.delta(index) {
        case .none: continue
        case .replaced(let ids):
          try database.execute(sql: "DELETE FROM \(links) WHERE source = ?", arguments: [key])
          for (position, id) in ids.enumerated() { try insert(id, position) }
        case .changed(let added, let removed):
          for id in removed {
            let (other, _) = try row(id)
            try database.execute(
              sql: "DELETE FROM \(links) WHERE source = ? AND target = ?",
              arguments: isForward ? [key, other] : [other, key])
          }
          for id in added { try insert(id, 0) }
        }
      }
    }

    private func delete(_ database: Database, _ id: NSManagedObjectID) throws {
      let (key, table) = try row(id)
      try database.execute(sql: "DELETE FROM \(table.name) WHERE pk = ?", arguments: [key])
      for relationship in id.entity.plan.relationships {
        if case .links(let name, let isForward, _) = RelationshipLayout(relationship) {
          try database.execute(
            sql: "DELETE FROM \(SQLiteLinks(name).name) WHERE "
              + "\(isForward ? "source" : "target") = ?", arguments: [key])
        }
        // If the inverse is ordered, its pairs are in a separate table, from which the object is
        // removed too.
        if let inverse = relationship.inverseRelationship,
          case .links(let name, true, true) = RelationshipLayout(inverse)
        {
          try database.execute(
            sql: "DELETE FROM \(SQLiteLinks(name).name) WHERE target = ?", arguments: [key])
        }
      }
    }

    /// Removes a deleted object from the to-one relationships of stored objects.
    ///
    /// The context has already done so for the objects that it has in memory.
    private func clearReferences(_ database: Database, to id: NSManagedObjectID) throws {
      let (key, _) = try row(id)
      for relationship in id.entity.plan.relationships {
        guard let reference = relationship.referenceToClear, let owner = reference.entity else {
          continue
        }
        let column = SQLiteTable.column(reference)
        let columns = [column] + (SQLiteTable.entityColumn(reference).map { [$0] } ?? [])
        let cleared = columns.map { "\($0) = NULL" }.joined(separator: ", ")
        let statement = try database.cachedStatement(
          sql: "UPDATE \(try table(of: owner).name) SET \(cleared), version = version + 1 "
            + "WHERE \(column) = ?")
        try statement.execute(arguments: [key])
      }
    }

    /// Throws if two objects have the same values for a uniqueness constraint.
    private func refuseDuplicates(
      _ database: Database, _ changes: ChangeSet, _ context: NSManagedObjectContext
    ) throws {
      var conflicts: [NSConstraintConflict] = []
      let gone = Set(changes.deleted.map { IDKey($0.objectID) })
      var seen: [[String]: NSManagedObject] = [:]
      for object in changes.inserted + changes.updated {
        for names in object.entity.constraints {
          guard let found = try duplicate(database, of: object, names) else { continue }
          let signature = [object.entity.root.displayName] + names + found.values
          if let other = seen[signature] {
            conflicts.append(
              NSConstraintConflict(
                constraint: names, database: nil, databaseSnapshot: nil,
                conflicting: [other, object], conflictingSnapshots: []))
          } else if let id = found.id, !gone.contains(IDKey(id)),
            !changes.updated.contains(where: {
              $0.objectID.isSame(as: id) && !$0.changedKeys.isDisjoint(with: names)
            })
          {
            let stored = context.object(with: id)
            conflicts.append(
              NSConstraintConflict(
                constraint: names, database: stored, databaseSnapshot: nil,
                conflicting: [object], conflictingSnapshots: []))
          }
          seen[signature] = object
        }
      }
      guard conflicts.isEmpty else {
        throw NSError.coreData(
          NSManagedObjectConstraintMergeError, "Could not merge changes.",
          [NSPersistentStoreSaveConflictsErrorKey: conflicts])
      }
    }

    private func duplicate(
      _ database: Database, of object: NSManagedObject, _ names: [String]
    ) throws -> (values: [String], id: NSManagedObjectID?)? {
      let (key, table) = try row(object.objectID)
      var conditions = ["pk <> ?"]
      var arguments: [(any DatabaseValueConvertible)?] = [key]
      var texts: [String] = []
      for name in names {
        guard let index = object.plan.attribute(name),
          let value = try object.values[index].databaseValue(object.plan.attributes[index])
        else { return nil }
        conditions.append("\(SQLiteTable.column(object.plan.attributes[index])) = ?")
        arguments.append(value)
        texts.append("\(value.databaseValue)")
      }
      let found = try Row.fetchOne(
        database,
        sql: "SELECT pk, entity FROM \(table.name) WHERE \(conditions.joined(separator: " AND "))",
        arguments: StatementArguments(arguments)
      ) { id(table.entities[$0[1] as Int], $0[0]) }
      return (texts, found)
    }

    func deleteRows(_ ids: [NSManagedObjectID]) throws {
      try database().write { database in for id in ids { try self.delete(database, id) } }
    }

    func updateRows(_ ids: [NSManagedObjectID], _ values: [String: StoredValue]) throws {
      try database().write { database in
        for id in ids {
          let (key, table) = try self.row(id)
          var assignments = ["version = version + 1"]
          var arguments: [(any DatabaseValueConvertible)?] = []
          for (name, value) in values {
            guard let index = id.entity.plan.attribute(name) else { continue }
            let attribute = id.entity.plan.attributes[index]
            assignments.append("\(SQLiteTable.column(attribute)) = ?")
            arguments.append(try value.databaseValue(attribute))
          }
          arguments.append(key)
          try database.execute(
            sql: "UPDATE \(table.name) SET \(assignments.joined(separator: ", ")) WHERE pk = ?",
            arguments: StatementArguments(arguments))
        }
      }
    }
  }

  extension NSEntityDescription {
    /// The property names of each uniqueness constraint, including inherited ones.
    var constraints: [[String]] {
      let own = uniquenessConstraints.map { group in
        group.map { ($0 as? NSPropertyDescription)?.name ?? "\($0)" }
      }
      return own + (superentity?.constraints ?? [])
    }
  }
#endif
