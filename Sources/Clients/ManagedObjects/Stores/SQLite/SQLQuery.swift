#if !canImport(CoreData)
  import Foundation
  import GRDB

  /// A fetch as SQL, as far as SQL says exactly the same.
  ///
  /// What SQL cannot say is left out, so that it finds more: the rest is filtered row by row.
  struct SQLQuery {
    private let table: SQLiteTable
    private var condition: String
    private(set) var arguments: StatementArguments
    private let order: String
    private let bounds: String
    /// Whether SQL finds what is asked for, in its order and within its bounds.
    let isExact: Bool
    /// Whether SQL follows the order.
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
      var terms: [String] = []
      var followsOrder = query.order != nil
      for key in query.order ?? [] {
        guard let term = compiler.sortTerm(key.path, scope) else {
          followsOrder = false
          break
        }
        terms.append(term + (key.isAscending ? " ASC" : " DESC"))
      }
      self.followsOrder = followsOrder
      terms.append("t0.pk ASC")
      order = followsOrder ? " ORDER BY \(terms.joined(separator: ", "))" : " ORDER BY t0.pk ASC"
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
