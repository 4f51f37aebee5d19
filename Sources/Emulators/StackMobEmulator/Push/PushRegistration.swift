import GhostlightCore

/// A device of a user, who need not exist (A22).
struct PushRegistration: Sendable, Hashable {
  let device: PushDevice
  let user: String
  /// Milliseconds since 1970.
  let registered: Int64

  /// The token as both forms of the API list it.
  var json: JSON {
    [
      "token": .string(device.token), "type": .string(device.platform.rawValue),
      "registered_milliseconds": .integer(registered),
    ]
  }
}
