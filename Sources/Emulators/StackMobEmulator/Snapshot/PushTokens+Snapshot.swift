import GhostlightCore
import GhostlightEmulation

extension PushTokens {
  /// The registrations, by user in their order, and those that expired.
  var snapshot: JSON {
    [
      "registered": .array(all.map(\.snapshot)),
      "expired": .array(expired.map(\.snapshot)),
    ]
  }

  /// Reads what ``snapshot`` wrote.
  ///
  /// - Throws: `SnapshotProblem` with the place.
  init(_ reader: SnapshotReader) throws(SnapshotProblem) {
    self.init()
    for entry in try reader.member("expired").elements() {
      expire(try PushRegistration(entry))
    }
    for entry in try reader.member("registered").elements() { add(try PushRegistration(entry)) }
  }
}

extension PushRegistration {
  /// Device, user and time.
  var snapshot: JSON {
    [
      "type": .string(device.platform.rawValue),
      "token": .string(device.token),
      "user": .string(user),
      "registered": .integer(registered),
    ]
  }

  /// Reads what ``snapshot`` wrote.
  ///
  /// - Throws: `SnapshotProblem` with the place.
  init(_ reader: SnapshotReader) throws(SnapshotProblem) {
    let type = try reader.member("type")
    guard let platform = PushPlatform(rawValue: try type.string()) else {
      throw type.problem("is no type of token")
    }
    let token = try reader.member("token")
    guard let device = PushDevice(platform, token: try token.string()) else {
      throw token.problem("is no token")
    }
    self.init(
      device: device, user: try reader.member("user").string(),
      registered: try reader.member("registered").integer())
  }
}
