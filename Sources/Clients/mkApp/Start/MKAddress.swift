/// Where a backend is: `https`, `host:port`, and the path before all others.
struct MKAddress: Sendable, Equatable {
  var scheme: String
  var authority: String
  var path: String

  /// Reads an absolute URL without a query; `nil` where it is none.
  init?(_ text: String) {
    guard let mark = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<mark.lowerBound].lowercased()
    let rest = text[mark.upperBound...]
    let authority = rest.prefix { $0 != "/" }
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != 0x22 && $0 != 0x5c }
    guard ["http", "https"].contains(scheme), isPlain, !authority.isEmpty,
      authority.allSatisfy({ $0.isLetter || $0.isNumber || "-._:[]".contains($0) })
    else { return nil }
    self.scheme = scheme
    self.authority = String(authority)
    path = String(rest.dropFirst(authority.count))
  }

  /// The address without slashes at its end.
  var base: MKAddress {
    var base = self
    while base.path.hasSuffix("/") { base.path.removeLast() }
    return base
  }
}
