import GhostlightCore
import GhostlightEmulation

/// Registration of devices and delivery of messages, which both forms of the push API use.
extension StackMobState {
  /// Registers a device for a user.
  ///
  /// - Throws: ``Fault/pushTokenTaken`` if the device is already registered and `overwrites` is
  ///   `false`, or ``Fault/workLimit(_:)`` if the budget is used up.
  mutating func register(
    _ device: PushDevice, for user: String, overwrites: Bool, at moment: Moment,
    _ budget: WorkBudget
  ) throws(Fault) {
    let registered = pushTokens[device]
    guard overwrites || registered == nil else { throw .pushTokenTaken }
    // Units are spent for the device lists of both the previous and the new user, because the lists
    // are copied.
    try budget.spend(16 + pushTokens.count(of: user))
    try budget.spend(registered.map { pushTokens.count(of: $0.user) } ?? 0)
    pushTokens.add(
      PushRegistration(device: device, user: user, registered: moment.milliseconds))
  }

  /// Removes a device, if it is registered.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  mutating func unregister(_ device: PushDevice, _ budget: WorkBudget) throws(Fault) {
    try budget.spend(16 + (pushTokens[device].map { pushTokens.count(of: $0.user) } ?? 0))
    pushTokens.remove(device)
  }

  /// Returns the devices of users, in the order of the users.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up, since the list may contain a user
  ///   many times.
  func devices(of users: [String], _ budget: WorkBudget) throws(Fault) -> [PushDevice] {
    var devices: [PushDevice] = []
    for user in users {
      try budget.spend(2 + 4 * pushTokens.count(of: user))
      devices += pushTokens.of(user: user).map(\.device)
    }
    return devices
  }

  /// Returns all devices, sorted by user.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func allDevices(_ budget: WorkBudget) throws(Fault) -> [PushDevice] {
    try budget.spend(sorting: pushTokens.count)
    try budget.spend(pushTokens.count, times: 4)
    return pushTokens.all.map(\.device)
  }

  /// Adds one message for each platform to the outbox.
  ///
  /// A device that is listed twice gets the message once.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up; no message is added then.
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

  /// Returns the devices of users in the form `{"tokens":{"<user>":[…]}}`.
  ///
  /// The list of an unknown user is empty.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func pushTokenListing(of users: [String], _ budget: WorkBudget) throws(Fault) -> JSON {
    var listing = MemberTable(setting: users.count)
    for user in users {
      try budget.spend(2 + 8 * pushTokens.count(of: user))
      listing.set(user, .array(pushTokens.of(user: user).map(\.json)))
    }
    return ["tokens": .object(listing.object)]
  }
}

/// The contents of a push message (A22): the pairs that the client sent, and their form for iOS.
struct PushPayload: Sendable, Hashable {
  private let pairs: JSONObject
  /// The size that must not exceed a platform's limit, in bytes.
  ///
  /// - Source: assumption: the size of the pairs as compact JSON, for both platforms.
  let size: Int

  init(_ pairs: JSONObject) {
    self.pairs = pairs
    size = JSON.object(pairs).bytes.count
  }

  /// Returns the message's pairs for a platform, or `nil` if the message is too large for it.
  func content(for platform: PushPlatform) -> JSONObject? {
    guard size <= platform.payloadLimit else { return nil }
    return platform == .ios ? applePairs : pairs
  }

  /// The pairs in the form for iOS: `badge`, `sound` and `message` or `alert` are moved into `aps`.
  ///
  /// A `badge` that is not an integer is not moved.
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

/// Functions that parse the bodies and queries of push calls (A22).
enum PushBody {
  /// Returns the body of a call as an object, after checking that the private key has signed the
  /// call.
  ///
  /// - Throws: ``Fault/notAuthorized`` if the call is not signed, or ``Fault/badRequest`` if the
  ///   body is not an object.
  static func object(_ call: Call) throws(Fault) -> JSONObject {
    try checkKey(call)
    return try RequestBody.object(call)
  }

  /// Checks that the private key has signed a call.
  ///
  /// - Throws: ``Fault/notAuthorized`` if it has not.
  static func checkKey(_ call: Call) throws(Fault) {
    guard call.caller == .administrator else {
      throw .notAuthorized.withReason(
        "push calls are signed with OAuth1 and the private key", section: "A22")
    }
  }

  /// Returns all values of a query parameter.
  ///
  /// - Throws: ``Fault/badRequest`` if the query string is malformed.
  static func parameters(_ name: String, of call: Call) throws(Fault) -> [String] {
    guard let items = call.request.target.queryItems else {
      throw .badRequest.withReason(
        "the query has a malformed percent escape or no UTF-8", section: "A22")
    }
    return items.filter { $0.name == name }.compactMap(\.value)
  }

  /// Returns the device in an object `{"type":…,"token":…}`.
  ///
  /// - Throws: ``Fault/badPushToken`` if the object is missing, or if the type or the token is
  ///   invalid.
  static func device(_ json: JSON?) throws(Fault) -> PushDevice {
    guard let json else { throw .badPushToken.withReason("the token is missing") }
    return try device(type: json["type"]?.string ?? "", token: json["token"]?.string ?? "")
  }

  /// Creates a device from a type and a token.
  ///
  /// - Throws: ``Fault/badPushToken`` if one of them is invalid.
  static func device(type: String, token: String) throws(Fault) -> PushDevice {
    guard let platform = PushPlatform(anyCase: type) else {
      throw .badPushToken.withReason("the type is not ios, androidgcm or android")
    }
    guard let device = PushDevice(platform, token: token) else {
      throw .badPushToken.withReason(
        "a token for iOS is 64 hexadecimal digits, others are not empty")
    }
    return device
  }

  /// Returns the devices in an array.
  ///
  /// - Throws: ``Fault/badRequest`` if the value is not an array, or ``Fault/badPushToken`` if an
  ///   element is not a valid device.
  static func devices(_ json: JSON) throws(Fault) -> [PushDevice] {
    guard case .array(let elements) = json else {
      throw .badRequest.withReason("tokens is not an array", section: "A22")
    }
    var devices: [PushDevice] = []
    for element in elements { devices.append(try device(element)) }
    return devices
  }

  /// Returns the user name in a body.
  ///
  /// - Throws: ``Fault/badRequest`` if the name is missing, empty or not a string.
  static func user(_ json: JSON?) throws(Fault) -> String {
    guard let user = json?.string, !user.isEmpty else {
      throw .badRequest.withReason("the body does not have the user, a string", section: "A22")
    }
    return user
  }

  /// Returns the user names in an array.
  ///
  /// - Throws: ``Fault/badRequest`` if the value is not an array, or if an element is not a user
  ///   name.
  static func users(_ json: JSON) throws(Fault) -> [String] {
    guard case .array(let elements) = json else {
      throw .badRequest.withReason("users is not an array", section: "A22")
    }
    var users: [String] = []
    for element in elements { users.append(try user(element)) }
    return users
  }

  /// Returns the payload in an object.
  ///
  /// - Throws: ``Fault/badRequest`` if the value is not an object.
  static func payload(_ json: JSON?) throws(Fault) -> PushPayload {
    guard case .object(let pairs) = json else {
      throw .badRequest.withReason("the body does not have the payload, an object", section: "A22")
    }
    return PushPayload(pairs)
  }
}
