import GhostlightCore
import HTTPTypes

extension HARRequest {
  /// Makes a request of ours into one of HAR.
  init(_ request: Request) {
    let address = HARAddress(request)
    json = [
      "method": .string(request.method.rawValue), "url": .string(address.url),
      "httpVersion": "HTTP/1.1", "cookies": [],
      "headers": .array(request.headers.map { .object(HARHeader($0).json) }),
      "queryString": .array(
        (request.target.queryItems ?? []).map {
          .object(HARHeader($0.name, $0.value ?? "").json)
        }),
      "headersSize": -1, "bodySize": .integer(Int64(request.body.count)),
    ]
    if !request.body.isEmpty {
      postData = HARPostData(request.body, type: request.headers[.contentType])
    }
    let read = HARAddress(url: address.url)
    if read?.scheme != address.scheme { json["_scheme"] = .string(address.scheme) }
    if read?.authority != address.authority { json["_authority"] = .string(address.authority) }
    if read?.target != address.target { json["_target"] = .string(address.target) }
  }
}
