import GhostlightCore
import GhostlightEmulation

/// The registered devices, one store for both forms of the API (D23).
struct PushTokens: Sendable {
  private var byDevice = KeyedStore<PushRegistration>()
  /// In the order of registration.
  private var devicesByUser = KeyedStore<[PushDevice]>()
  /// Devices that the platforms no longer know, oldest first.
  private(set) var expired: [PushRegistration] = []

  private static func key(_ device: PushDevice) -> String {
    "\(device.platform.rawValue)/\(device.token)"
  }

  subscript(device: PushDevice) -> PushRegistration? { byDevice[Self.key(device)] }

  /// All registrations, by user, then in their order.
  var all: [PushRegistration] { devicesByUser.keys.sortedByBytes.flatMap(of(user:)) }

  /// How many devices are registered.
  var count: Int { byDevice.count }

  /// How many devices of a user are.
  func count(of user: String) -> Int { devicesByUser[user]?.count ?? 0 }

  func of(user: String) -> [PushRegistration] {
    (devicesByUser[user] ?? []).compactMap { byDevice[Self.key($0)] }
  }

  /// Registers a device, which then is the user's alone.
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

  /// Notes that a platform no longer knows a device.
  mutating func expire(_ registration: PushRegistration) {
    remove(registration.device)
    expired.append(registration)
  }

  mutating func clearExpired() { expired = [] }
}

/// What a push is sent to: a platform with its token.
struct PushDevice: Sendable, Hashable {
  let platform: PushPlatform
  private let exactToken: BytewiseString

  var token: String { exactToken.text }

  /// A device, where the token can be one: for iOS 64 hexadecimal digits, kept in lower case.
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

/// The kinds of devices that push tokens are for (A22).
enum PushPlatform: String, Sendable, Hashable, CaseIterable {
  case ios
  /// Google Cloud Messaging.
  case androidgcm
  /// Its predecessor, C2DM.
  case android

  /// Reads a type in any case: `iOS`, `androidGCM`.
  init?(anyCase text: String) { self.init(rawValue: text.lowercased()) }

  /// The largest payload that is delivered, in bytes.
  var payloadLimit: Int { self == .ios ? 256 : 1024 }
}

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
  /// - Throws: `SnapshotError` with the place.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
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
  /// - Throws: `SnapshotError` with the place.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
    let type = try reader.member("type")
    guard let platform = PushPlatform(rawValue: try type.string()) else {
      throw type.error("is no type of token")
    }
    let token = try reader.member("token")
    guard let device = PushDevice(platform, token: try token.string()) else {
      throw token.error("is no token")
    }
    self.init(
      device: device, user: try reader.member("user").string(),
      registered: try reader.member("registered").integer())
  }
}
