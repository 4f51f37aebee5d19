import GhostlightCore
import GhostlightRecording

extension HAREntry {
  /// A complete entry of a GET request, as a basis for changes in tests.
  static let sample = HAREntry(json: [
    "startedDateTime": "2024-05-01T10:00:00.000Z",
    "time": 1,
    "request": [
      "method": "GET", "url": "http://h/", "httpVersion": "HTTP/1.1", "cookies": [],
      "headers": [], "queryString": [], "headersSize": -1, "bodySize": 0,
    ],
    "response": [
      "status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [],
      "headers": [], "content": ["size": 0, "mimeType": "text/plain", "text": ""],
      "redirectURL": "", "headersSize": -1, "bodySize": 0,
    ],
    "cache": [:],
    "timings": ["send": 0, "wait": 1, "receive": 0],
  ])

  /// Returns the sample entry with one member changed, or removed if `value` is `nil`.
  ///
  /// `part` is `request` or `response`; if it is `nil`, a member of the entry itself is changed.
  static func sample(_ part: String? = nil, _ key: String, _ value: JSON?) -> HAREntry {
    var entry = sample
    guard let part else {
      entry.json[key] = value
      return entry
    }
    var object = entry.json[part]?.object ?? [:]
    object[key] = value
    entry.json[part] = .object(object)
    return entry
  }

  /// Returns the document of another tool's HAR file that has only this entry.
  func read() throws -> HARDocument {
    let log = HARLog([self], creator: HARCreator(name: "tool", version: "1"))
    return try HARDocument(reading: HARDocument(log).bytes, named: "x.har")
  }
}
