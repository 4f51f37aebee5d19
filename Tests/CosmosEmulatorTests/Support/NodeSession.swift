import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

@testable import CosmosEmulator

/// A client that writes requests as Microsoft's Node SDK 1.15.3 does, header by header.
///
/// The SDK sends the API version 2017-11-15, and keeps one LSN for each key range.
///
/// - Source: Azure/azure-cosmosdb-node, commit c05a7994: `source/lib/base.js` (`getHeaders`),
///   `auth.js`, `documentclient.js` (`applySessionToken`, `getPathFromLink`) and
///   `sessionContainer.js`.
struct NodeSession {
  private(set) var account = CosmosAccount()
  /// The LSN of each key range, by the RID of the collection.
  private(set) var tokens: [String: [String: Int64]] = [:]
  /// The RID of a collection, by its link.
  private var rids: [String: String] = [:]
  /// The fields of the last request, in the order in which the SDK sets them.
  private(set) var fields: [String] = []

  /// The options of a call, as far as these tests use them.
  struct Options {
    var continuation: String?
    var maxItemCount: Int?
    var ifMatch: String?
    var ifNoneMatch: String?
    var changeFeed: String?
    var acrossPartitions = false
    var partitionKey: String?
    var isQuery = false
    var isUpsert = false
  }

  /// Sends a request for a resource below a link such as `dbs/x/colls/y`.
  mutating func send(
    _ method: HTTPRequest.Method, _ link: String, _ type: String? = nil, _ body: JSON? = nil,
    _ options: Options = Options()
  ) -> Response {
    let words = link.split(separator: "/").map(String.init)
    let path =
      "/" + (words + (type.map { [$0] } ?? [])).map(Self.encodeURI).joined(separator: "/")
    let kind = type ?? words[words.count - 2]
    var request = Request(method, RequestTarget(path), body: body?.bytes ?? [])
    request.headers = headers(method, link, kind, options)
    if body != nil { request.headers[.contentLength] = String(request.body.count) }
    fields = request.headers.map { "\($0.name.rawName): \($0.value)" }
    let response = account.send(request)
    capture(response, kind)
    return response
  }

  private func headers(
    _ method: HTTPRequest.Method, _ link: String, _ kind: String, _ options: Options
  ) -> HTTPFields {
    var list: [(String, String?)] = [
      ("Cache-Control", "no-cache"), ("x-ms-version", "2017-11-15"),
      ("x-ms-consistency-level", "Session"),
      ("User-Agent", "linux/5.10.0 Nodejs/v8.11.3 documentdb-nodejs-sdk/1.15.3"),
      ("x-ms-documentdb-isquery", options.isQuery ? "true" : nil),
    ]
    if options.isQuery { list.append(("Content-Type", "application/query+json")) }
    list += [
      ("x-ms-continuation", options.continuation),
      ("x-ms-max-item-count", options.maxItemCount.map { String($0) }),
      ("If-Match", options.ifMatch), ("If-None-Match", options.ifNoneMatch),
      ("A-IM", options.changeFeed),
      ("x-ms-documentdb-query-enablecrosspartition", options.acrossPartitions ? "true" : nil),
      ("x-ms-documentdb-partitionkey", options.partitionKey),
    ]
    let date = HTTPDate.format(milliseconds: account.moment.milliseconds)
    let text = "\(method.rawValue.lowercased())\n\(kind)\n\(link)\n\(date.lowercased())\n\n"
    let token = "type=master&ver=1.0&sig=" + CosmosMasterKey.wellKnown.signature(of: text)
    list += [("x-ms-date", date), ("authorization", PercentEncoding.encode(token))]
    if method != .get, method != .delete, !options.isQuery {
      list.append(("Content-Type", "application/json"))
    }
    list.append(("Accept", "application/json"))
    if options.isUpsert { list.append(("x-ms-documentdb-is-upsert", "true")) }
    if kind == "docs" { list.append(("x-ms-session-token", sessionToken(of: link))) }
    var fields = HTTPFields()
    for (name, value) in list {
      guard let value, let name = HTTPField.Name(name) else { continue }
      fields.append(HTTPField(name: name, value: value))
    }
    return fields
  }

  /// Returns the token of the collection in a link, or `nil` if no response had one.
  private func sessionToken(of link: String) -> String? {
    let collection = link.split(separator: "/").prefix(4).joined(separator: "/")
    guard let ranges = rids[collection].flatMap({ tokens[$0] }) else { return nil }
    return ranges.keys.sorted().map { "\($0):\(ranges[$0] ?? 0)" }.joined(separator: ",")
  }

  /// Stores the greatest LSN of a key range.
  ///
  /// A token in a longer form is lost, as in the SDK.
  private mutating func capture(_ response: Response, _ kind: String) {
    let parts = response.headers[.msSessionToken]?.split(separator: ":") ?? []
    guard kind == "docs", parts.count == 2, let lsn = Int64(parts[1]),
      let rid = response.headers[.msContentPath], let name = response.headers[.msAltContentPath]
    else { return }
    rids[name] = rid
    tokens[rid, default: [:]][String(parts[0])] = max(
      lsn, tokens[rid]?[String(parts[0])] ?? 0)
  }

  private static func encodeURI(_ name: String) -> String {
    name.replacing(" ", with: "%20")
  }
}
