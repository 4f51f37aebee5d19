/// An element of HTML or XML: the ranges of its name, and of its attributes such as `name` and
/// `value`.
private struct MarkupElement {
  var name = 0..<0
  var named = 0..<0
  var value = 0..<0
  var isPassword = false
  /// The index after the start tag's `>`; `nil` if the element is empty or cut off.
  var content: Int?
}

extension RunningText {
  /// The maximum length of a start tag, so that unclosed tags are not read again and again.
  private static let longestElement = 2048

  /// Returns the secrets of the element that begins at `start`.
  ///
  /// They are the value of a password input, the text of `<password>`, and the text of the element
  /// after `<key>password</key>`. Attributes with secret names are found as assignments, not here.
  mutating func element(at start: Int) -> [Finding] {
    guard let element = read(from: start + 1) else { return [] }
    var found: [Finding] = []
    if !element.value.isEmpty {
      if element.isPassword {
        found.append(Finding(range: element.value, kind: .escapedSecret(name: "password")))
      } else if !element.named.isEmpty,
        let value = self.found(
          element.value, under: element.named, { .escapedSecret(name: $0) })
      {
        found.append(value)
      }
    }
    if let content = element.content, let secret = secret(in: content, of: element) {
      found.append(secret)
    }
    return found
  }

  private mutating func secret(in content: Int, of element: MarkupElement) -> Finding? {
    guard let text = text(from: content) else {
      // The element may contain another one, as in `<password><value>…`; its name then applies to
      // the inner element.
      remember(element.name)
      return nil
    }
    if let (owner, isWeak, until) = pair, element.name.lowerBound <= until {
      if isSecretName(element.name) == false, MarkupRole(bytes[element.name]) == .value {
        pair = nil
        return remembered(text, owner, isWeak: isWeak, .escapedSecret(name: owner))
      }
    }
    if let found = found(text, under: element.name, { .escapedSecret(name: $0) }) { return found }
    if !element.named.isEmpty, element.value.isEmpty,
      let found = found(text, under: element.named, { .escapedSecret(name: $0) })
    {
      return found
    }
    if MarkupRole(bytes[element.name]) == .name { remember(text) }
    return nil
  }

  private func isSecretName(_ name: Range<Int>) -> Bool {
    rules.strength(of: bytes[name]) == .strong
  }

  /// Returns the range of an element's text, up to the next tag; `nil` if the element has no text.
  private func text(from start: Int) -> Range<Int>? {
    var begin = start
    while begin < bytes.count, TokenBytes.isSpace(bytes[begin]) { begin += 1 }
    let opening = Array("<![CDATA[".utf8)
    if bytes[begin...].starts(with: opening) {
      begin += opening.count
      let end = bytes[begin...].firstIndex(of: UInt8(ascii: "]")) ?? bytes.count
      return end > begin ? begin..<end : nil
    }
    var end =
      bytes[begin...].prefix(8192).firstIndex(of: UInt8(ascii: "<"))
      ?? min(bytes.count, begin + 8192)
    while end > begin, TokenBytes.isSpace(bytes[end - 1]) { end -= 1 }
    return end > begin ? begin..<end : nil
  }

  /// Reads a start tag, beginning at its name; returns `nil` for comments, closing tags and other
  /// text.
  private func read(from start: Int) -> MarkupElement? {
    let limit = min(bytes.count, start + Self.longestElement)
    var index = start
    var element = MarkupElement()
    while index < limit, TokenBytes.isWord(bytes[index]) || bytes[index] == UInt8(ascii: ":") {
      // At a colon, the name starts over, because a namespace prefix is not part of it.
      element.name = bytes[index] == UInt8(ascii: ":") ? index + 1..<index + 1 : element.name
      index += 1
      if element.name.upperBound == 0 { element.name = start..<index }
      element.name = element.name.lowerBound..<index
    }
    guard !element.name.isEmpty, TokenBytes.isLetter(bytes[start]) else { return nil }
    while index < limit, bytes[index] != UInt8(ascii: ">") {
      if bytes[index] == UInt8(ascii: "<") { return element }
      let name = index
      while index < limit, TokenBytes.isWord(bytes[index]) || bytes[index] == UInt8(ascii: ":") {
        index += 1
      }
      guard index > name else {
        index += 1
        continue
      }
      var equals = index
      while equals < limit, bytes[equals] == 0x20 { equals += 1 }
      guard equals < limit, bytes[equals] == UInt8(ascii: "=") else { continue }
      let value = quoted(after: equals) ?? unquoted(after: equals)
      setAttribute(name..<index, value, in: &element)
      index = max(equals + 1, value.upperBound)
    }
    if index < limit, bytes[index - 1] != UInt8(ascii: "/") { element.content = index + 1 }
    return element
  }

  private func setAttribute(
    _ name: Range<Int>, _ value: Range<Int>, in element: inout MarkupElement
  ) {
    switch MarkupRole(bytes[name]) {
    case .name:
      // The attribute `name` takes precedence over `id`, because browsers submit a form field under
      // its name.
      if element.named.isEmpty || bytes[name].count == 4 { element.named = value }
    case .value: element.value = value
    case .type:
      element.isPassword = String(decoding: bytes[value], as: UTF8.self).lowercased() == "password"
    case .none: break
    }
  }

  /// Returns the range of an unquoted attribute value; empty if the value has quotes.
  private func unquoted(after equals: Int) -> Range<Int> {
    let start = equals + 1
    guard start < bytes.count, bytes[start] != UInt8(ascii: "\""), bytes[start] != UInt8(ascii: "'")
    else { return start..<start }
    return start..<(bytes[start...].firstIndex(where: TokenBytes.endsValue) ?? bytes.count)
  }
}

/// The role of an attribute or element that belongs to a pair of a name and a value.
private enum MarkupRole {
  case none, name, value, type

  init(_ name: ArraySlice<UInt8>) {
    self = name.count <= 12 ? Self.roles[WordHash(name).value] ?? .none : .none
  }

  private static let roles: [UInt64: MarkupRole] = {
    var roles: [UInt64: MarkupRole] = [WordHash("type".utf8).value: .type]
    for word in ["name", "id", "key", "property", "itemprop", "n", "http-equiv", "param"] {
      roles[WordHash(word.utf8).value] = .name
    }
    for word in ["value", "content", "string", "data", "v", "data-value", "text", "val"] {
      roles[WordHash(word.utf8).value] = .value
    }
    return roles
  }()
}
