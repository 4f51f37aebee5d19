import GhostlightCore
import GhostlightEmulation

/// Registration and delivery, for both forms of the API.
extension StackMobState {
  /// - Throws: ``Fault/pushTokenTaken`` for a device that is registered, unless it is to be
  ///   overwritten.
  mutating func register(
    _ device: PushDevice, for user: String, overwrites: Bool, at moment: Moment
  ) throws(Fault) {
    guard overwrites || pushTokens[device] == nil else { throw .pushTokenTaken }
    pushTokens.add(
      PushRegistration(device: device, user: user, registered: moment.milliseconds))
  }

  /// Puts one message for each platform into the outbox, to each device once.
  mutating func deliver(_ payload: PushPayload, to devices: [PushDevice], at moment: Moment) {
    var seen: Set<PushDevice> = []
    let receivers = devices.filter { seen.insert($0).inserted }
    for platform in PushPlatform.allCases {
      let tokens = receivers.filter { $0.platform == platform }.map(\.token)
      guard !tokens.isEmpty, let content = payload.content(for: platform) else { continue }
      outbox.post(
        .push, to: tokens, ["type": .string(platform.rawValue), "payload": .object(content)],
        at: moment)
    }
  }

  /// `{"tokens":{"<user>":[…]}}`, an unknown user with none.
  func pushTokenListing(of users: [String]) -> JSON {
    var listing = JSONObject()
    for user in users { listing[user] = .array(pushTokens.of(user: user).map(\.json)) }
    return ["tokens": .object(listing)]
  }
}
