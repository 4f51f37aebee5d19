import GhostlightCore
import GhostlightEmulation

/// All registered devices, which both forms of the push API can read and change (D23).
struct PushTokens: Sendable {
  private var byDevice = KeyedStore<PushRegistration>()
  /// The devices of each user, in the order of registration.
  private var devicesByUser = KeyedStore<[PushDevice]>()
  /// The registrations of devices that the platforms no longer accept, oldest first.
  private(set) var expired: [PushRegistration] = []

  private static func key(_ device: PushDevice) -> String {
    "\(device.platform.rawValue)/\(device.token)"
  }

  subscript(device: PushDevice) -> PushRegistration? { byDevice[Self.key(device)] }

  /// All registrations, sorted by user; each user's registrations are in the order in which they
  /// were added.
  var all: [PushRegistration] { devicesByUser.keys.sortedByBytes.flatMap(of(user:)) }

  var count: Int { byDevice.count }

  func count(of user: String) -> Int { devicesByUser[user]?.count ?? 0 }

  func of(user: String) -> [PushRegistration] {
    (devicesByUser[user] ?? []).compactMap { byDevice[Self.key($0)] }
  }

  /// Registers a device for a user, and removes the device from its previous user.
  mutating func add(_ registration: PushRegistration) {
    remove(registration.device)
    byDevice[Self.key(registration.device)] = registration
    devicesByUser[registration.user] =
      (devicesByUser[registration.user] ?? []) + [registration.device]
  }

  mutating func remove(_ device: PushDevice) {
    guard let registration = self[device] else { return }
    byDevice[Self.key(device)] = nil
    let left = devicesByUser[registration.user]?.filter { $0 != device } ?? []
    devicesByUser[registration.user] = left.isEmpty ? nil : left
  }

  mutating func removeAll(of user: String) {
    for device in devicesByUser[user] ?? [] { byDevice[Self.key(device)] = nil }
    devicesByUser[user] = nil
  }

  /// Removes a registration and adds it to ``expired``, as if its platform no longer accepted the
  /// device.
  mutating func expire(_ registration: PushRegistration) {
    remove(registration.device)
    expired.append(registration)
  }

  mutating func clearExpired() { expired = [] }
}

/// A device that can get push messages: a platform with a token.
struct PushDevice: Sendable, Hashable {
  let platform: PushPlatform
  private let exactToken: BytewiseString

  var token: String { exactToken.text }

  /// Creates a device, or returns `nil` if the token is invalid.
  ///
  /// An iOS token must have 64 hexadecimal digits, which are stored in lower case.
  init?(_ platform: PushPlatform, token: String) {
    guard !token.isEmpty else { return nil }
    self.platform = platform
    guard platform == .ios else {
      exactToken = BytewiseString(token)
      return
    }
    guard token.utf8.count == 64, token.utf8.allSatisfy(Self.isHexadecimal) else { return nil }
    exactToken = BytewiseString(token.lowercased())
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}

/// The platforms of push tokens (A22).
enum PushPlatform: String, Sendable, Hashable, CaseIterable {
  case ios
  /// The platform of Google Cloud Messaging (GCM).
  case androidgcm
  /// The platform of C2DM, the predecessor of Google Cloud Messaging.
  case android

  /// Creates a platform from its name in any case, such as `iOS` or `androidGCM`.
  init?(anyCase text: String) { self.init(rawValue: text.lowercased()) }

  /// The maximum size of a delivered payload, in bytes.
  var payloadLimit: Int { self == .ios ? 256 : 1024 }
}

/// The registration of a device for a user; the user does not have to exist (A22).
struct PushRegistration: Sendable, Hashable {
  let device: PushDevice
  let user: String
  /// The time of the registration, in milliseconds since 1970.
  let registered: Int64

  /// The registration as an object with token, type and time, as both forms of the API return it.
  var json: JSON {
    [
      "token": .string(device.token), "type": .string(device.platform.rawValue),
      "registered_milliseconds": .integer(registered),
    ]
  }
}

extension PushTokens {
  var snapshot: JSON {
    [
      "registered": .array(all.map(\.snapshot)),
      "expired": .array(expired.map(\.snapshot)),
    ]
  }

  /// Creates the tokens from a ``snapshot``.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
    self.init()
    for entry in try reader.member("expired").elements() {
      expire(try PushRegistration(entry))
    }
    for entry in try reader.member("registered").elements() { add(try PushRegistration(entry)) }
  }
}

extension PushRegistration {
  var snapshot: JSON {
    [
      "type": .string(device.platform.rawValue),
      "token": .string(device.token),
      "user": .string(user),
      "registered": .integer(registered),
    ]
  }

  /// Creates a registration from a ``snapshot``.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
    let type = try reader.member("type")
    guard let platform = PushPlatform(rawValue: try type.string()) else {
      throw type.error("is not a type of token")
    }
    let token = try reader.member("token")
    guard let device = PushDevice(platform, token: try token.string()) else {
      throw token.error("is not a valid token")
    }
    self.init(
      device: device, user: try reader.member("user").string(),
      registered: try reader.member("registered").integer())
  }
}
