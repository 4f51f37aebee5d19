import GhostlightCore
import GhostlightEmulation

/// Walks the living documents of a range in order of creation, from one on.
///
/// ``FoundDocument/sequence`` is the number in the document's RID here, which tokens carry.
struct DocumentWalk {
  private let container: Container
  private let range: DocumentRange
  private let moment: Moment
  /// What an index found; `nil` while all documents are walked, a block at a time.
  private var found: [FoundDocument]?
  private var position: Int

  private static let block = 256
  private var blockDocuments: [FoundDocument] = []
  private var blockStart = 0

  init(
    _ container: Container, _ range: DocumentRange, filter: Predicate, from number: Int,
    _ moment: Moment
  ) {
    self.container = container
    self.range = range
    self.moment = moment
    let predicate = Predicate.and([range.filter(container), filter])
    if predicate.isAlways {
      position = Self.offset(of: number, in: container.documents)
    } else {
      let documents = container.documents.find(Query(predicate)).documents
      found = documents
      position =
        documents.firstIndex { Container.number(of: $0.document) >= number }
        ?? documents.count
    }
  }

  /// The offset of the first document whose number is not smaller.
  private static func offset(of number: Int, in documents: DocumentCollection) -> Int {
    var low = 0
    var high = documents.count
    while low < high {
      let middle = (low + high) / 2
      let found = documents.find(Query(offset: middle, limit: 1)).documents.first
      if found.map({ Container.number(of: $0.document) < number }) ?? false {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  mutating func next() -> FoundDocument? {
    while var document = take() {
      guard range.contains(document.document, container),
        !container.hasExpired(document.document, at: moment)
      else { continue }
      document.sequence = Container.number(of: document.document)
      return document
    }
    return nil
  }

  private mutating func take() -> FoundDocument? {
    defer { position += 1 }
    if let found { return position < found.count ? found[position] : nil }
    if position < blockStart || position >= blockStart + blockDocuments.count {
      blockStart = position
      blockDocuments =
        container.documents
        .find(Query(offset: position, limit: Self.block)).documents
    }
    return position - blockStart < blockDocuments.count
      ? blockDocuments[position - blockStart] : nil
  }

  /// All that are left.
  mutating func all() -> [FoundDocument] {
    var documents: [FoundDocument] = []
    while let document = next() { documents.append(document) }
    return documents
  }
}
