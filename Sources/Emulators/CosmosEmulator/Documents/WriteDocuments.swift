import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handlers that create, upsert, replace and delete documents (B11).
extension CosmosBackend {
  static func createDocument(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    try write(call, &state, moment) { container, home, partition, stamp throws(Fault) in
      try container.create(
        try RequestJSON.object(call.request, within: call.budget), in: partition, under: home,
        stamp, at: moment, within: call.budget)
    }
  }

  static func upsertDocument(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    try write(call, &state, moment) { container, home, partition, stamp throws(Fault) in
      try container.upsert(
        try RequestJSON.object(call.request, within: call.budget), in: partition, under: home,
        Preconditions(call.request), stamp, at: moment, within: call.budget)
    }
  }

  static func replaceDocument(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    try write(call, &state, moment) { container, _, partition, stamp throws(Fault) in
      try container.replace(
        call["id"], with: try RequestJSON.object(call.request, within: call.budget), in: partition,
        Preconditions(call.request), stamp, at: moment, within: call.budget)
    }
  }

  static func deleteDocument(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    try write(call, &state, moment) { container, _, partition, _ throws(Fault) in
      try container.delete(
        call["id"], in: partition, Preconditions(call.request), at: moment, within: call.budget)
    }
  }

  /// Handles `POST …/operations/partitionkeydelete`: deletes all documents with one partition key
  /// (B11).
  static func deletePartition(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let place = try state.place(call)
    _ = try state[place].partition(of: call.request)
    let range = try DocumentRange(call.request, state[place])
    try state[place].deleteAll(in: range, at: moment, within: call.budget)
    state.writes += 1
    var response = Response(.ok)
    response.headers[.msRangeID] = range.rangeID
    return response
  }

  /// Calls `body` to write to the container in a request's path.
  ///
  /// If `body` throws, the state is unchanged.
  static func write(
    _ call: Call, _ state: inout CosmosState, _ moment: Moment,
    _ body: (inout Container, String, PartitionKey, WriteStamp) throws(Fault) -> DocumentWrite
  ) throws(Fault) -> Response {
    // The limit applies to the number of bytes that the client sent (B11).
    guard call.request.body.count <= RequestJSON.largestDocument else { throw .tooLarge }
    try NotEmulated.check(write: call.request)
    let place = try state.place(call)
    let partition = try state[place].partition(of: call.request)
    let home = state.link(to: place)
    let stamp = WriteStamp(number: state.writes + 1, seconds: moment.seconds)
    try state[place].payPurge(call.budget)
    let written = try body(&state[place], home, partition, stamp)
    state[place].purge(at: moment)
    state.writes += 1
    return DocumentReply.response(written, rangeID: state[place].rangeID(of: partition))
  }
}

/// Functions that build a response with one document.
enum DocumentReply {
  static func response(_ write: DocumentWrite, rangeID: String) -> Response {
    var response: Response
    if let document = write.document {
      let bytes = JSON.object(document).bytes
      response = CosmosReply.resource(
        HTTPResponse.Status(code: write.status), bytes, tag: document["_etag"]?.string,
        charge: RequestCharge.ofDocument(write.charge, bytes: bytes.count))
    } else {
      response = CosmosReply.deleted(charge: write.charge)
    }
    response.headers[.msRangeID] = rangeID
    return response
  }
}
