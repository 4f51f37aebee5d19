package import HTTPTypes

/// Faster access to single header fields than the subscripts of `HTTPFields` provide.
///
/// An exchange reads about ten fields and writes up to twenty. A subscript builds a sequence of all
/// fields with a name and joins their values, but nearly always there is at most one such field.
extension HTTPFields {
  /// Returns the value of a field, like `HTTPFields`' own subscript.
  package func value(of name: HTTPField.Name) -> String? {
    guard let position = position(of: name) else { return nil }
    guard !hasField(of: name, behind: position) else { return self[name] }
    return self[position].value
  }

  /// Returns the value of a field, like ``value(of:)``; `kinds` must have been created from these
  /// fields.
  func value(of name: HTTPField.Name, _ kinds: FieldKinds) -> String? {
    switch kinds.count(like: name) {
    case .none: nil
    case .one: position(of: name).map { self[$0].value }
    case .several: value(of: name)
    }
  }

  /// Sets the value of a field, like `HTTPFields`' own subscript: replaces the field or appends it.
  package mutating func set(_ name: HTTPField.Name, to value: String) {
    set(HTTPField(name: name, value: value))
  }

  /// Replaces the field with the same name, or appends `field` if there is none.
  package mutating func set(_ field: HTTPField) {
    guard let position = position(of: field.name) else {
      // Only the subscript of `HTTPFields` splits the value of `Cookie` into several fields.
      if field.name == .cookie { self[.cookie] = field.value } else { append(field) }
      return
    }
    guard field.name != .cookie, !hasField(of: field.name, behind: position) else {
      self[field.name] = field.value
      return
    }
    self[position] = field
  }

  /// Appends fields, even if fields with the same names exist.
  package mutating func append(all fields: [HTTPField]) {
    // Appends one field at a time, which the library optimizes. Appending all fields at once is
    // slower for up to dozens of fields.
    for field in fields { append(field) }
  }

  /// Returns the index of the first field with a name; `nil` if there is none.
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

/// A bit set of header field names, to find out quickly that a name is absent or unique.
///
/// Most names that are looked up are absent.
struct FieldKinds: Sendable, Hashable {
  /// An upper bound for the number of fields with the same name.
  enum Count {
    case none, one, several
  }

  private var present: UInt64 = 0
  private var repeated: UInt64 = 0

  init(_ fields: HTTPFields) {
    for position in fields.indices { add(fields[position].name) }
  }

  /// Adds the name of one more field.
  mutating func add(_ name: HTTPField.Name) {
    let kind = Self.kind(of: name)
    repeated |= present & kind
    present |= kind
  }

  /// Returns an upper bound for the number of fields with a name.
  func count(like name: HTTPField.Name) -> Count {
    let kind = Self.kind(of: name)
    guard present & kind != 0 else { return .none }
    return repeated & kind == 0 ? .one : .several
  }

  /// Returns a bit for a name; equal names have the same bit, and different names usually do not.
  private static func kind(of name: HTTPField.Name) -> UInt64 {
    let utf8 = name.canonicalName.utf8
    let length = utf8.count
    // Loads a byte by its index, because `first` would be a slower function call.
    return length == 0 ? 1 : 1 << UInt64((length &* 5 &+ Int(utf8[utf8.startIndex])) & 63)
  }
}

extension HTTPField.Name {
  /// Creates a field name from a string that must be a valid name.
  package static func known(_ name: String) -> HTTPField.Name {
    guard let field = HTTPField.Name(name) else { preconditionFailure("\(name) is a field name") }
    return field
  }
}

/// Ghostlight's own header fields.
extension HTTPField.Name {
  /// The reason why a request was refused or matched no route, written for the client's developer.
  package static let ghostlightReason = known("X-Ghostlight-Reason")
  /// The latency that a fault plan added: `250ms` if the client waited, or `250ms; clock` if only the
  /// clock of the namespace moved.
  package static let ghostlightLatency = known("X-Ghostlight-Latency")
  /// The namespace to which a client sends its request.
  package static let ghostlightNamespace = known("X-Ghostlight-Namespace")
  /// The base URL at which a called program reaches the emulator that calls it.
  package static let ghostlightURL = known("X-Ghostlight-URL")
}

/// Escapes strings so that they are safe as the value of a header field.
///
/// Header fields contain the reasons for refusals, which quote what a client sent. Unescaped, a
/// line feed in such a quote could add a header field of the client's choice.
public enum HeaderText {
  /// Returns the string in visible ASCII: line feeds as `\n`, other characters as `\u{…}`.
  ///
  /// A string with more than 4,000 bytes is cut and ends with `...`.
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

  /// Returns whether `text` needs no change, because it is short, printable ASCII, as nearly all
  /// strings are.
  private static func isSafe(_ text: String) -> Bool {
    text.utf8.count <= longest
      && text.utf8.allSatisfy { (UInt8(ascii: " ")...UInt8(ascii: "~")).contains($0) }
  }
}
