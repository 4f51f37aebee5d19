import GhostlightCore

extension Response {
  /// Applies a change to the body's JSON object; bodies that are not JSON objects are unchanged.
  mutating func edit(_ change: (inout JSONObject) -> Void) {
    guard var object = json?.object else { return }
    change(&object)
    body = JSON.object(object).bytes
  }
}
