package import HTTPTypes

/// Faster access to single header fields than by the subscripts of `HTTPFields`.
///
/// An exchange reads about ten fields and writes up to twenty. A subscript creates a sequence of
/// the fields with a name and joins their values, but nearly always there is one field or none.
extension HTTPFields {
  /// Returns the value of a field, like the subscript.
  package func value(of name: HTTPField.Name) -> String? {
    guard let position = position(of: name) else { return nil }
    guard !hasField(of: name, behind: position) else { return self[name] }
    return self[position].value
  }

  /// Returns the value of a field, like ``value(of:)``; `kinds` must belong to these fields.
  func value(of name: HTTPField.Name, _ kinds: FieldKinds) -> String? {
    switch kinds.count(like: name) {
    case .none: nil
    case .one: position(of: name).map { self[$0].value }
    case .several: value(of: name)
    }
  }

  /// Sets the value of a field, like the subscript: it replaces the field with the name, or is
  /// appended.
  package mutating func set(_ name: HTTPField.Name, to value: String) {
    set(HTTPField(name: name, value: value))
  }

  /// Replaces the field with the same name, or appends the field.
  package mutating func set(_ field: HTTPField) {
    guard let position = position(of: field.name) else {
      // The value of a cookie is stored as several fields.
      if field.name == .cookie { self[.cookie] = field.value } else { append(field) }
      return
    }
    guard field.name != .cookie, !hasField(of: field.name, behind: position) else {
      self[field.name] = field.value
      return
    }
    self[position] = field
  }

  /// Appends fields without replacing any.
  package mutating func append(all fields: [HTTPField]) {
    // One by one, which the library optimises; appending all at once is slower for up to dozens of
    // fields.
    for field in fields { append(field) }
  }

  /// Returns the position of the first field with a name.
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

/// A bit set of the names of header fields, to find out quickly that a name is absent or unique.
///
/// Most names that are looked up are absent.
struct FieldKinds: Sendable, Hashable {
  /// An upper bound of the number of fields with a name.
  enum Count {
    case none, one, several
  }

  private var present: UInt64 = 0
  private var repeated: UInt64 = 0

  init(_ fields: HTTPFields) {
    for position in fields.indices { add(fields[position].name) }
  }

  /// Counts one more field.
  mutating func add(_ name: HTTPField.Name) {
    let kind = Self.kind(of: name)
    repeated |= present & kind
    present |= kind
  }

  /// Returns an upper bound of the number of fields with a name.
  func count(like name: HTTPField.Name) -> Count {
    let kind = Self.kind(of: name)
    guard present & kind != 0 else { return .none }
    return repeated & kind == 0 ? .one : .several
  }

  /// Returns one bit, which is the same for equal names and usually differs for other names.
  private static func kind(of name: HTTPField.Name) -> UInt64 {
    let utf8 = name.canonicalName.utf8
    let length = utf8.count
    // Not `first`, which is a function call; this loads a byte.
    return length == 0 ? 1 : 1 << UInt64((length &* 5 &+ Int(utf8[utf8.startIndex])) & 63)
  }
}

extension HTTPField.Name {
  /// Returns a field name that the caller knows to be valid.
  package static func known(_ name: String) -> HTTPField.Name {
    guard let field = HTTPField.Name(name) else { preconditionFailure("\(name) is a field name") }
    return field
  }
}

/// Ghostlight's own header fields.
extension HTTPField.Name {
  /// The reason why a request was refused or matched no route, for the developer.
  package static let ghostlightReason = known("X-Ghostlight-Reason")
  /// The namespace that a request selects.
  package static let ghostlightNamespace = known("X-Ghostlight-Namespace")
}

/// A function that makes text safe for a header field.
///
/// Header fields carry the reasons of refusals, which quote what a client sent. Without the
/// function, a line feed in it could add a field of the client's choice.
public enum HeaderText {
  /// Returns the text in visible ASCII: line feeds as `\n`, other characters outside it as `\u{…}`.
  ///
  /// Text beyond 4,000 bytes is cut and ends with `...`.
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

  /// Returns whether a text is short and visible ASCII, as nearly all texts are.
  private static func isSafe(_ text: String) -> Bool {
    text.utf8.count <= longest
      && text.utf8.allSatisfy { (UInt8(ascii: " ")...UInt8(ascii: "~")).contains($0) }
  }
}
