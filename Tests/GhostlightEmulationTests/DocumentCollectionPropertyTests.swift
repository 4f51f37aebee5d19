import GhostlightCore
import GhostlightEmulation
import TestSupport
import Testing

@Suite struct `Document collection against a dictionary` {
  @Test(arguments: [21, 22, 23] as [UInt64])
  func `random writes leave both the same`(_ seed: UInt64) {
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

  /// Indexes kept by single writes answer like indexes built at once.
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
