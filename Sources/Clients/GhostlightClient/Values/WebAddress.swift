/// Where something is on the web: `https`, `host:port`, and what follows.
package struct WebAddress: Sendable, Equatable {
  /// `http` or `https`.
  package let scheme: String
  package let authority: String
  /// Path, query and fragment, as they are written; perhaps empty.
  package var target: String

  /// Reads an absolute URL; `nil` where it is none of http.
  package init?(_ text: String) {
    guard let mark = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<mark.lowerBound].lowercased()
    let rest = text[mark.upperBound...]
    let authority = rest.prefix { !"/?#".contains($0) }
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != 0x22 && $0 != 0x5c }
    guard ["http", "https"].contains(scheme), isPlain, !authority.isEmpty,
      authority.allSatisfy({ $0.isLetter || $0.isNumber || "-._:[]".contains($0) })
    else { return nil }
    self.scheme = scheme
    self.authority = String(authority)
    target = String(rest.dropFirst(authority.count))
  }
}
