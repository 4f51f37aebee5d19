import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The body of an export of many documents, which goes out while the rest of it is being made.
///
/// It shows the collection as it was when the request came, in order of creation.
struct ExportBody: BodySource {
  /// Exports of fewer documents are answered whole.
  private static let fewest = 1_000
  /// About so many bytes are made at a time.
  private static let pieceBytes = 64 << 10
  /// So many documents are looked at for a piece at most.
  private static let pieceDocuments = 1_024

  private let collection: CRUDCollection
  private var walk: OrderedIndexWalk
  private let selection: CRUDSelection
  private let projection: DocumentProjection
  private let printer: ExportPrinter
  private let budget: WorkBudget
  private var isEmpty = true
  private var isOver = false

  /// Makes the body of an export, or answers `nil` where the documents are few, or all of them have
  /// to be known before the first: in another order, or where computing a field may be refused.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` where another budget is to follow, since pieces are made when
  ///   this one serves somebody else already.
  init?(
    _ parameters: CRUDParameters, _ collection: CRUDCollection, _ configuration: MiaConfiguration,
    _ format: ExportFormat, _ options: ExportOptions, within budget: WorkBudget
  ) throws(Fault) {
    guard collection.documents.count >= Self.fewest else { return nil }
    let sorts =
      try !parameters.order().isEmpty
      || configuration.crudCompatibility == .seven && !collection.definition.defaultSorting.isEmpty
    let selection = try parameters.selection()
    let projection = try DocumentProjection(parameters, of: collection)
    guard !sorts, selection.id == nil, selection.filter.near == nil, !selection.filter.hasText,
      projection.computed.isEmpty, parameters.number(.skip) == nil,
      parameters.number(.limit) == nil
    else { return nil }
    try budget.expect(.max, times: 1)
    self.collection = collection
    walk = collection.documents.walk()
    self.selection = selection
    self.projection = projection
    printer = ExportPrinter(format, names: projection.names, options)
    self.budget = budget
  }

  /// The answer that the body belongs to.
  var response: Response {
    var response = Response(.ok, headers: [.contentType: printer.format.rawValue])
    response.body = printer.start
    response.stream = BodyStream(self)
    return response
  }

  mutating func next() throws(BodyInterruption) -> [UInt8]? {
    guard !isOver else { return nil }
    do throws(Fault) { return try piece() } catch { throw BodyInterruption(error.message) }
  }

  private mutating func piece() throws(Fault) -> [UInt8] {
    var body: [UInt8] = []
    body.reserveCapacity(Self.pieceBytes + Self.pieceBytes / 4)
    for _ in 0..<Self.pieceDocuments where body.count < Self.pieceBytes {
      guard let entry = walk.next() else {
        body += printer.end
        isOver = true
        return body
      }
      try budget.spend(4)
      guard let document = collection.documents[entry.key],
        try selection.predicate.matches(document, within: budget)
      else { continue }
      let answer = try projection.answer(document, foundBy: selection.filter, within: budget)
      try printer.add(answer, isFirst: isEmpty, to: &body, within: budget)
      isEmpty = false
    }
    return body
  }
}
