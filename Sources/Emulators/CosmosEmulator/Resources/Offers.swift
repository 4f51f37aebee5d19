import GhostlightCore
import GhostlightEmulation

/// Throughput: an offer for each database and container (B19).
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

  private static func offers(_ state: CosmosState) -> [JSONObject] {
    state.databases.flatMap { database in
      [offer(database.link, database.rid, database.throughput, database.tag, database.seconds)]
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
      "resource": .string(link), "offerType": "Invalid", "offerResourceId": .string(rid.text),
      "offerVersion": "V2", "content": throughput.content,
      "id": .string(id), "_rid": .string(id), "_self": .string("offers/\(id)/"),
      "_etag": .string(tag), "_ts": .integer(seconds),
    ]
  }
}
