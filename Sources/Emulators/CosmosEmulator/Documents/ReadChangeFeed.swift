import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handler of `GET …/docs` with `A-IM`, which lists documents changed since a given write
/// (B18).
///
/// Each changed document occurs once, in its latest state, unless the client asks for all versions.
extension CosmosBackend {
  static func readChangeFeed(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let container = state[try state.place(call)]
    if RequestKind.isFullFidelity(call.request) {
      return try readAllVersions(call, container, moment)
    }
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
    return try changeFeed(page, of: container, in: range, upTo: last, call)
  }

  private static func changeFeed(
    _ page: [JSON], of container: Container, in range: DocumentRange, upTo last: Int64, _ call: Call
  ) throws(Fault) -> Response {
    var response =
      page.isEmpty
      ? Response(.notModified)
      : try CosmosReply.feed(
        "Documents", page, rid: container.rid.text, charge: RequestCharge.ofFeed,
        within: call.budget)
    response.headers[.msETag] = "\"\(last)\""
    response.headers[.msRangeID] = range.rangeID
    return response
  }

  /// Lists each version of the documents since a given write, and each deletion.
  ///
  /// The feed can only start now, or at a write within the retention time of the container.
  private static func readAllVersions(
    _ call: Call, _ container: Container, _ moment: Moment
  ) throws(Fault) -> Response {
    guard let retention = container.settings.retention else { throw .versionsNotKept }
    guard call.request.headers[.ifNoneMatch] != nil else { throw .versionsGone }
    let range = try DocumentRange(call.request, container)
    let size = try PageSize.read(call.request, standard: 100)
    let start = position(call.request, container)
    let records = container.history.records
    var offset = container.history.offset(after: start)
    var page: [JSON] = []
    var last = start
    guard start >= container.history.horizon else { throw .versionsGone }
    reading: while true {
      let block = records.documents(from: offset, limit: 256)
      for change in block.lazy.compactMap({ ContainerChange($0.document) }) {
        try call.budget.spend(8)
        guard change.seconds > moment.seconds - retention else { throw .versionsGone }
        guard page.count < size || change.number == last else { break reading }
        last = change.number
        guard range.contains(change.document, container) else { continue }
        page.append(change.entry(along: container.settings.partitionPaths))
      }
      offset += block.count
      if block.isEmpty { break }
    }
    return try changeFeed(page, of: container, in: range, upTo: last, call)
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
