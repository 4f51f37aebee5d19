import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// `GET …/docs`: the documents of a partition or of the container, in order of creation (B12).
extension CosmosBackend {
  static func listDocuments(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let container = state[try state.place(call)]
    let range = try DocumentRange(call.request, container)
    let size = try PageSize.read(call.request, standard: 100)
    let position = try Continuation.read(call.request)
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
      "Documents", page, rid: container.rid.text, within: call.budget)
    response.headers[.msContinuation] = next?.text
    response.headers[.msRangeID] = "0"
    return response
  }
}
