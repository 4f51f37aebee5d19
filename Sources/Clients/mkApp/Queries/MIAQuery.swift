import Synchronization

/// A search in a collection: conditions, which all must hold, order, page and fields.
///
/// Any thread may use it at any time; the main actor has a say only in what a subclass stores.
///
/// - Source: protocol reference C.3.
@MainActor open class MIAQuery {
  nonisolated let collectionName: String
  nonisolated let instance: MKAppInstance
  nonisolated let terms = Mutex(QueryTerms())

  /// A query for all objects of a collection.
  nonisolated public init(collectionName: String) {
    self.collectionName = collectionName
    instance = .current
  }
}

nonisolated extension MIAQuery {
  /// The most objects wanted; 0, as at first, for as many as the server gives, which is 500.
  public var limit: Int {
    get { terms.withLock { $0.limit } }
    set { terms.withLock { $0.limit = min(max(newValue, 0), QueryTerms.maximum) } }
  }

  /// How many objects are left out before the first; 0 at first.
  public var skip: Int {
    get { terms.withLock { $0.skip } }
    set { terms.withLock { $0.skip = max(newValue, 0) } }
  }

  /// Sorts by a key, after those that were given before; the same key again changes its direction.
  public func addSortKey(_ key: String, ascending: Bool) {
    terms.withLock { $0.sort(key, isAscending: ascending) }
  }

  /// Asks for these fields only, and the id; takes back what was excluded.
  public func includeKeys(inResults keys: [String]) { select(keys, isIncluding: true) }

  /// Asks for all fields but these; takes back what was included.
  public func excludeKeys(fromResults keys: [String]) { select(keys, isIncluding: false) }

  private func select(_ keys: [String], isIncluding: Bool) {
    terms.withLock {
      $0.fields = keys
      $0.includesFields = isIncluding
    }
  }
}
