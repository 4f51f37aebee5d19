import Foundation
import GhostlightCore
import GhostlightRecording
import HTTPTypes

/// A program that exports HAR files, each with its own way of writing exchanges.
///
/// - Source: Chromium 120's `HARWriter`, Firefox 121's `HarBuilder`, mitmproxy 11's `savehar`.
enum HARDialect: String, CaseIterable {
  case chromium, firefox, mitmproxy

  /// Returns the HAR file that this program would write for the exchanges.
  func write(_ exchanges: [BrowserSession.Exchange]) -> [UInt8] {
    let creator: JSONObject =
      switch self {
      case .chromium: ["name": "WebInspector", "version": "537.36"]
      case .firefox: ["name": "Firefox", "version": "121.0"]
      case .mitmproxy: ["name": "mitmproxy", "version": "11.0.2", "comment": ""]
      }
    var log: JSONObject = ["version": "1.2", "creator": .object(creator), "pages": []]
    log["entries"] = .array(exchanges.enumerated().map { entry($1, $0) })
    return JSON.object(["log": .object(log)]).text(pretty: true).utf8.map { $0 }
  }

  private func entry(_ exchange: BrowserSession.Exchange, _ number: Int) -> JSON {
    let second = number < 10 ? "0\(number)" : "\(number)"
    let zone = self == .mitmproxy ? "456+00:00" : self == .firefox ? "+02:00" : "Z"
    return [
      "startedDateTime": .string("2024-05-01T12:00:\(second).123\(zone)"), "time": 12.5,
      "request": request(exchange.request), "response": response(exchange), "cache": [:],
      "timings": ["send": 0, "wait": 10, "receive": 2.5],
    ]
  }

  private func isNew(_ request: Request) -> Bool { request.scheme == "https" }

  private func request(_ request: Request) -> JSON {
    var fields: [(String, String)] = []
    if isNew(request), self == .chromium {
      fields += [
        (":authority", request.authority), (":method", request.method.rawValue),
        (":path", request.target.raw), (":scheme", request.scheme),
      ]
    } else {
      fields.append(("Host", request.authority))
    }
    fields += request.headers.map { (name($0, in: request), $0.value) }
    if !request.body.isEmpty { fields.append(("content-length", "\(request.body.count)")) }
    var json: JSONObject = [
      "method": .string(request.method.rawValue),
      "url": .string("\(request.scheme)://\(request.authority)\(request.target.raw)"),
      "httpVersion": .string(isNew(request) ? "HTTP/2" : "HTTP/1.1"),
      "headers": headers(fields), "queryString": [],
      "cookies": [["name": "theme", "value": "dark"]],
      "headersSize": -1, "bodySize": .integer(Int64(request.body.count)),
    ]
    if !request.body.isEmpty, saves(request.body) { json["postData"] = postData(request) }
    return .object(json)
  }

  private func name(_ field: HTTPField, in request: Request) -> String {
    isNew(request) ? field.name.canonicalName : field.name.rawName
  }

  private func headers(_ fields: [(String, String)]) -> JSON {
    .array(fields.map { ["name": .string($0.0), "value": .string($0.1)] })
  }

  /// Returns whether the program saves a request body; Chromium omits bodies that are not UTF-8.
  func saves(_ body: [UInt8]) -> Bool {
    self != .chromium || String(validating: body, as: UTF8.self) != nil
  }

  /// Returns the member `postData` that the program writes for a request.
  ///
  /// A body that is not UTF-8 is written as ISO 8859-1 characters. Firefox writes the header fields
  /// of a submitted form before its body.
  private func postData(_ request: Request) -> JSON {
    let type = request.headers[.contentType] ?? ""
    var text =
      String(validating: request.body, as: UTF8.self)
      ?? String(String.UnicodeScalarView(request.body.map { Unicode.Scalar($0) }))
    if self == .firefox, type != "application/json" {
      text = "Content-Type: \(type)\r\nContent-Length: \(request.body.count)\r\n\r\n" + text
    }
    let isForm = type == BrowserSession.formType
    return [
      "mimeType": .string(type), "text": .string(text),
      "params": isForm ? [["name": "a", "value": "b c"], ["name": "n", "value": "0"]] : [],
    ]
  }

  private func response(_ exchange: BrowserSession.Exchange) -> JSON {
    let response = exchange.response
    var fields: [(String, String)] = []
    if isNew(exchange.request), self == .chromium { fields.append((":status", "200")) }
    fields += response.headers.map { (name($0, in: exchange.request), $0.value) }
    if !exchange.coding.isEmpty { fields.append(("content-encoding", exchange.coding)) }
    if !response.body.isEmpty { fields.append(("content-length", "\(exchange.codedBody.count)")) }
    return [
      "status": .integer(Int64(response.status.code)), "statusText": .string(""),
      "httpVersion": .string(isNew(exchange.request) ? "HTTP/2" : "HTTP/1.1"),
      "headers": headers(fields), "cookies": [], "content": content(exchange),
      "redirectURL": .string(response.headers[.location] ?? ""), "headersSize": -1,
      "bodySize": .integer(Int64(exchange.codedBody.count)),
    ]
  }

  /// Returns the member `content` for a decoded response body; mitmproxy writes the encoded size.
  private func content(_ exchange: BrowserSession.Exchange) -> JSON {
    let body = exchange.response.body
    let type = exchange.response.headers[.contentType] ?? (self == .chromium ? "x-unknown" : "")
    let saved = body.count - exchange.codedBody.count
    var json: JSONObject = ["mimeType": .string(type)]
    json["size"] = .integer(Int64(self == .mitmproxy ? exchange.codedBody.count : body.count))
    if self == .mitmproxy || self == .chromium && !exchange.coding.isEmpty {
      json["compression"] = .integer(Int64(saved))
    }
    guard !body.isEmpty || self == .mitmproxy else { return .object(json) }
    if let text = String(validating: body, as: UTF8.self), !type.hasPrefix("image/") {
      json["text"] = .string(text)
    } else {
      json["text"] = .string(Data(body).base64EncodedString())
      json["encoding"] = "base64"
    }
    return .object(json)
  }
}
