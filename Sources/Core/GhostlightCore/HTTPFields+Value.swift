package import HTTPTypes

extension HTTPFields {
  /// The value of a field, the same that the subscript answers.
  ///
  /// Some ten fields are looked up in each exchange; this costs a fraction of the subscript, which
  /// makes a sequence and joins it, for a field that stands once or not at all.
  package func value(of name: HTTPField.Name) -> String? {
    let wanted = name.canonicalName
    let length = wanted.utf8.count
    var found: Int?
    for position in indices {
      let candidate = self[position].name.canonicalName
      guard candidate.utf8.count == length, candidate == wanted else { continue }
      guard found == nil else { return self[name] }
      found = position
    }
    return found.map { self[$0].value }
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
    var safe = ""
    for scalar in text.unicodeScalars {
      guard safe.utf8.count < 4000 else { return safe + "..." }
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
}

extension Substring {
  /// The text without spaces and tabs at its ends, as HTTP trims the value of a field.
  package var trimmed: String {
    var rest = self
    while let first = rest.utf8.first, first == 32 || first == 9 { rest = rest.dropFirst() }
    while let last = rest.utf8.last, last == 32 || last == 9 { rest = rest.dropLast() }
    return String(rest)
  }
}
