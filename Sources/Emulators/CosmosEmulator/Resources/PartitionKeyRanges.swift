import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// `GET …/pkranges`: one range, which never splits (B10).
extension CosmosBackend {
  static func listPartitionKeyRanges(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let place = try state.place(call)
    let container = state[place]
    let tag = "\"1\""
    // Clients repeat the request with the tag until nothing is new.
    if call.request.headers[.ifNoneMatch] == tag {
      return Response(.notModified, headers: [.eTag: tag])
    }
    let rid = container.rid.partitionKeyRange(2).text
    let link = container.link(in: state.databases[place.database])
    let range: JSON = [
      "_rid": .string(rid), "id": "0",
      "_etag": .string(EntityTag.text(write: 1, seconds: container.seconds)),
      "minInclusive": "", "maxExclusive": "FF", "ridPrefix": 0,
      "_self": .string("\(link)pkranges/\(rid)/"), "throughputFraction": 1, "status": "online",
      "parents": [], "ownedArchivalPKRangeIds": [], "_ts": .integer(container.seconds),
      "lsn": .integer(container.lsn),
    ]
    var response = try CosmosReply.feed(
      "PartitionKeyRanges", [range], rid: container.rid.text, within: call.budget)
    response.headers[.eTag] = tag
    return response
  }
}
