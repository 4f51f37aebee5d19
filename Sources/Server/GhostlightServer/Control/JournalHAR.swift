import Ghostlight
import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// Journal entries as a HAR 1.2 document, with what HAR cannot say in members that start with `_`.
///
/// - Source: HAR 1.2 specification.
enum JournalHAR {
  static func document(_ entries: [JournalEntry]) -> JSON {
    [
      "log": [
        "version": "1.2",
        "creator": ["name": "Ghostlight", "version": .string(Version.current)],
        "comment": "Recorded from Ghostlight's own emulators.",
        "entries": .array(entries.map(entry)),
      ]
    ]
  }

  private static func entry(_ entry: JournalEntry) -> JSON {
    [
      "startedDateTime": .string(ISODate.format(milliseconds: entry.milliseconds)),
      "time": .integer(Int64(entry.answer.response.delayMilliseconds)),
      "request": request(entry.request),
      "response": response(entry.answer.response),
      "cache": [:],
      "timings": [
        "send": 0, "wait": .integer(Int64(entry.answer.response.delayMilliseconds)), "receive": 0,
      ],
      "_number": .integer(Int64(entry.number)),
      "_emulator": .string(entry.emulator),
      "_route": entry.answer.route.map(JSON.string) ?? .null,
      "_effect": .string(entry.answer.effect.rawValue),
      "_fault": entry.fault.map { .integer(Int64($0)) } ?? .null,
    ]
  }

  private static func request(_ request: Request) -> JSON {
    var object: JSONObject = [
      "method": .string(request.method.rawValue),
      "url": .string("\(request.scheme)://\(request.authority)\(request.target.raw)"),
      "httpVersion": "HTTP/1.1",
      "cookies": [],
      "headers": headers(request.headers),
      "queryString": .array(
        (request.target.queryItems ?? []).map {
          ["name": .string($0.name), "value": .string($0.value ?? "")]
        }),
      "headersSize": -1,
      "bodySize": .integer(Int64(request.body.count)),
    ]
    if !request.body.isEmpty {
      object["postData"] = .object(
        content(request.body, request.headers[.contentType], size: false))
    }
    return .object(object)
  }

  private static func response(_ response: Response) -> JSON {
    [
      "status": .integer(Int64(response.status.code)),
      "statusText": .string(response.status.reasonPhrase),
      "httpVersion": "HTTP/1.1",
      "cookies": [],
      "headers": headers(response.headers),
      "content": .object(content(response.body, response.headers[.contentType], size: true)),
      "redirectURL": .string(response.headers[.location] ?? ""),
      "headersSize": -1,
      "bodySize": .integer(Int64(response.body.count)),
    ]
  }

  private static func headers(_ fields: HTTPFields) -> JSON {
    .array(fields.map { ["name": .string($0.name.rawName), "value": .string($0.value)] })
  }

  /// Text where the bytes are UTF-8, else base64.
  private static func content(_ body: [UInt8], _ type: String?, size: Bool) -> JSONObject {
    var object: JSONObject = size ? ["size": .integer(Int64(body.count))] : [:]
    object["mimeType"] = .string(type ?? "application/octet-stream")
    if let text = String(validating: body, as: UTF8.self) {
      object["text"] = .string(text)
    } else {
      object["text"] = .string(Base64.encode(body))
      object[size ? "encoding" : "_encoding"] = "base64"
    }
    return object
  }
}
