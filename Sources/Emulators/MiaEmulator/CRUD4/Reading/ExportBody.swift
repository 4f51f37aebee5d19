import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The body of an export of many documents, sent in pieces.
///
/// The first pieces are sent before the last ones are created. The documents are those of the
/// collection when the request arrived, in creation order.
struct ExportBody: BodySource {
  /// The minimum number of documents that a collection must have for its export to be streamed.
  private static let fewest = 1_000
  /// The approximate size in bytes of each piece of a streamed export.
  private static let pieceBytes = 64 << 10
  /// The maximum number of documents that are examined for one piece.
  private static let pieceDocuments = 1_024

  private let collection: CRUDCollection
  private var walk: OrderedIndexWalk
  private let selection: CRUDSelection
  /// The condition of the selection, without documents that have expired.
  private let predicate: Predicate
  private let projection: DocumentProjection
  private var printer: ExportPrinter
  private let budget: WorkBudget
  private var isEmpty = true
  private var isOver = false

  /// Creates the body of an export, or returns `nil` if the export should not be streamed.
  ///
  /// An export is not streamed if the collection has few documents. It is not streamed either if
  /// the first document depends on all others: with `_s`, `_l`, `_sk`, distances, scores or
  /// computed fields.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if this budget does not cover all pieces and a larger one
  ///   may follow. The pieces are created later, when the budget no longer belongs to this request.
  init?(
    _ parameters: CRUDParameters, _ collection: CRUDCollection, _ configuration: MiaConfiguration,
    _ format: ExportFormat, _ options: CSVOptions, within budget: WorkBudget
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
    predicate = collection.alive(selection.predicate)
    self.projection = projection
    printer = ExportPrinter(format, names: projection.names, options)
    self.budget = budget
  }

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
        try predicate.matches(document, within: budget)
      else { continue }
      let answer = try projection.answer(document, foundBy: selection.filter, within: budget)
      try printer.add(answer, isFirst: isEmpty, to: &body, within: budget)
      isEmpty = false
    }
    return body
  }
}
