import GhostlightContracts
import GhostlightCore

/// Rules and values that the examples of several chapters use.
enum Sample {
  /// A time in the format of the server.
  static let time = "2017-01-20T09:15:00.123Z"
  /// A rule for a time with exactly three decimals of a second.
  static let anyTime = Example.regex(
    #"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$"#, time)
  /// The header field with the content type, which every response with a body has.
  static let json: KeyValuePairs<String, Example> = ["Content-Type": "application/json"]
  /// The id of an object that never existed.
  static let nothing = "99999999-0000-4000-8000-000000000009"

  /// Returns a rule for ids of objects whose type has the code `code` (A3).
  static func anyID(_ code: String) -> Example {
    .regex(
      "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}-\(code)$",
      "3e1f1c1e-9f0a-4c55-8a43-6f1b8f2f0a11-\(code)")
  }

  /// Returns rules for the members that the service adds to a new object.
  static func made(_ code: String) -> KeyValuePairs<String, Example> {
    ["id": anyID(code), "created_at": anyTime, "modified_at": anyTime]
  }

  /// A rule for a session token (A4), or its placeholder in a recording.
  static let anyToken = Example.regex(
    "^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-02\\|[0-9a-f]{24}|REDACTED-.+)$", token)
  static let token = "3e1f1c1e-9f0a-4c55-8a43-6f1b8f2f0a12-02|4f1b2c3d4e5f60718293a4b5"
}
