import GhostlightCore
import GhostlightEmulation

/// Throughput: a fixed offer for each database and container (B19).
extension CosmosBackend {
  static func listOffers(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    try ResourcePage(call.request)
      .response("Offers", offers(state).map { .object($0) }, rid: "")
  }

  static func queryOffers(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    try ResourcePage(call.request).response(
      "Offers", try ResourceQuery(call.request).rows(offers(state), moment), rid: "")
  }

  private static func offers(_ state: CosmosState) -> [JSONObject] {
    state.databases.flatMap { database in
      [offer(database.link, database.rid.text, database.tag, database.seconds)]
        + database.containers.map { container in
          offer(
            container.link(in: database), container.rid.text, container.tag, container.seconds)
        }
    }
  }

  private static func offer(
    _ link: String, _ rid: String, _ tag: String, _ seconds: Int64
  ) -> JSONObject {
    let id = String(rid.prefix(4)) + String(rid.filter { $0 != "=" }.suffix(2))
    return [
      "resource": .string(link), "offerType": "Invalid", "offerResourceId": .string(rid),
      "offerVersion": "V2",
      "content": [
        "offerThroughput": 400, "offerIsRUPerMinuteThroughputEnabled": false,
        "offerMinimumThroughputParameters": [
          "maxThroughputEverProvisioned": 400, "maxConsumedStorageEverInKB": 0,
        ],
      ],
      "id": .string(id), "_rid": .string(id), "_self": .string("offers/\(id)/"),
      "_etag": .string(tag), "_ts": .integer(seconds),
    ]
  }
}
