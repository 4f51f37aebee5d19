import GhostlightCore
import GhostlightEmulation
import TestSupport
import Testing

@Suite struct `Document collection compared with a dictionary` {
  @Test(arguments: [21, 22, 23] as [UInt64])
  func `random writes leave a collection and a dictionary the same`(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    var documents = DocumentCollection(indexes: RandomQueries.indexes)
    var model: [String: JSONObject] = [:]
    var order: [String] = []
    for round in 0..<2_000 {
      let key = "k\(random.below(300))"
      let document = RandomQueries.document(&random)
      switch random.below(4) {
      case 0, 1:
        let isNew = documents.insert(document, forKey: key)
        #expect(isNew == (model[key] == nil))
        if model[key] == nil {
          model[key] = document
          order.append(key)
        }
      case 2:
        let old = documents.replace(document, forKey: key)
        #expect(old == model[key])
        if model[key] != nil { model[key] = document }
      default:
        let removed = documents.remove(key)
        let removedFromModel = model.removeValue(forKey: key)
        #expect(removed == removedFromModel)
        order.removeAll { $0 == key }
      }
      guard round % 300 == 0 || round == 1_999 else { continue }
      #expect(documents.count == model.count)
      #expect(documents.keys() == order)
      #expect(documents.documents().map(\.document) == order.compactMap { model[$0] })
      expectFreshIndexes(documents)
    }
  }

  @Test(arguments: [0, 1, 500])
  func `inserting many documents equals inserting one by one`(_ present: Int) {
    var random = SeededNumbers(seed: 24)
    let documents = (0..<1500).map { _ in RandomQueries.document(&random) }
    let keys = (0..<1500).map { "k\($0)" }
    var single = DocumentCollection(indexes: RandomQueries.indexes)
    for (document, key) in zip(documents, keys) { single.insert(document, forKey: key) }
    var many = DocumentCollection(indexes: RandomQueries.indexes)
    for (document, key) in zip(documents, keys).prefix(present) {
      many.insert(document, forKey: key)
    }
    let taken = many.insert(count: documents.count - present) {
      (key: keys[present + $0], document: documents[present + $0])
    }
    #expect(taken == nil)
    #expect(many.documents().map(\.document) == documents)
    #expect(many.documents().map(\.sequence) == single.documents().map(\.sequence))
    #expect(many.keys() == keys)
    expectFreshIndexes(many)
    // If the collection already contains one of the keys, it is unchanged.
    let again = many.insert(count: 2) { (key: ["new", "k7"][$0], document: documents[$0]) }
    let twice = many.insert(count: 2) { (key: "new", document: documents[$0]) }
    #expect(throws: Refusal.self) {
      try many.insert(count: 2) { position throws(Refusal) in
        guard position == 0 else { throw Refusal() }
        return (key: "new", document: documents[0])
      }
    }
    #expect(again == 1)
    #expect(twice == 1)
    #expect(many.keys() == keys)
    expectFreshIndexes(many)
  }

  private struct Refusal: Error {}

  /// Checks that indexes that single writes have updated equal newly built indexes.
  private func expectFreshIndexes(_ documents: DocumentCollection) {
    var fresh = DocumentCollection(indexes: RandomQueries.indexes)
    for found in documents.documents() { fresh.insert(found.document, forKey: found.key) }
    for definition in RandomQueries.indexes {
      for descending in [false, true] {
        let order = [SortKey(definition.path, descending: descending)]
        let kept = documents.find(Query(order: order)).documents.map(\.key)
        #expect(kept == fresh.find(Query(order: order)).documents.map(\.key))
      }
      let present = Query(.field(definition.path, .greaterOrEqual(0)))
      #expect(
        documents.find(present).documents.map(\.key) == fresh.find(present).documents.map(\.key))
    }
  }
}
