import GhostlightContracts
import GhostlightCore

extension JSONObject {
  /// Returns a copy with changed values; `nil` removes a member.
  func with(_ changes: KeyValuePairs<String, JSON?>) -> JSONObject {
    var copy = self
    for (name, value) in changes { copy[name] = value }
    return copy
  }

  /// An example that only an equal object matches.
  var example: Example { .value(.object(self)) }

  /// Returns an example for the object, in which `rules` replace the values of some members.
  func example(_ rules: KeyValuePairs<String, Example>) -> Example {
    var members = map { Example.Member($0.key, .value($0.value)) }
    for (name, rule) in rules {
      members.removeAll { $0.name == name }
      members.append(Example.Member(name, rule))
    }
    return .object(members)
  }

  /// Returns a copy with all members of `other`, which replace existing members of the same name.
  func joined(with other: JSONObject) -> JSONObject {
    other.reduce(into: self) { $0[$1.key] = $1.value }
  }
}
