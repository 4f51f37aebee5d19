import GhostlightCore
import GhostlightEmulation

/// Walks the living documents of a range in order of creation, from one on.
///
/// ``FoundDocument/sequence`` is the number in the document's RID here, which tokens carry.
struct DocumentWalk {
  private let container: Container
  private let range: DocumentRange
  private let moment: Moment
  private let budget: WorkBudget
  /// What an index found; `nil` while all documents are walked, a block at a time.
  private var found: [FoundDocument]?
  private var position: Int

  private static let block = 256
  private var blockDocuments: [FoundDocument] = []
  private var blockStart = 0

  init(
    _ container: Container, _ range: DocumentRange, filter: Predicate, from number: Int,
    _ moment: Moment, within budget: WorkBudget
  ) throws(Fault) {
    self.container = container
    self.range = range
    self.moment = moment
    self.budget = budget
    let predicate = Predicate.and([range.filter(container), filter])
    if predicate.isAlways {
      position = container.documents.offset { Container.number(of: $0) < number }
    } else {
      let documents = try container.documents.find(Query(predicate), within: budget).documents
      found = documents
      position =
        number == 0
        ? 0 : documents.partitioningIndex { Container.number(of: $0.document) >= number }
    }
  }

  mutating func next() throws(Fault) -> FoundDocument? {
    while var document = try take() {
      try budget.spend(range.isAll ? 6 : 16)
      guard range.contains(document.document, container),
        !container.hasExpired(document.document, at: moment)
      else { continue }
      document.sequence = Container.number(of: document.document)
      return document
    }
    return nil
  }

  private mutating func take() throws(Fault) -> FoundDocument? {
    defer { position += 1 }
    if let found { return position < found.count ? found[position] : nil }
    if position < blockStart || position >= blockStart + blockDocuments.count {
      blockStart = position
      blockDocuments = try container.documents.find(
        Query(offset: position, limit: Self.block), within: budget
      ).documents
    }
    return position - blockStart < blockDocuments.count
      ? blockDocuments[position - blockStart] : nil
  }

  /// All that are left.
  mutating func all() throws(Fault) -> [FoundDocument] {
    var documents: [FoundDocument] = []
    while let document = try next() { documents.append(document) }
    return documents
  }
}

extension DocumentCollection {
  /// The offset of the first document that is not before a place, in an order that the documents
  /// were made in.
  func offset(_ isBefore: (JSONObject) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      let found = documents(from: middle, limit: 1).first
      if found.map({ isBefore($0.document) }) ?? false { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Array {
  /// The position of the first element that passes a test which all behind it pass too.
  fileprivate func partitioningIndex(_ passes: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if passes(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
