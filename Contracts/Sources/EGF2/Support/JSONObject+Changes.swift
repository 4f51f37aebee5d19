import GhostlightContracts
import GhostlightCore

extension JSONObject {
  /// The object with other values; `nil` takes a member away.
  func with(_ changes: KeyValuePairs<String, JSON?>) -> JSONObject {
    var copy = self
    for (name, value) in changes { copy[name] = value }
    return copy
  }

  /// The object, equal.
  var example: Example { .value(.object(self)) }

  /// The object with rules in the place of some members.
  func example(_ rules: KeyValuePairs<String, Example>) -> Example {
    var members = map { Example.Member($0.key, .value($0.value)) }
    for (name, rule) in rules {
      members.removeAll { $0.name == name }
      members.append(Example.Member(name, rule))
    }
    return .object(members)
  }

  /// The object with all members of another.
  func joined(with other: JSONObject) -> JSONObject {
    other.reduce(into: self) { $0[$1.key] = $1.value }
  }
}
