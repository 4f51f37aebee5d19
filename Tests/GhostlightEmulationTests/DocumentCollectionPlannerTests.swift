import GhostlightCore
import TestSupport
import Testing

@testable import GhostlightEmulation

@Suite struct `Document collection planner` {
  @Test(arguments: [31, 32, 33, 34] as [UInt64])
  func `every query plan finds the same documents as a full scan`(_ seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    var plain = DocumentCollection()
    var indexed = DocumentCollection(indexes: RandomQueries.indexes)
    var kinds: Set<String> = []
    for step in 0..<240 {
      let key = "k\(step)"
      let document = RandomQueries.document(&random)
      plain.insert(document, forKey: key)
      indexed.insert(document, forKey: key)
      if random.below(5) == 0 {
        let gone = "k\(random.below(step + 1))"
        plain.remove(gone)
        indexed.remove(gone)
      }
      let query = RandomQueries.query(&random)
      let wanted = try Self.simply(plain, query)
      #expect(plain.find(query) == wanted, "\(query)")
      #expect(indexed.find(query) == wanted, "\(query)")
      #expect(plain.page(query) == wanted.documents, "\(query)")
      #expect(indexed.page(query) == wanted.documents, "\(query)")
      kinds.insert(try indexed.plan(for: query, within: .unlimited).kind)
    }
    #expect(kinds == ["nothing", "creationOrder", "indexOrder", "candidates", "scan"])
  }

  /// Returns the result of a query, found without indexes by filtering and sorting all documents.
  private static func simply(_ documents: DocumentCollection, _ query: Query) throws -> QueryResult
  {
    var matches = try documents.documents().filter {
      try query.predicate.matches($0.document, within: .unlimited)
    }
    matches.sort { left, right in
      for key in query.order {
        let leftRank = rank(key.path.value(in: left.document), key)
        let rightRank = rank(key.path.value(in: right.document), key)
        if leftRank.kind != rightRank.kind { return leftRank.kind < rightRank.kind }
        guard let leftValue = leftRank.value, let rightValue = rightRank.value,
          leftValue != rightValue
        else { continue }
        return key.descending ? leftValue > rightValue : leftValue < rightValue
      }
      return query.newestFirst ? left.sequence > right.sequence : left.sequence < right.sequence
    }
    let page = matches.dropFirst(query.offset).prefix(query.limit ?? .max)
    return QueryResult(documents: Array(page), total: matches.count)
  }

  private static func rank(_ value: JSON?, _ key: SortKey) -> (kind: Int, value: IndexValue?) {
    guard let value else {
      let low = key.descending ? 9 : -9
      return (key.missing == .first ? -9 : (key.missing == .last ? 9 : low), nil)
    }
    let kind = value.array != nil ? 1 : (value.object != nil ? 2 : 0)
    return (key.descending ? -kind : kind, IndexValue(value))
  }
}

extension QueryPlan {
  /// The name of the case.
  var kind: String {
    switch self {
    case .nothing: "nothing"
    case .creationOrder: "creationOrder"
    case .indexOrder: "indexOrder"
    case .candidates: "candidates"
    case .scan: "scan"
    }
  }
}
