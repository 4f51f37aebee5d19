/// Who may do something: anybody for whom one of the terms holds (A6).
struct AccessRule: Sendable, Hashable {
  /// One name of a rule's list.
  enum Term: Sendable, Hashable {
    case any
    case registeredUser
    case own
    /// A type of role; one that users cannot have never holds.
    case role(String)
  }

  let terms: [Term]
  /// Whether it lets anonymous callers in.
  let isForAnybody: Bool

  /// Reads a list of names with commas between.
  init(_ text: String) {
    terms = text.split(separator: ",").map { name in
      switch name {
      case "any": .any
      case "registered_user": .registeredUser
      case "self": .own
      default: .role(String(name))
      }
    }
    isForAnybody = terms.contains(.any)
  }
}
