import GhostlightCore

extension Response {
  /// Changes the members of a JSON body.
  mutating func edit(_ change: (inout JSONObject) -> Void) {
    guard var object = json?.object else { return }
    change(&object)
    body = JSON.object(object).bytes
  }
}
