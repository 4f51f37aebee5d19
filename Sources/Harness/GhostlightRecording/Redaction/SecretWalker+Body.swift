import GhostlightCore

extension SecretWalker {
  /// A body with its secrets replaced, by what its type says and its first bytes confirm.
  mutating func body(_ bytes: [UInt8], type: String?) -> [UInt8] {
    guard !bytes.isEmpty else { return bytes }
    let type = type ?? ""
    let kind = type.prefix { $0 != ";" }.lowercased()
    if kind.hasPrefix("multipart/"), let boundary = MultipartParts.boundary(in: type) {
      return multipart(bytes, boundary: boundary)
    }
    if JSONScalarScanner.isLikely(bytes) { return json(bytes, depth: 0) ?? bytes }
    if kind == "application/x-www-form-urlencoded" { return pairs(bytes, depth: 0) ?? bytes }
    guard let text = String(validating: bytes, as: UTF8.self),
      let changed = self.text(text, depth: 0)
    else { return bytes }
    return Array(changed.utf8)
  }

  /// A multipart body: parts of a secret name, and what stands in the others.
  private mutating func multipart(_ bytes: [UInt8], boundary: [UInt8]) -> [UInt8] {
    var edits = TextEdits()
    for part in MultipartParts.find(in: bytes, boundary: boundary) {
      let content = Array(bytes[part.content])
      guard !content.isEmpty else { continue }
      let changed: [UInt8]
      if let name = part.name, rules.isSecret(name: name) {
        changed = Array(secret(String(decoding: content, as: UTF8.self), named: name).utf8)
      } else {
        changed = body(content, type: part.type)
      }
      if changed != content { edits.replace(part.content, by: changed) }
    }
    return edits.applied(to: bytes) ?? bytes
  }
}
