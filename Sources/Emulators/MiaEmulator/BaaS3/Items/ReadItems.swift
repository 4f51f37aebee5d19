import GhostlightCore
import GhostlightEmulation

/// Handlers that list, count and read items (B3, B4).
extension MiaBackend {
  static func listItems(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    let name = try collectionName(call)
    let scope = try state.scope(of: .read, in: name, call)
    let items = try ItemQuery(call).page(of: state.items(name), scope, within: call.budget)
    return BaaSEnvelope.printed(try ListPrinter.array(items, within: call.budget))
  }

  static func countItems(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    let name = try collectionName(call)
    let scope = try state.scope(of: .read, in: name, call)
    let count = try ItemQuery(call).count(of: state.items(name), scope, within: call.budget)
    return BaaSEnvelope.json(["count": .integer(Int64(count))])
  }

  static func readItem(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    let name = try collectionName(call)
    let scope = try state.scope(of: .read, in: name, call)
    let item = try state.item(call["id"], in: name, scope)
    return BaaSEnvelope.json(.object(try ItemQuery(call).fields.applied(to: item)))
  }

  /// Returns the collection name in the path; `users` if the route's pattern has no `{collection}`.
  ///
  /// - Throws: A refusal if the name is `v2`, `v3` or `-`, which are prefixes of other routes
  ///   (0.3).
  static func collectionName(_ call: Call) throws(Fault) -> String {
    guard let name = call.captures["collection"] else { return MiaState.usersName }
    guard !["v2", "v3", "-"].contains(name) else { throw .baasNotFound }
    return name
  }
}
