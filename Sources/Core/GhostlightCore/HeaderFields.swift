package import HTTPTypes

/// Header fields one by one, at a fraction of what the subscripts of `HTTPFields` cost.
///
/// Some ten fields are looked up in each exchange, and up to twenty are written. A subscript makes a
/// sequence of the fields of a name and joins their values; nearly always there is one field or none.
extension HTTPFields {
  /// The value of a field, the same that the subscript answers.
  package func value(of name: HTTPField.Name) -> String? {
    guard let position = position(of: name) else { return nil }
    guard !hasField(of: name, behind: position) else { return self[name] }
    return self[position].value
  }

  /// The kinds of all names that there are.
  var kinds: UInt64 {
    var kinds: UInt64 = 0
    for position in indices { kinds |= Self.kind(of: self[position].name) }
    return kinds
  }

  /// One bit, the same for equal names and mostly another for others.
  static func kind(of name: HTTPField.Name) -> UInt64 {
    let utf8 = name.canonicalName.utf8
    guard let first = utf8.first else { return 1 }
    return 1 << UInt64((utf8.count &* 5 &+ Int(first)) & 63)
  }

  /// Gives a field a value, as the subscript does: in the place of the one of its name, or at the end.
  package mutating func set(_ name: HTTPField.Name, to value: String) {
    set(HTTPField(name: name, value: value))
  }

  /// Puts a field in the place of the one of its name, or at the end.
  package mutating func set(_ field: HTTPField) {
    guard let position = position(of: field.name) else {
      // The value of a cookie is several fields.
      if field.name == .cookie { self[.cookie] = field.value } else { append(field) }
      return
    }
    guard field.name != .cookie, !hasField(of: field.name, behind: position) else {
      self[field.name] = field.value
      return
    }
    self[position] = field
  }

  /// Adds fields at the end, whatever is there already.
  package mutating func append(all fields: [HTTPField]) {
    // One by one, for which the library has a way of its own; all at once costs more up to dozens.
    for field in fields { append(field) }
  }

  /// Where the first field of a name stands.
  private func position(of name: HTTPField.Name, from start: Int = 0) -> Int? {
    let wanted = name.canonicalName
    let length = wanted.utf8.count
    var position = start
    while position < count {
      let candidate = self[position].name.canonicalName
      if candidate.utf8.count == length, candidate == wanted { return position }
      position += 1
    }
    return nil
  }

  private func hasField(of name: HTTPField.Name, behind position: Int) -> Bool {
    self.position(of: name, from: position + 1) != nil
  }
}

extension HTTPField.Name {
  /// A name that the caller knows to be one.
  package static func known(_ name: String) -> HTTPField.Name {
    guard let field = HTTPField.Name(name) else { preconditionFailure("\(name) is a field name") }
    return field
  }
}

/// The header fields of our own.
extension HTTPField.Name {
  /// Why a request was refused or unmatched, for the developer.
  package static let ghostlightReason = known("X-Ghostlight-Reason")
  /// The namespace that a request is for.
  package static let ghostlightNamespace = known("X-Ghostlight-Namespace")
}

/// Text that is safe in a header field.
public enum HeaderText {
  /// The text in visible ASCII: line feeds as `\n`, all else outside as `\u{…}`.
  ///
  /// Ends with `...` where the text is cut, after 4,000 bytes.
  public static func print(_ text: String) -> String {
    guard !isSafe(text) else { return text }
    var safe = ""
    for scalar in text.unicodeScalars {
      guard safe.utf8.count < longest else { return safe + "..." }
      switch scalar {
      case "\n": safe += "\\n"
      case "\r": safe += "\\r"
      case "\t": safe += "\\t"
      case " "..."~": safe.unicodeScalars.append(scalar)
      default: safe += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return safe
  }

  private static let longest = 4000

  /// Whether a text is short and visible ASCII, as nearly all are.
  private static func isSafe(_ text: String) -> Bool {
    text.utf8.count <= longest
      && text.utf8.allSatisfy { (UInt8(ascii: " ")...UInt8(ascii: "~")).contains($0) }
  }
}
