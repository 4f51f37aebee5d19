import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// One resource token for each partition that an app asks for (A2, A3).
extension AppCenterBackend {
  static func exchangeTokens(
    _ call: Call, _ state: AppCenterState, _ moment: Moment
  ) throws(Fault) -> Response {
    guard let app = call.request.headers[.appSecret].flatMap(state.app) else {
      throw .noSuchApp.because(
        "the field App-Secret is missing or names none of \(state.apps.count) apps")
    }
    let exchange = TokenExchange(app: app, state: state, request: call.request, moment: moment)
    let partitions = try partitions(of: call)
    // Each token is signed, and the caller's own is read for it.
    let bearer = call.request.headers[.authorization]?.utf8.count ?? 0
    try call.budget.spend(partitions.count, times: 150 + bearer / 8)
    let tokens = partitions.map(exchange.token)
    var response = Response.json(
      .ok, ["tokens": .array(tokens.map { .object($0.object) })], headers: [:])
    if let reason = tokens.compactMap(\.reason).first {
      response.headers[.ghostlightReason] = HeaderText.print(reason)
    }
    return response
  }

  private static func partitions(of call: Call) throws(Fault) -> [String] {
    try call.budget.spend(call.request.body.count / 4)
    let body: JSON
    do throws(JSONError) { body = try JSON.parse(call.request.body) } catch {
      throw .badBody.because(error.description)
    }
    guard let elements = body["partitions"]?.array, !elements.isEmpty else { throw .noPartitions }
    let names = elements.compactMap(\.string)
    guard names.count == elements.count else { throw .noPartitions }
    return names
  }
}
