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

/// What a push says (A22): the pairs as sent, and the form that iOS gets.
struct PushPayload: Sendable, Hashable {
  private let pairs: JSONObject
  /// The size that the platforms' limits are for, in bytes.
  ///
  /// - Source: assumption: the size of the pairs as compact JSON, for both platforms.
  let size: Int

  init(_ pairs: JSONObject) {
    self.pairs = pairs
    size = JSON.object(pairs).bytes.count
  }

  /// The payload for a platform; `nil` where it is too large to be delivered.
  func content(for platform: PushPlatform) -> JSONObject? {
    guard size <= platform.payloadLimit else { return nil }
    return platform == .ios ? applePairs : pairs
  }

  /// `badge`, `sound` and `message` or `alert` stand in `aps`; a `badge` that is no integer stays.
  private var applePairs: JSONObject {
    var aps = JSONObject()
    var rest = JSONObject()
    for pair in pairs {
      switch pair.key {
      case "badge" where pair.value.integer != nil: aps["badge"] = pair.value
      case "sound": aps["sound"] = pair.value
      case "message": aps["alert"] = pair.value
      case "alert" where pairs["message"] == nil: aps["alert"] = pair.value
      default: rest[pair.key] = pair.value
      }
    }
    guard !aps.isEmpty else { return rest }
    rest["aps"] = .object(aps)
    return rest
  }
}

/// Reads what push calls send (A22).
enum PushBody {
  /// The body of a call, which must be signed with the private key.
  ///
  /// - Throws: ``Fault/notAuthorized``, ``Fault/badRequest``.
  static func object(_ call: Call) throws(Fault) -> JSONObject {
    try checkKey(call)
    return try RequestBody.object(call)
  }

  /// - Throws: ``Fault/notAuthorized`` unless the call is signed with the private key.
  static func checkKey(_ call: Call) throws(Fault) {
    guard call.caller == .administrator else {
      throw .notAuthorized.withReason(
        "push calls are signed with OAuth1 and the private key", section: "A22")
    }
  }

  /// All values of a parameter of the query.
  ///
  /// - Throws: ``Fault/badRequest`` where the query is malformed.
  static func parameters(_ name: String, of call: Call) throws(Fault) -> [String] {
    guard let items = call.request.target.queryItems else {
      throw .badRequest.withReason(
        "the query has a malformed percent escape or no UTF-8", section: "A22")
    }
    return items.filter { $0.name == name }.compactMap(\.value)
  }

  /// A device given as `{"type":…,"token":…}`.
  ///
  /// - Throws: ``Fault/badPushToken``.
  static func device(_ json: JSON?) throws(Fault) -> PushDevice {
    guard let json else { throw .badPushToken.withReason("the token is missing") }
    return try device(type: json["type"]?.string ?? "", token: json["token"]?.string ?? "")
  }

  /// - Throws: ``Fault/badPushToken``.
  static func device(type: String, token: String) throws(Fault) -> PushDevice {
    guard let platform = PushPlatform(anyCase: type) else {
      throw .badPushToken.withReason("the type is none of ios, androidgcm and android")
    }
    guard let device = PushDevice(platform, token: token) else {
      throw .badPushToken.withReason(
        "a token for iOS is 64 hexadecimal digits, others are not empty")
    }
    return device
  }

  /// - Throws: ``Fault/badPushToken``, ``Fault/badRequest``.
  static func devices(_ json: JSON) throws(Fault) -> [PushDevice] {
    guard case .array(let elements) = json else {
      throw .badRequest.withReason("tokens is no array", section: "A22")
    }
    var devices: [PushDevice] = []
    for element in elements { devices.append(try device(element)) }
    return devices
  }

  /// - Throws: ``Fault/badRequest`` where it is missing, empty or no string.
  static func user(_ json: JSON?) throws(Fault) -> String {
    guard let user = json?.string, !user.isEmpty else {
      throw .badRequest.withReason("the body lacks the user, a string", section: "A22")
    }
    return user
  }

  /// - Throws: ``Fault/badRequest``.
  static func users(_ json: JSON) throws(Fault) -> [String] {
    guard case .array(let elements) = json else {
      throw .badRequest.withReason("users is no array", section: "A22")
    }
    var users: [String] = []
    for element in elements { users.append(try user(element)) }
    return users
  }

  /// - Throws: ``Fault/badRequest``.
  static func payload(_ json: JSON?) throws(Fault) -> PushPayload {
    guard case .object(let pairs) = json else {
      throw .badRequest.withReason("the body lacks the payload, an object", section: "A22")
    }
    return PushPayload(pairs)
  }
}
