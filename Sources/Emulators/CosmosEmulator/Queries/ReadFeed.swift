import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handler of `GET …/docs`, which lists the documents of a partition or container (B12).
///
/// The documents are in creation order.
extension CosmosBackend {
  static func listDocuments(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let container = state[try state.place(call)]
    let range = try DocumentRange(call.request, container)
    let size = try PageSize.read(call.request, standard: 100)
    let position = try Continuation.read(call.request, of: container)
    var walk = try DocumentWalk(
      container, range, filter: .always, from: position.number, moment, within: call.budget)
    var page: [JSON] = []
    var next: Continuation?
    while let document = try walk.next() {
      guard page.count < size else {
        next = Continuation(
          rid: document.document["_rid"]?.string ?? "", page: position.page + 1,
          rows: position.rows + page.count)
        break
      }
      page.append(.object(document.document))
    }
    var response = try CosmosReply.feed(
      "Documents", page, rid: container.rid.text, charge: RequestCharge.ofFeed,
      within: call.budget)
    response.headers[.msContinuation] = next?.text
    response.headers[.msRangeID] = range.rangeID
    return response
  }
}

/// The requested page of a list of databases, containers, users, permissions or offers (B2, B12).
struct ResourcePage {
  private let size: Int
  private let position: Continuation
  private let budget: WorkBudget

  init(_ call: Call) throws(Fault) {
    size = try PageSize.read(call.request, standard: PageSize.dynamic)
    position = try Continuation.read(call.request)
    budget = call.budget
  }

  /// Returns a response with this page of the list, and with the continuation token of the next
  /// page.
  func response(
    _ name: String, _ elements: [JSON], rid: String
  ) throws(Fault) -> Response {
    try budget.spend(elements.count, times: 4)
    let known =
      position.rid.isEmpty
      ? nil : elements.firstIndex { $0["_rid"]?.string == position.rid }
    let start = known ?? min(position.rows, elements.count)
    let page = elements[start...].prefix(size)
    var response = try CosmosReply.feed(name, Array(page), rid: rid, within: budget)
    guard page.endIndex < elements.count else { return response }
    let next = Continuation(
      rid: elements[page.endIndex]["_rid"]?.string ?? "", page: position.page + 1,
      rows: page.endIndex)
    response.headers[.msContinuation] = next.text
    return response
  }
}
