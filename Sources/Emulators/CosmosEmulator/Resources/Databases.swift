import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handlers of databases (B8).
extension CosmosBackend {
  static func createDatabase(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let body = try RequestJSON.object(call.request, within: call.budget)
    let id = try ResourceName.read(body)
    try ResourceName.check(id, below: ResourceName.longContainer)
    guard !state.databases.contains(where: { BytewiseString($0.id) == BytewiseString(id) }) else {
      throw .resourceExists
    }
    let throughput = try Throughput(call.request)
    state.databaseCount += 1
    var database = Database(id: id, number: state.databaseCount, state.stamp(moment))
    database.throughput = throughput
    state.databases.append(database)
    return CosmosReply.resource(.created, database.json, charge: "4.95")
  }

  static func listDatabases(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    try ResourcePage(call)
      .response("Databases", state.databases.map { .object($0.json) }, rid: "")
  }

  static func queryDatabases(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let rows = try ResourceQuery(call).rows(state.databases.map(\.json), moment)
    return try ResourcePage(call).response("Databases", rows, rid: "")
  }

  static func readDatabase(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    CosmosReply.resource(.ok, state.databases[try state.database(call)].json, charge: "2")
  }

  static func deleteDatabase(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    state.databases.remove(at: try state.database(call))
    return CosmosReply.deleted()
  }
}
