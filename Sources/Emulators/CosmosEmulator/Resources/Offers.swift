import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handlers of offers: each database and container has an offer, which describes its throughput
/// (B19).
extension CosmosBackend {
  static func listOffers(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    try ResourcePage(call)
      .response("Offers", offers(state).map { .object($0) }, rid: "")
  }

  static func queryOffers(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    try ResourcePage(call).response(
      "Offers", try ResourceQuery(call).rows(offers(state), moment), rid: "")
  }

  static func readOffer(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let position = try position(of: call, state)
    return CosmosReply.resource(.ok, offers(state)[position])
  }

  /// Replaces the throughput of an offer.
  ///
  /// The offer cannot be moved to another database or container (B19).
  static func replaceOffer(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let index = try position(of: call, state)
    var position = index
    let body = try RequestJSON.object(call.request, within: call.budget)
    guard body["id"]?.string == call["offer"], body["_rid"]?.string == call["offer"] else {
      throw .nameChange
    }
    var database = 0
    while position > state.databases[database].containers.count {
      position -= state.databases[database].containers.count + 1
      database += 1
    }
    let isOfContainer = position > 0
    var throughput =
      isOfContainer
      ? state.databases[database].containers[position - 1].throughput
      : state.databases[database].throughput
    try throughput.replace(with: body["content"] ?? .null)
    throughput.stamp = state.stamp(moment)
    if isOfContainer {
      state.databases[database].containers[position - 1].throughput = throughput
      state.databases[database].containers[position - 1].ranges
        .grow(to: PartitionKeyRanges.count(for: throughput))
    } else {
      state.databases[database].throughput = throughput
    }
    return CosmosReply.resource(.ok, offers(state)[index])
  }

  /// Returns the index of the offer in a request's path, in the list of all offers.
  private static func position(of call: Call, _ state: CosmosState) throws(Fault) -> Int {
    guard ResourceID(text: call["offer"]) != nil else { throw .badURL }
    let all = offers(state)
    try call.budget.spend(all.count, times: 4)
    let id = call["offer"]
    guard let position = all.firstIndex(where: { $0["id"]?.string == id }) else {
      throw .noResource
    }
    return position
  }

  /// Returns the offer of each database, followed by the offers of its containers.
  private static func offers(_ state: CosmosState) -> [JSONObject] {
    state.databases.flatMap { database in
      [
        offer(
          database.link, database.rid, database.throughput, database.tag, database.seconds)
      ]
        + database.containers.map { container in
          offer(
            container.link(in: database), container.rid, container.throughput, container.tag,
            container.seconds)
        }
    }
  }

  private static func offer(
    _ link: String, _ rid: ResourceID, _ throughput: Throughput, _ tag: String, _ seconds: Int64
  ) -> JSONObject {
    let id = rid.offer.text
    return [
      "resource": .string(link), "offerType": .string(throughput.kind),
      "offerResourceId": .string(rid.text),
      "offerVersion": "V2", "content": throughput.content,
      "id": .string(id), "_rid": .string(id), "_self": .string("offers/\(id)/"),
      "_etag": .string(throughput.stamp?.tag ?? tag),
      "_ts": .integer(throughput.stamp?.seconds ?? seconds),
    ]
  }
}
