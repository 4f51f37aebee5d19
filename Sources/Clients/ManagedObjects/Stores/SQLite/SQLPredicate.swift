#if !canImport(CoreData)
  import Foundation
  import GhostlightSQLite

  /// Translates predicates to SQL conditions that match exactly the same objects.
  struct SQLPredicate {
    /// The row to whose columns property names refer: the alias of its table, and its entity.
    struct Scope {
      let alias: String
      let entity: NSEntityDescription
    }

    /// A group of column types whose values can be compared with each other.
    enum Kind: Equatable {
      case number
      case text
      case date
      case data
      case uuid
      case url
      /// A related object, with the name of the root entity whose table contains it.
      case object(String)
    }

    /// A column, or a constant that is passed as an SQL argument.
    struct Term {
      let sql: String
      let arguments: [(any DatabaseValueConvertible)?]
      let kind: Kind
    }

    private let store: SQLiteStore
    private(set) var arguments: [(any DatabaseValueConvertible)?] = []
    private var aliases = 0

    init(_ store: SQLiteStore) { self.store = store }

    /// Returns the SQL condition of a predicate, or `nil` if SQL cannot express it.
    ///
    /// If the result is `nil`, ``arguments`` is unchanged.
    mutating func condition(_ node: PredicateNode, _ scope: Scope) -> String? {
      let count = arguments.count
      if let sql = compiled(node, scope) { return sql }
      arguments.removeLast(arguments.count - count)
      return nil
    }

    /// Translates a node of the predicate to SQL.
    ///
    /// The result of the SQL condition can be NULL instead of false.
    private mutating func compiled(_ node: PredicateNode, _ scope: Scope) -> String? {
      switch node {
      case .constant(let value): return value ? "1" : "0"
      case .foreign: return nil
      case .and(let parts): return joined(parts, " AND ", scope, empty: "1")
      case .or(let parts): return joined(parts, " OR ", scope, empty: "0")
      case .not(let part): return compiled(part, scope).map { "((\($0)) IS NOT TRUE)" }
      case .comparison(let comparison):
        guard !comparison.ignoresCase, !comparison.ignoresDiacritics else { return nil }
        switch comparison.modifier {
        case .direct: return direct(comparison, scope)
        case .any, .all: return quantified(comparison, scope)
        }
      }
    }

    private mutating func joined(
      _ parts: [PredicateNode], _ separator: String, _ scope: Scope, empty: String
    ) -> String? {
      var conditions: [String] = []
      for part in parts {
        guard let sql = compiled(part, scope) else { return nil }
        conditions.append(sql)
      }
      return conditions.isEmpty ? empty : "(\(conditions.joined(separator: separator)))"
    }

    // MARK: Terms

    /// Returns the column at a key path of to-one relationships, or the count of a to-many
    /// relationship.
    private mutating func column(_ path: String, _ scope: Scope) -> Term? {
      var names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...]
      guard let name = names.popFirst() else { return nil }
      if name == "self" || name == "SELF" || name == "objectID", names.isEmpty {
        return Term(
          sql: "\(scope.alias).pk", arguments: [], kind: .object(scope.entity.root.displayName))
      }
      switch scope.entity.plan.slots[name] {
      case .attribute(let index):
        let attribute = scope.entity.plan.attributes[index]
        guard names.isEmpty, !attribute.isTransient, let kind = Self.kind(attribute.attributeType)
        else { return nil }
        return Term(
          sql: "\(scope.alias).\(SQLiteTable.column(attribute))", arguments: [], kind: kind)
      case .relationship(let index):
        let relationship = scope.entity.plan.relationships[index]
        guard let destination = relationship.destinationEntity else { return nil }
        if relationship.isToMany {
          guard Array(names) == ["@count"] else { return nil }
          return count(relationship, scope)
        }
        let sql = "\(scope.alias).\(SQLiteTable.column(relationship))"
        if names.isEmpty {
          return Term(sql: sql, arguments: [], kind: .object(destination.root.displayName))
        }
        return step(to: destination, sql, names.joined(separator: "."))
      case .fetched, nil: return nil
      }
    }

    private mutating func step(
      to entity: NSEntityDescription, _ key: String, _ rest: String
    ) -> Term? {
      guard let table = try? store.table(of: entity) else { return nil }
      let alias = nextAlias()
      guard let term = column(rest, Scope(alias: alias, entity: entity)) else { return nil }
      return Term(
        sql: "(SELECT \(term.sql) FROM \(table.name) AS \(alias) WHERE \(alias).pk = \(key))",
        arguments: term.arguments, kind: term.kind)
    }

    private mutating func nextAlias() -> String {
      aliases += 1
      return "t\(aliases)"
    }

    private static func kind(_ type: NSAttributeType) -> Kind? {
      switch type {
      case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
        .booleanAttributeType, .doubleAttributeType, .floatAttributeType:
        .number
      case .stringAttributeType: .text
      case .dateAttributeType: .date
      case .binaryDataAttributeType: .data
      case .UUIDAttributeType: .uuid
      case .URIAttributeType: .url
      // Other types are not compared in SQL; decimals, for example, are stored as strings.
      default: nil
      }
    }

    /// Returns the SQL term of a constant, or `nil` if no column type matches the constant.
    private func constant(_ operand: Operand) -> Term? {
      func term(_ value: any DatabaseValueConvertible, _ kind: Kind) -> Term {
        Term(sql: "?", arguments: [value], kind: kind)
      }
      switch operand {
      case .integer(let value): return term(value, .number)
      case .double(let value): return value.isNaN ? nil : term(value, .number)
      case .text(let value): return value.utf8.contains(0) ? nil : term(value, .text)
      case .date(let value): return term(value.timeIntervalSinceReferenceDate, .date)
      case .data(let value): return term(value, .data)
      case .uuid(let value): return term(withUnsafeBytes(of: value.uuid) { Data($0) }, .uuid)
      case .url(let value): return term(value.absoluteString, .url)
      case .object(let id, _):
        guard case .row(let key) = id.key, id.storeIdentifier == store.identifierText else {
          return nil
        }
        return term(key, .object(id.entity.root.displayName))
      case .null, .decimal, .collection, .dictionary, .other: return nil
      }
    }

    private mutating func term(_ expression: PredicateExpression, _ scope: Scope) -> Term? {
      switch expression {
      case .constant(let constant): return self.constant(constant.operand)
      case .keyPath(nil, let path): return column(path, scope)
      case .evaluatedObject: return column("self", scope)
      default: return nil
      }
    }

    /// Returns the column at `path` if SQL sorts it exactly as predicates do, otherwise `nil`.
    mutating func sortTerm(_ path: String, _ scope: Scope) -> String? {
      guard let term = column(path, scope), term.arguments.isEmpty else { return nil }
      if case .object = term.kind { return nil }
      return term.sql
    }

    // MARK: Comparisons

    private mutating func direct(_ comparison: PredicateComparison, _ scope: Scope) -> String? {
      if case .constant(let constant) = comparison.right, constant.operand.isNull {
        return null(comparison, scope)
      }
      if comparison.comparison == .contains || comparison.comparison == .isIn {
        if let sql = membership(comparison, scope) { return sql }
      }
      guard let left = term(comparison.left, scope) else { return nil }
      switch comparison.comparison {
      case .isIn, .between: return list(comparison, left)
      default: break
      }
      guard let right = term(comparison.right, scope), left.kind == right.kind else { return nil }
      let isConstant = right.sql == "?"
      switch comparison.comparison {
      case .equal: return compare(left, isConstant ? "=" : "IS", right)
      case .notEqual: return compare(left, "IS NOT", right)
      case .less, .lessOrEqual, .greater, .greaterOrEqual:
        if case .object = left.kind { return nil }
        return compare(left, comparison.comparison.rawValue, right)
      case .beginsWith: return prefix(left, comparison.right)
      case .contains:
        guard left.kind == .text else { return nil }
        arguments += left.arguments + right.arguments
        return "(instr(\(left.sql), \(right.sql)) > 0)"
      case .endsWith, .like, .matches, .isIn, .between: return nil
      }
    }

    private mutating func compare(_ left: Term, _ sign: String, _ right: Term) -> String {
      arguments += left.arguments + right.arguments
      return "(\(left.sql) \(sign) \(right.sql))"
    }

    private mutating func null(_ comparison: PredicateComparison, _ scope: Scope) -> String? {
      guard case .keyPath = comparison.left, let left = nullable(comparison.left, scope) else {
        return nil
      }
      switch comparison.comparison {
      case .equal: return "(\(left) IS NULL)"
      case .notEqual: return "(\(left) IS NOT NULL)"
      case .less, .lessOrEqual, .greater, .greaterOrEqual: return "0"
      default: return nil
      }
    }

    /// Returns the column of `expression`, whatever its type, for a comparison with null only.
    private mutating func nullable(_ expression: PredicateExpression, _ scope: Scope) -> String? {
      if let term = term(expression, scope), term.arguments.isEmpty { return term.sql }
      guard case .keyPath(nil, let path) = expression,
        let index = scope.entity.plan.attribute(path),
        !scope.entity.plan.attributes[index].isTransient
      else { return nil }
      return "\(scope.alias).\(SQLiteTable.column(scope.entity.plan.attributes[index]))"
    }

    private mutating func prefix(_ left: Term, _ expression: PredicateExpression) -> String? {
      guard left.kind == .text, case .constant(let constant) = expression,
        case .text(let text) = constant.operand, !text.utf8.contains(0)
      else { return nil }
      if text.isEmpty { return "(\(left.sql) IS NOT NULL)" }
      arguments += left.arguments + [text] + left.arguments + [text]
      // The comparison with `>=` is redundant, but SQLite can use an index for it.
      return "(\(left.sql) >= ? AND substr(\(left.sql), 1, \(text.unicodeScalars.count)) = ?)"
    }

    private mutating func list(_ comparison: PredicateComparison, _ left: Term) -> String? {
      let elements: [Operand]
      switch comparison.right {
      case .constant(let constant):
        guard case .collection(let found, _) = constant.operand else { return nil }
        elements = found
      case .aggregate(let expressions):
        var found: [Operand] = []
        for expression in expressions {
          guard case .constant(let constant) = expression else { return nil }
          found.append(constant.operand)
        }
        elements = found
      default: return nil
      }
      guard elements.count < 10_000 else { return nil }
      var values: [(any DatabaseValueConvertible)?] = []
      for element in elements {
        guard let term = constant(element), term.kind == left.kind else { return nil }
        values += term.arguments
      }
      if comparison.comparison == .between {
        if case .object = left.kind { return nil }
        guard values.count == 2 else { return nil }
        arguments += left.arguments + values
        return "(\(left.sql) BETWEEN ? AND ?)"
      }
      arguments += left.arguments + values
      let places = values.map { _ in "?" }.joined(separator: ", ")
      return "(\(left.sql) IN (\(places)))"
    }

    // MARK: To-many relationships

    /// Returns the table of a relationship's objects, and the SQL condition that joins the table to
    /// the row of `scope`.
    private mutating func related(
      _ relationship: NSRelationshipDescription, _ scope: Scope
    ) -> (source: String, scope: Scope, condition: String)? {
      guard let destination = relationship.destinationEntity,
        let table = try? store.table(of: destination)
      else { return nil }
      let alias = nextAlias()
      let inner = Scope(alias: alias, entity: destination)
      switch RelationshipLayout(relationship) {
      case .one: return nil
      case .derived(let inverse):
        guard let back = destination.relationshipsByName[inverse] else { return nil }
        return (
          "\(table.name) AS \(alias)", inner,
          "\(alias).\(SQLiteTable.column(back)) = \(scope.alias).pk"
        )
      case .links(let name, let isForward, _):
        let pairs = nextAlias()
        let mine = isForward ? "source" : "target"
        let theirs = isForward ? "target" : "source"
        return (
          "\(SQLiteLinks(name).name) AS \(pairs) JOIN \(table.name) AS \(alias) "
            + "ON \(alias).pk = \(pairs).\(theirs)", inner, "\(pairs).\(mine) = \(scope.alias).pk"
        )
      }
    }

    private mutating func count(_ relationship: NSRelationshipDescription, _ scope: Scope) -> Term?
    {
      guard let related = related(relationship, scope) else { return nil }
      return Term(
        sql: "(SELECT COUNT(*) FROM \(related.source) WHERE \(related.condition))",
        arguments: [], kind: .number)
    }

    /// Translates `object IN toMany` and `toMany CONTAINS object`.
    private mutating func membership(_ comparison: PredicateComparison, _ scope: Scope) -> String? {
      let isContains = comparison.comparison == .contains
      let collection = isContains ? comparison.left : comparison.right
      let element = isContains ? comparison.right : comparison.left
      guard case .keyPath(nil, let path) = collection,
        case .constant(let constant) = element, case .object = constant.operand
      else { return nil }
      return quantified(
        PredicateComparison(
          left: .keyPath(nil, path), comparison: .equal, right: element, modifier: .any), scope)
    }

    private mutating func quantified(_ comparison: PredicateComparison, _ scope: Scope) -> String? {
      guard case .keyPath(nil, let path) = comparison.left else { return nil }
      var names = path.split(separator: ".").map(String.init)[...]
      guard let name = names.popFirst(), let index = scope.entity.plan.relationship(name) else {
        return nil
      }
      let relationship = scope.entity.plan.relationships[index]
      guard relationship.isToMany, let related = related(relationship, scope) else { return nil }
      // Only a constant can be translated: an expression on the right side would refer to the outer
      // row.
      guard case .constant = comparison.right else { return nil }
      var inner = comparison
      inner.left = names.isEmpty ? .evaluatedObject : .keyPath(nil, names.joined(separator: "."))
      let isNested =
        names.first.flatMap { related.scope.entity.plan.relationship($0) }
        .map { related.scope.entity.plan.relationships[$0].isToMany } ?? false
      if !isNested { inner.modifier = .direct }
      guard let condition = compiled(.comparison(inner), related.scope) else { return nil }
      let rows = "SELECT 1 FROM \(related.source) WHERE \(related.condition)"
      return comparison.modifier == .any
        ? "EXISTS (\(rows) AND (\(condition)))"
        : "NOT EXISTS (\(rows) AND ((\(condition)) IS NOT TRUE))"
    }
  }
#endif
