#if !canImport(CoreData)
  import Foundation
  import GhostlightSQLite

  extension SQLiteStore {
    func readRows(
      _ query: FetchQuery, _ context: NSManagedObjectContext
    ) throws -> [FetchedRow] {
      let table = try table(of: query.entity)
      let entities = query.entities.filter { entity in
        table.entities.contains { $0 === entity } && !entity.isAbstract
      }
      guard !entities.isEmpty else { return [] }
      let compiled = try SQLQuery(query, table, entities, self)
      let reader = RowReader(self, table, entities)
      let found = try database().inDatabase { database in
        try reader.read(
          database, compiled.sql(selecting: reader.selection), compiled.arguments,
          withValues: query.settings.includesPropertyValues || !compiled.isExact)
      }
      guard !compiled.isExact else { return found }
      var rest = query
      if compiled.followsOrder { rest.order = [] }
      return found.map { StoreRow($0.id, $0.snapshot, self, context) }
        .selected(by: rest, in: context)
        .map { FetchedRow(id: $0.id, snapshot: $0.read) }
    }

    func readCount(_ query: FetchQuery, _ context: NSManagedObjectContext) throws -> Int {
      let table = try table(of: query.entity)
      let entities = query.entities.filter { entity in
        table.entities.contains { $0 === entity } && !entity.isAbstract
      }
      guard !entities.isEmpty else { return 0 }
      let compiled = try SQLQuery(query, table, entities, self)
      guard compiled.isExact else { return try readRows(query, context).count }
      return try database().inDatabase { database in
        try Int.fetchOne(
          database, sql: "SELECT COUNT(*) FROM (\(compiled.sql(selecting: "1")))",
          arguments: compiled.arguments) ?? 0
      }
    }

    func readSnapshot(of id: NSManagedObjectID) throws -> Snapshot? {
      try database().inDatabase { try self.snapshot($0, id) }
    }

    /// Returns the stored values of an object, within the current transaction.
    func snapshot(_ database: Database, _ id: NSManagedObjectID) throws -> Snapshot? {
      let (key, table) = try row(id)
      let reader = RowReader(self, table, [id.entity])
      return try reader.read(
        database, "SELECT \(reader.selection) FROM \(table.name) AS t0 WHERE pk = ? AND entity = ?",
        [key, table.number(of: id.entity)], withValues: true
      ).first?.snapshot
    }

    func readRelated(
      of id: NSManagedObjectID, _ relationship: NSRelationshipDescription
    ) throws -> [NSManagedObjectID] {
      guard let destination = relationship.destinationEntity else { return [] }
      let (key, _) = try row(id)
      let other = try table(of: destination)
      let sql: String
      switch RelationshipLayout(relationship) {
      case .one:
        let index = id.entity.plan.relationship(relationship.name)
        return try index.flatMap { try readSnapshot(of: id)?.one($0) }.map { [$0] } ?? []
      case .derived(let inverse):
        guard let back = destination.plan.relationships.first(where: { $0.name == inverse }) else {
          return []
        }
        sql =
          "SELECT pk, entity FROM \(other.name) WHERE \(SQLiteTable.column(back)) = ? ORDER BY pk"
      case .links(let name, let isForward, _):
        let links = SQLiteLinks(name).name
        sql =
          isForward
          ? "SELECT target, target_entity FROM \(links) WHERE source = ? ORDER BY position, target"
          : "SELECT source, source_entity FROM \(links) WHERE target = ? ORDER BY source"
      }
      return try database().inDatabase { database in
        let statement = try database.cachedStatement(sql: sql)
        var ids: [NSManagedObjectID] = []
        let rows = try Row.fetchCursor(statement, arguments: [key])
        while let row = try rows.next() {
          ids.append(self.id(other.entities[row[1] as Int], row[0]))
        }
        return ids
      }
    }
  }

  /// Creates snapshots from the rows of an SQL query.
  struct RowReader {
    private struct Part {
      let entity: NSEntityDescription
      let number: Int
      let attributes: [(column: Int, index: Int, attribute: NSAttributeDescription)]
      let ones: [(column: Int, index: Int, entityColumn: Int?, table: SQLiteTable?)]
      let plan: EntityPlan
    }

    private let store: SQLiteStore
    private let parts: [Part]
    let selection: String

    init(_ store: SQLiteStore, _ table: SQLiteTable, _ entities: [NSEntityDescription]) {
      self.store = store
      var names = ["pk", "entity", "version"]
      var places: [String: Int] = [:]
      func position(_ name: String) -> Int {
        if let known = places[name] { return known }
        places[name] = names.count
        names.append(name)
        return names.count - 1
      }
      parts = entities.map { entity in
        let columns = table.columns(of: entity)
        let plan = entity.plan
        return Part(
          entity: entity, number: table.number(of: entity),
          attributes: columns.attributes.map {
            (position($0.name), $0.index, plan.attributes[$0.index])
          },
          ones: columns.ones.map { column in
            let destination = plan.relationships[column.index].destinationEntity
            let other = destination.flatMap { try? store.table(of: $0) }
            return (position(column.name), column.index, column.entityName.map(position), other)
          }, plan: plan)
      }
      selection = names.map { "t0.\($0)" }.joined(separator: ", ")
    }

    func read(
      _ database: Database, _ sql: String, _ arguments: StatementArguments, withValues: Bool
    ) throws -> [FetchedRow] {
      let statement = try database.cachedStatement(sql: sql)
      let cursor = try Row.fetchCursor(statement, arguments: arguments)
      var found: [FetchedRow] = []
      while let row = try cursor.next() {
        let number: Int = row[1]
        guard let part = parts.count == 1 ? parts[0] : parts.first(where: { $0.number == number })
        else { continue }
        found.append(
          FetchedRow(
            id: store.id(part.entity, row[0]),
            snapshot: withValues ? try snapshot(row, part) : nil))
      }
      return found
    }

    private func snapshot(_ row: Row, _ part: Part) throws -> Snapshot {
      let values: [StoredValue]
      if part.attributes.count == part.plan.attributes.count {
        values = try part.attributes.map { try StoredValue(row, $0.column, $0.attribute) }
      } else {
        var some = Array(repeating: StoredValue.null, count: part.plan.attributes.count)
        for (column, index, attribute) in part.attributes {
          some[index] = try StoredValue(row, column, attribute)
        }
        values = some
      }
      guard !part.ones.isEmpty else {
        return Snapshot(values: values, ones: [], version: row[2])
      }
      var ones: [NSManagedObjectID?] = Array(
        repeating: nil, count: part.plan.relationships.count)
      for (column, index, entityColumn, table) in part.ones {
        guard let key = row[column] as Int64?, let table else { continue }
        let number = entityColumn.map { row[$0] as Int? ?? 0 } ?? 0
        ones[index] = store.id(table.entities[number], key)
      }
      return Snapshot(values: values, ones: ones, version: row[2])
    }
  }

  /// A fetch query as SQL, as far as SQL can express it exactly.
  ///
  /// A condition that SQL cannot express is omitted. The SQL then finds too many rows, and the
  /// store filters them one by one.
  struct SQLQuery {
    private let table: SQLiteTable
    private var condition: String
    private(set) var arguments: StatementArguments
    private let order: String
    private let bounds: String
    /// Whether the SQL alone determines the results, their order and their limits.
    let isExact: Bool
    /// Whether the SQL sorts the rows as the query does.
    let followsOrder: Bool

    init(
      _ query: FetchQuery, _ table: SQLiteTable, _ entities: [NSEntityDescription],
      _ store: SQLiteStore
    ) throws {
      self.table = table
      var compiler = SQLPredicate(store)
      let scope = SQLPredicate.Scope(alias: "t0", entity: query.entity)
      var conditions: [String] = []
      let all = table.entities.filter { !$0.isAbstract }
      if entities.count < all.count {
        let numbers = entities.map { "\(table.number(of: $0))" }.joined(separator: ", ")
        conditions.append("t0.entity IN (\(numbers))")
      }
      var isExact = true
      if let predicate = query.predicate {
        let parts: [PredicateNode] =
          if case .and(let parts) = predicate.node { parts } else { [predicate.node] }
        for part in parts {
          if let sql = compiler.condition(part, scope) {
            conditions.append(sql)
          } else {
            isExact = false
          }
        }
      }
      let whereArguments = compiler.arguments
      var orders: [String] = []
      var followsOrder = query.order != nil
      for key in query.order ?? [] {
        guard let term = compiler.sortTerm(key.path, scope) else {
          followsOrder = false
          break
        }
        orders.append(term + (key.isAscending ? " ASC" : " DESC"))
      }
      self.followsOrder = followsOrder
      orders.append("t0.pk ASC")
      order = followsOrder ? " ORDER BY \(orders.joined(separator: ", "))" : " ORDER BY t0.pk ASC"
      self.isExact = isExact && followsOrder
      if self.isExact, query.limit > 0 || query.offset > 0 {
        bounds = " LIMIT \(query.limit > 0 ? query.limit : -1) OFFSET \(max(0, query.offset))"
      } else {
        bounds = ""
      }
      condition = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
      arguments = StatementArguments(whereArguments)
    }

    func sql(selecting columns: String) -> String {
      "SELECT \(columns) FROM \(table.name) AS t0\(condition)\(order)\(bounds)"
    }
  }
#endif
