import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// `GET …/docs` with `A-IM`: what was written since, each document once in its latest state (B18).
extension CosmosBackend {
  static func readChangeFeed(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let container = state[try state.place(call)]
    let range = try DocumentRange(call.request, container)
    let size = try PageSize.read(call.request, standard: 100)
    let start = position(call.request, container)
    let earliest = earliest(call.request)
    var changes = ChangeWalk(container.changes, behind: start, within: call.budget)
    var page: [JSON] = []
    var last = start
    while let change = try changes.next() {
      let number = change.document["lsn"]?.integer ?? 0
      // What one batch wrote stays on one page: a reader goes on behind its number.
      guard page.count < size || number == last else { break }
      guard var document = container.documents[change.key],
        range.contains(document, container), !container.hasExpired(document, at: moment),
        earliest.map({ (document["_ts"]?.integer ?? 0) >= $0 }) ?? true
      else {
        last = number
        continue
      }
      last = number
      document["_lsn"] = .integer(number)
      page.append(.object(document))
    }
    if page.isEmpty { last = max(last, start) }
    var response =
      page.isEmpty
      ? Response(.notModified)
      : try CosmosReply.feed(
        "Documents", page, rid: container.rid.text, within: call.budget)
    response.headers[.msETag] = "\"\(last)\""
    response.headers[.msRangeID] = range.rangeID
    return response
  }

  /// The second that `If-Modified-Since` names, from which on changes count where no LSN says it (B18).
  private static func earliest(_ request: Request) -> Int64? {
    guard request.headers[.ifNoneMatch] == nil else { return nil }
    return request.value(of: .ifModifiedSince).flatMap(HTTPDate.milliseconds).map { $0 / 1000 }
  }

  /// The LSN to go on behind: of `If-None-Match`, the present for `*`, else the beginning.
  private static func position(_ request: Request, _ container: Container) -> Int64 {
    guard let text = request.value(of: .ifNoneMatch) else { return 0 }
    if text == "*" { return container.lsn }
    return Int64(text.filter { $0 != "\"" }) ?? 0
  }
}

/// The changes behind a number, in the order of the writes; so many are looked at as are asked for.
struct ChangeWalk {
  private let changes: DocumentCollection
  private let budget: WorkBudget
  private var position: Int
  private var block: [FoundDocument] = []
  private var blockStart: Int

  private static let blockSize = 256

  init(_ changes: DocumentCollection, behind number: Int64, within budget: WorkBudget) {
    self.changes = changes
    self.budget = budget
    // They are made anew with every write, so the numbers grow in the order of creation.
    position = changes.offset { ($0["lsn"]?.integer ?? 0) <= number }
    blockStart = position
  }

  mutating func next() throws(Fault) -> FoundDocument? {
    if position == blockStart + block.count {
      blockStart = position
      block = try changes.find(
        Query(offset: position, limit: Self.blockSize), within: budget
      ).documents
    }
    guard position < blockStart + block.count else { return nil }
    defer { position += 1 }
    return block[position - blockStart]
  }
}
