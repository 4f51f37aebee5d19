import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handler of `GET …/docs` with `A-IM`, which lists documents changed since a given write
/// (B18).
///
/// Each changed document occurs once, in its latest state.
extension CosmosBackend {
  static func readChangeFeed(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let container = state[try state.place(call)]
    let range = try DocumentRange(call.request, container)
    let size = try PageSize.read(call.request, standard: 100)
    let start = position(call.request, container)
    let earliest = earliest(call.request)
    var changes = container.changes.walk(above: start)
    var page: [JSON] = []
    var last = start
    while let change = changes.next() {
      try call.budget.spend(4)
      let number = change.number
      // All writes of one batch share a number, and a reader resumes after the last number of a
      // page, so a batch must not be split between pages.
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

  /// Returns the time in `If-Modified-Since`, in seconds since 1970, or `nil` if it is not used.
  ///
  /// The feed starts at this time if the request does not contain an LSN (B18).
  private static func earliest(_ request: Request) -> Int64? {
    guard request.headers[.ifNoneMatch] == nil else { return nil }
    return request.value(of: .ifModifiedSince).flatMap(HTTPDate.milliseconds).map { $0 / 1000 }
  }

  /// Returns the LSN after which the feed starts.
  ///
  /// It is the LSN in `If-None-Match`, the container's current LSN for `*`, or 0 without that
  /// field.
  private static func position(_ request: Request, _ container: Container) -> Int64 {
    guard let text = request.value(of: .ifNoneMatch) else { return 0 }
    if text == "*" { return container.lsn }
    return Int64(text.filter { $0 != "\"" }) ?? 0
  }
}
