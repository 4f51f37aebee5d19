import GhostlightCore
import HTTPTypes

extension HAREntry {
  /// The exchange that the entry tells of, as a replay needs it.
  ///
  /// Bodies come without transfer and content coding, and the fields that speak of them go:
  /// `Transfer-Encoding`, `Content-Encoding` of a body that the tool has decoded, `Content-Length`
  /// and `Connection` of a response, a stale `Content-Length` of a request. Those that said more
  /// than the body does are kept in the note `_dropped`. `Host` and the pseudo fields of HTTP/2
  /// become method and address.
  ///
  /// - Throws: ``HARProblem`` with the place inside the entry.
  public func exchange() throws(HARProblem) -> RecordedExchange {
    guard let started = HARDate.milliseconds(startedDateTime ?? "") else {
      throw HARProblem(
        at: "startedDateTime",
        "is \(HARProblem.quote(startedDateTime ?? "")); write a time as 2013-06-12T12:26:40.123Z")
    }
    let asked = request
    guard let answered = response else {
      throw HARProblem(at: "response", "is missing; add it or remove the entry")
    }
    var requestFields = HARFields()
    let request = try HARProblem.inside("request") { () throws(HARProblem) -> Request in
      try asked.replayable(isVerbatim: isVerbatim, &requestFields)
    }
    var responseFields = HARFields()
    let response = try HARProblem.inside("response") { () throws(HARProblem) -> Response in
      let isHead = request.method == .head
      return try answered.replayable(isVerbatim: isVerbatim, isHead: isHead, &responseFields)
    }
    var notes = self.notes
    let dropped = requestFields.droppedNote(responseFields)
    if let dropped { notes["_dropped"] = dropped }
    return RecordedExchange(
      request, response, startedMilliseconds: started, durationMilliseconds: time ?? 0,
      notes: notes)
  }

  /// Whether the entry says all that there is to its exchange, and nothing else.
  var isVerbatim: Bool { json["_verbatim"] == .bool(true) }
}
