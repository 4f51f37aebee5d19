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
