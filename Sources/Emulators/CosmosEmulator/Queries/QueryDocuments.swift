import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// `POST …/docs` with a query (B13).
extension CosmosBackend {
  static func queryDocuments(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let container = state[try state.place(call)]
    let query = try ResourceQuery(call)
    let range = try DocumentRange(call.request, container)
    let isAcross = range.isAll && call.request.headers[.msRangeID] == nil
    if isAcross {
      try CrossPartition.check(query.statement, call.request, state.configuration)
    }
    let size = try PageSize.read(call.request, standard: PageSize.dynamic)
    let position = try Continuation.read(call.request)
    let page = try QueryPage(
      query.statement, container, range, from: position, size: size, moment, within: call.budget)
    var response = try CosmosReply.feed(
      "Documents", page.rows, rid: container.rid.text, charge: page.charge, within: call.budget)
    response.headers[.msContinuation] = page.next.map { next in
      let token: JSON = [
        "token": .string(next.text), "range": ["min": "", "max": "FF"],
      ]
      return next.page > 1 ? JSON.array([token]).text() : token.text()
    }
    response.headers[.msRangeID] = "0"
    return response
  }
}
