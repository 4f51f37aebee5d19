public import GhostlightCore

/// What a request is about, as its signature names it.
///
/// - Source: protocol reference B4.1.
public struct CosmosResourceLink: Sendable, Hashable {
  /// `dbs`, `colls`, `docs`, …; empty for the account.
  public let type: String
  /// The path of the resource, names decoded, without a slash at either end.
  public let link: String
  /// The link where the path names resources by RID: the last RID alone, in lower case.
  public let ridLink: String

  /// Reads the path of a target; one slash at its end does not count.
  public init(_ target: RequestTarget) {
    var segments: [String] = []
    for part in target.rawPath.utf8.split(separator: UInt8(ascii: "/")) {
      let raw = String(decoding: part, as: UTF8.self)
      segments.append(PercentEncoding.decode(raw) ?? raw)
    }
    let isFeed = !segments.count.isMultiple(of: 2)
    type = segments.isEmpty ? "" : segments[segments.count - (isFeed ? 1 : 2)]
    if isFeed { segments.removeLast() }
    link = segments.joined(separator: "/")
    ridLink = (segments.last ?? "").lowercased()
  }

  /// The text that a request's signature covers: `date` is that of `x-ms-date`, `httpDate` that of
  /// `Date`, which counts only where the other is absent.
  public func stringToSign(
    method: String, date: String, httpDate: String = "", usesRID: Bool = false
  ) -> String {
    "\(method.lowercased())\n\(type.lowercased())\n\(usesRID ? ridLink : link)\n"
      + "\(date.lowercased())\n\(httpDate.lowercased())\n"
  }
}
