package import GhostlightCore
import HTTPTypes

extension Request {
  /// The method and the percent-decoded target, followed by a space and the body if there is one.
  package var line: String {
    let target = PercentEncoding.decode(target.raw) ?? target.raw
    let content = body.isEmpty ? "" : " " + String(decoding: body, as: UTF8.self)
    return "\(method.rawValue) \(target)\(content)"
  }
}
