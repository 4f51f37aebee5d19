/// The role of a JSON member whose object is a pair of a name and a value.
enum MemberRole {
  case none
  /// The member's value is a name: `{"name": "password", "value": "…"}`.
  case name
  /// The member's value is a JSON Patch path (RFC 6902): `{"path": "/password", "value": "…"}`.
  case path
  /// The member's value is the type of a form field: `{"type": "password", "value": "…"}`.
  case type
  case value

  init(_ key: ArraySlice<UInt8>) {
    guard key.count <= 16 else {
      self = .none
      return
    }
    self = Self.roles[WordHash(SecretName(key).bytes).value] ?? .none
  }

  private static let roles: [UInt64: MemberRole] = {
    var roles: [UInt64: MemberRole] = [WordHash().value: .value]
    let words: [(MemberRole, String)] = [
      (.name, "name key header field param parameter k n label property attribute id"),
      (.path, "path"), (.type, "type"),
      (
        .value,
        """
        value values val v text raw plain plaintext data content current old new confirm confirmation
        previous string stringvalue t s hash
        """
      ),
    ]
    for (role, list) in words {
      for word in list.split(whereSeparator: \.isWhitespace) {
        roles[WordHash(word.utf8).value] = role
      }
    }
    return roles
  }()

  var isValue: Bool { self == .value }

  var isName: Bool { self == .name || self == .path || self == .type }

  /// Returns the secret name that this member's value contains, or `nil` if it contains none.
  func name(in value: ArraySlice<UInt8>, _ rules: RedactionRules) -> ScannedName? {
    guard value.count <= 128 else { return nil }
    var value = value
    switch self {
    case .none, .value: return nil
    case .type: guard value.elementsEqual("password".utf8) else { return nil }
    case .path:
      guard value.first == UInt8(ascii: "/") else { return nil }
      while let slash = value.lastIndex(of: UInt8(ascii: "/")) {
        let segment = value[(slash + 1)...]
        value = value[..<slash]
        let isPosition =
          segment.elementsEqual("-".utf8) || segment.allSatisfy { (0x30...0x39).contains($0) }
        guard isPosition else {
          value = segment
          break
        }
      }
    case .name:
      // In a title with several words, such as "New password", the last word is the name.
      if let space = value.lastIndex(of: 0x20) { value = value[(space + 1)...] }
    }
    let name = ScannedName(value, rules)
    switch name.strength {
    case .strong, .weak: return name
    case .unknown, .harmless: return nil
    }
  }
}
