import GhostlightCore
import HTTPTypes

extension HARResponse {
  /// Makes a response of ours into one of HAR.
  init(_ response: Response) {
    json = [
      "status": .integer(Int64(response.status.code)),
      "statusText": .string(response.status.reasonPhrase),
      "httpVersion": "HTTP/1.1", "cookies": [],
      "headers": .array(response.headers.map { .object(HARHeader($0).json) }),
      "content": .object(HARContent(response.body, type: response.headers[.contentType]).json),
      "redirectURL": .string(response.headers[.location] ?? ""),
      "headersSize": -1, "bodySize": .integer(Int64(response.body.count)),
    ]
    json["_delivery"] = response.delivery.har
    if response.delayMilliseconds != 0 {
      json["_delayMilliseconds"] = .integer(Int64(response.delayMilliseconds))
    }
  }
}
