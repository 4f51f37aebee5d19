import GhostlightCore
import HTTPTypes

extension HAREntry {
  /// Makes an entry of an exchange; reading it again gives the same exchange.
  ///
  /// What HAR cannot say stands in members with `_`: `_delivery` and `_delayMilliseconds` of the
  /// response, parts of the address that the URL cannot hold, and `_verbatim` where the reader
  /// would otherwise leave something out. Times are those of the years 0 to 9999.
  public init(_ exchange: RecordedExchange) {
    json = [
      "startedDateTime": .string(ISODate.format(milliseconds: exchange.startedMilliseconds)),
      "time": HARNumber.print(exchange.durationMilliseconds),
      "request": .object(HARRequest(exchange.request).json),
      "response": .object(HARResponse(exchange.response).json),
      "cache": [:],
      "timings": .object(HARTimings(wait: exchange.durationMilliseconds).json),
    ]
    for member in exchange.notes where Self.isNote(member.key) { json[member.key] = member.value }
    if omission != nil || HARFields.changes(exchange) { json["_verbatim"] = true }
  }

  /// The members of the entry that are notes of its exchange.
  var notes: JSONObject {
    var notes: JSONObject = [:]
    for member in json where Self.isNote(member.key) { notes[member.key] = member.value }
    return notes
  }

  private static func isNote(_ key: String) -> Bool {
    key == "comment" || key.hasPrefix("_") && key != "_verbatim"
  }
}
