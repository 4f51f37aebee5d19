import GhostlightCore
import HTTPTypes

extension IssuedValues {
  /// The request with the actual backend's values in place of the expected one's.
  ///
  /// What holds no such value stays as it is, to the byte.
  mutating func rewrite(_ request: Request) -> Request {
    var rewritten = request
    if let target = rewrite(target: request.target) { rewritten.target = target }
    for position in request.headers.indices {
      guard let value = rewrite(request.headers[position].value) else { continue }
      rewritten.headers[position].value = value
    }
    if let body = rewrite(bodyOf: request) { rewritten.body = body }
    return rewritten
  }

  private mutating func rewrite(target: RequestTarget) -> RequestTarget? {
    let query = target.rawQuery
    let path = rewrite(target.rawPath, at: "/")
    let pairs = query.flatMap { rewrite($0, at: "&=") }
    guard path != nil || pairs != nil else { return nil }
    let tail = (pairs ?? query).map { "?" + $0 } ?? ""
    return RequestTarget((path ?? target.rawPath) + tail)
  }

  /// Rewrites the parts of an encoded text between separators; `nil` where no part changes.
  private mutating func rewrite(_ text: String, at separators: String) -> String? {
    var rewritten = ""
    var isChanged = false
    var rest = text.utf8[...]
    while !rest.isEmpty {
      let end = rest.firstIndex { separators.utf8.contains($0) } ?? rest.endIndex
      let part = String(decoding: rest[..<end], as: UTF8.self)
      if let decoded = PercentEncoding.decode(part), !part.isEmpty, let other = rewrite(decoded) {
        rewritten += PercentEncoding.encode(other)
        isChanged = true
      } else {
        rewritten += part
      }
      guard end < rest.endIndex else { break }
      rewritten.unicodeScalars.append(Unicode.Scalar(rest[end]))
      rest = rest[rest.index(after: end)...]
    }
    return isChanged ? rewritten : nil
  }

  private mutating func rewrite(bodyOf request: Request) -> [UInt8]? {
    switch BodyReading(of: request, as: .any) {
    case .json(let value):
      var isChanged = false
      let rewritten = rewrite(value, &isChanged)
      return isChanged ? rewritten.bytes : nil
    case .form(let items):
      var isChanged = false
      let fields = items.map { item in
        let other = rewrite(item.value ?? "")
        isChanged = isChanged || other != nil
        return FormField(item.name, other ?? item.value ?? "")
      }
      return isChanged ? FormURLEncoding.encode(fields) : nil
    case .bytes:
      return nil
    }
  }

  private mutating func rewrite(_ value: JSON, _ isChanged: inout Bool) -> JSON {
    switch value {
    case .string(let text):
      guard let other = rewrite(text) else { return value }
      isChanged = true
      return .string(other)
    case .array(let elements):
      return .array(elements.map { rewrite($0, &isChanged) })
    case .object(let object):
      var rewritten = JSONObject()
      for member in object { rewritten.append(member.key, rewrite(member.value, &isChanged)) }
      return .object(rewritten)
    default:
      return value
    }
  }
}
