#if !canImport(CoreData)
  import Foundation

  /// A stored object, for which predicates and sort keys are evaluated without a managed object.
  final class StoreRow: KeyedSubject {
    let id: NSManagedObjectID
    private let store: NSPersistentStore
    private let context: NSManagedObjectContext
    private var known: Snapshot?
    private var isRead: Bool

    init(
      _ id: NSManagedObjectID, _ snapshot: Snapshot?, _ store: NSPersistentStore,
      _ context: NSManagedObjectContext
    ) {
      self.id = id
      self.store = store
      self.context = context
      known = snapshot
      isRead = snapshot != nil
    }

    /// The values, if they have already been read; otherwise `nil`.
    var read: Snapshot? { known }

    private var snapshot: Snapshot? {
      if !isRead {
        isRead = true
        known = try? store.storedSnapshot(of: id, context)
      }
      return known
    }

    func subjectValue(forKey key: String) -> Any? { operand(forKey: key).external }

    func operand(forKey key: String) -> Operand {
      let plan = id.entity.plan
      switch plan.slots[key] {
      case .attribute(let index):
        guard let snapshot else { return .null }
        return Operand(snapshot.values[index])
      case .relationship(let index):
        let relationship = plan.relationships[index]
        if !relationship.isToMany { return snapshot?.one(index).map(row) ?? .null }
        let ids = (try? store.storedRelated(of: id, relationship, context)) ?? []
        return .collection(ids.map(row), isOrdered: relationship.isOrdered)
      case .fetched, nil:
        switch key {
        case "objectID": return .object(id, nil)
        case "entity": return .other(id.entity)
        default: return .null
        }
      }
    }

    private func row(_ id: NSManagedObjectID) -> Operand {
      .object(id, StoreRow(id, nil, store, context))
    }
  }

  extension [StoreRow] {
    /// Returns the rows that match a query, in the query's order and within its limits.
    func selected(by query: FetchQuery, in context: NSManagedObjectContext) -> [StoreRow] {
      filtered(by: query.predicate, in: context)
        .ordered(by: query.order ?? [])
        .bounded(limit: query.limit, offset: query.offset)
    }

    func filtered(by predicate: NSPredicate?, in context: NSManagedObjectContext) -> [StoreRow] {
      guard let predicate else { return self }
      let node = predicate.node
      // A predicate that contains code needs managed objects.
      if node.isForeign {
        return filter { predicate.evaluate(with: context.object(with: $0.id)) }
      }
      return filter {
        PredicateEvaluation(object: .object($0.id, $0), variables: [:]).holds(node)
      }
    }

    func ordered(by keys: [SortKey]) -> [StoreRow] {
      guard !keys.isEmpty, count > 1 else { return self }
      let decorated = map { row in
        (row, keys.map { KeyPathReader.operand(of: .object(row.id, row), path: $0.path) })
      }
      return decorated.sorted { left, right in
        for (position, key) in keys.enumerated() {
          let result = left.1[position].ordered(before: right.1[position])
          if result == .orderedSame { continue }
          return (result == .orderedAscending) == key.isAscending
        }
        return left.0.id.precedes(right.0.id)
      }.map(\.0)
    }
  }

  extension PredicateNode {
    /// Whether a part of the predicate runs code, so that it needs managed objects.
    var isForeign: Bool {
      switch self {
      case .foreign: true
      case .constant: false
      case .and(let parts), .or(let parts): parts.contains(where: \.isForeign)
      case .not(let part): part.isForeign
      case .comparison: false
      }
    }
  }
#endif
