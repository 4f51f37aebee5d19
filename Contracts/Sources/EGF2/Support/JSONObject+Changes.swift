import GhostlightContracts
import GhostlightCore

extension JSONObject {
  /// Returns the object with changed values; `nil` removes a member.
  func with(_ changes: KeyValuePairs<String, JSON?>) -> JSONObject {
    var copy = self
    for (name, value) in changes { copy[name] = value }
    return copy
  }

  /// The object as an example that must be equal.
  var example: Example { .value(.object(self)) }

  /// Returns the object as an example, with rules for some members.
  func example(_ rules: KeyValuePairs<String, Example>) -> Example {
    var members = map { Example.Member($0.key, .value($0.value)) }
    for (name, rule) in rules {
      members.removeAll { $0.name == name }
      members.append(Example.Member(name, rule))
    }
    return .object(members)
  }

  /// Returns the object with all members of another one.
  func joined(with other: JSONObject) -> JSONObject {
    other.reduce(into: self) { $0[$1.key] = $1.value }
  }
}
