import GhostlightCore

extension JSON {
  /// The value with a merge patch applied (RFC 7396): `null` takes a member away, objects are merged,
  /// all else replaces.
  func merged(with patch: JSON) -> JSON {
    guard case .object(let changes) = patch else { return patch }
    var result = object ?? [:]
    for change in changes {
      result[change.key] =
        change.value.isNull ? .none : (result[change.key] ?? .null).merged(with: change.value)
    }
    return .object(result)
  }
}
