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

  /// The value of a field, as ``value(of:)`` answers it, where these are the fields' kinds.
  func value(of name: HTTPField.Name, _ kinds: FieldKinds) -> String? {
    switch kinds.count(like: name) {
    case .none: nil
    case .one: position(of: name).map { self[$0].value }
    case .several: value(of: name)
    }
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

/// What kinds of names header fields have: most names that are looked for are of none, and most of
/// the others of one that no other field has.
struct FieldKinds: Sendable, Hashable {
  /// How many fields may have a name.
  enum Count {
    case none, one, several
  }

  private var present: UInt64 = 0
  private var repeated: UInt64 = 0

  init(_ fields: HTTPFields) {
    for position in fields.indices { add(fields[position].name) }
  }

  /// Counts another field.
  mutating func add(_ name: HTTPField.Name) {
    let kind = Self.kind(of: name)
    repeated |= present & kind
    present |= kind
  }

  /// How many fields there may be with a name.
  func count(like name: HTTPField.Name) -> Count {
    let kind = Self.kind(of: name)
    guard present & kind != 0 else { return .none }
    return repeated & kind == 0 ? .one : .several
  }

  /// One bit, the same for equal names and mostly another for others.
  private static func kind(of name: HTTPField.Name) -> UInt64 {
    let utf8 = name.canonicalName.utf8
    let length = utf8.count
    // Not by `first`, which is called; this is a load of a byte.
    return length == 0 ? 1 : 1 << UInt64((length &* 5 &+ Int(utf8[utf8.startIndex])) & 63)
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
