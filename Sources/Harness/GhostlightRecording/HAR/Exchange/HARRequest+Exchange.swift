import GhostlightCore
import HTTPTypes

extension HARRequest {
  func replayable(isVerbatim: Bool, _ fields: inout HARFields) throws(HARProblem) -> Request {
    try fields.add(headers)
    guard var address = HARAddress(url: url) ?? HARAddress(json) else {
      throw HARProblem(
        at: "url", "is \(HARProblem.quote(url)); write it with scheme, host and path")
    }
    if !isVerbatim { address.apply(fields) }
    address.apply(json)
    guard let method = HTTPRequest.Method(fields.pseudo[":method"] ?? method) else {
      throw HARProblem(at: "method", "is \(HARProblem.quote(self.method)); write one such as GET")
    }
    let body = try HARProblem.inside("postData") { () throws(HARProblem) -> [UInt8] in
      let lengths = [bodySize, fields.contentLength].compactMap { $0 }
      return try postData?.body(lengths: lengths, type: fields.fields[.contentType]) ?? []
    }
    if !isVerbatim { fields.dropFraming(ofRequest: body) }
    return Request(
      method, RequestTarget(address.target), scheme: address.scheme, authority: address.authority,
      headers: fields.fields, body: body)
  }
}
