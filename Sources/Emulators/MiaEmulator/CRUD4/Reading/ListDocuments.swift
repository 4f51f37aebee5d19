import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension MiaBackend {
  /// `GET C/`: a page of documents (A10).
  static func listDocuments(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    let parameters = try CRUDParameters(
      call, target.definition,
      allowing: [.query, .states, .projection, .rawProjection, .sort, .limit, .skip, .id],
      maximumLimit: state.configuration.maximumLimit)
    let list = try DocumentList(
      parameters, state.crud.collections[target.slot], state.configuration,
      limit: parameters.number(.limit) ?? state.configuration.defaultLimit)
    return Response(
      .ok, headers: plainJSON, body: try ListPrinter.array(list.documents, within: call.budget))
  }

  /// The content type of lists alone, without a character set (A4).
  private static let plainJSON: HTTPFields = [.contentType: "application/json"]

  /// `GET C/export`: all documents, in the format that the request accepts (A4).
  static func exportDocuments(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    let parameters = try CRUDParameters(
      call, target.definition,
      allowing: [
        .query, .states, .projection, .rawProjection, .sort, .limit, .skip, .id, .exportOptions,
      ])
    let format = try ExportFormat(call.request)
    let options = try ExportOptions(parameters.text(.exportOptions))
    let list = try DocumentList(
      parameters, state.crud.collections[target.slot], state.configuration,
      limit: parameters.number(.limit))
    return try format.response(list.documents, names: list.names, options, within: call.budget)
  }
}
