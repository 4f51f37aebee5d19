import GhostlightCore
import HTTPTypes

extension HARResponse {
  func replayable(
    isVerbatim: Bool, isHead: Bool, _ fields: inout HARFields
  ) throws(HARProblem) -> Response {
    try fields.add(headers)
    guard (0...999).contains(status) else {
      throw HARProblem(at: "status", "is \(status); write a status from 100 to 999")
    }
    let code = HTTPResponse.Status(code: status)
    let phrase = statusText ?? ""
    let body = try HARProblem.inside("content") { () throws(HARProblem) -> [UInt8] in
      try content?.body() ?? []
    }
    if !isVerbatim {
      fields.dropFraming(
        ofResponse: body, isHead: isHead, type: content?.mimeType,
        wasCompressed: content?.compression ?? 0 != 0)
    }
    var response = Response(
      phrase.isEmpty ? code : HTTPResponse.Status(code: status, reasonPhrase: phrase),
      headers: fields.fields, body: body)
    response.delivery = try Delivery(har: json["_delivery"])
    if let delay = json["_delayMilliseconds"], !delay.isNull {
      guard let milliseconds = HARNumber.readInteger(delay), milliseconds >= 0 else {
        throw HARProblem(at: "_delayMilliseconds", "is no duration; write milliseconds")
      }
      response.delayMilliseconds = milliseconds
    }
    return response
  }
}
