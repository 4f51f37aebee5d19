import GhostlightCore
import GhostlightEmulation

/// Registration and delivery, for both forms of the API.
extension StackMobState {
  /// - Throws: ``Fault/pushTokenTaken`` for a device that is registered, unless it is to be
  ///   overwritten; what is over the budget.
  mutating func register(
    _ device: PushDevice, for user: String, overwrites: Bool, at moment: Moment,
    _ budget: WorkBudget
  ) throws(Fault) {
    let registered = pushTokens[device]
    guard overwrites || registered == nil else { throw .pushTokenTaken }
    // The devices of the user before and of the new one are listed anew.
    try budget.spend(16 + pushTokens.count(of: user))
    try budget.spend(registered.map { pushTokens.count(of: $0.user) } ?? 0)
    pushTokens.add(
      PushRegistration(device: device, user: user, registered: moment.milliseconds))
  }

  /// Takes a device out.
  ///
  /// - Throws: What is over the budget.
  mutating func unregister(_ device: PushDevice, _ budget: WorkBudget) throws(Fault) {
    try budget.spend(16 + (pushTokens[device].map { pushTokens.count(of: $0.user) } ?? 0))
    pushTokens.remove(device)
  }

  /// The devices of users, in their order.
  ///
  /// - Throws: What is over the budget: a user may be named often.
  func devices(of users: [String], _ budget: WorkBudget) throws(Fault) -> [PushDevice] {
    var devices: [PushDevice] = []
    for user in users {
      try budget.spend(2 + 4 * pushTokens.count(of: user))
      devices += pushTokens.of(user: user).map(\.device)
    }
    return devices
  }

  /// All devices, by user.
  ///
  /// - Throws: What is over the budget.
  func allDevices(_ budget: WorkBudget) throws(Fault) -> [PushDevice] {
    try budget.spend(sorting: pushTokens.count)
    try budget.spend(pushTokens.count, times: 4)
    return pushTokens.all.map(\.device)
  }

  /// Puts one message for each platform into the outbox, to each device once.
  ///
  /// - Throws: What is over the budget, before anything is sent.
  mutating func deliver(
    _ payload: PushPayload, to devices: [PushDevice], at moment: Moment, _ budget: WorkBudget
  ) throws(Fault) {
    try budget.spend(devices.count, times: 4)
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
  ///
  /// - Throws: What is over the budget.
  func pushTokenListing(of users: [String], _ budget: WorkBudget) throws(Fault) -> JSON {
    var listing = MemberTable(setting: users.count)
    for user in users {
      try budget.spend(2 + 8 * pushTokens.count(of: user))
      listing.set(user, .array(pushTokens.of(user: user).map(\.json)))
    }
    return ["tokens": .object(listing.object)]
  }
}
