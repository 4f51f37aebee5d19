/// The role of a member in a pair of a name and a value.
enum MemberRole {
  case none
  /// The name of the value: `{"name": "password", "value": "…"}`.
  case name
  /// The path of a JSON Patch (RFC 6902): `{"path": "/password", "value": "…"}`.
  case path
  /// The kind of a field: `{"type": "password", "value": "…"}`.
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

  /// Returns the name that the value of this member is, or `nil` if that is not secret.
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
      // In a title of several words, such as "New password", the last word decides.
      if let space = value.lastIndex(of: 0x20) { value = value[(space + 1)...] }
    }
    let name = ScannedName(value, rules)
    switch name.strength {
    case .strong, .weak: return name
    case .unknown, .harmless: return nil
    }
  }
}
