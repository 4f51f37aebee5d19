import Foundation
import Ghostlight
import GhostlightCore
import ManagedObjects
@testable import StackMob
import StackMobStoreScenarios
import SyncFixtures
import Synchronization
import TestSupport

/// A simulation in which two devices with StackMob's store and another client edit the same items
/// in random order.
///
/// The seed determines the order of saves with and without the network, fetches, syncs and
/// restarts. Requests and responses are lost, sessions end, the server rejects requests, apps are
/// killed, and the devices' clocks are an hour off. An `EditJudge` checks that no edit is lost
/// without a reason. Valid reasons are a merge policy's decision, a save that failed with -108 and
/// was then discarded, and an online save that replaces the server's object.
@MainActor
struct StorePlay {
  /// A change whose save has failed, and that its context will save again.
  struct Held {
    var token: String
    var removes: Bool
  }

  /// A merge policy's decision about one item.
  struct Decision: Sendable {
    var key: String
    var theirs: String?
    var isClient: Bool
  }

  let seed: UInt64
  let server: ItemServer
  var devices: [ItemDevice] = []
  var judge = EditJudge()
  var numbers: SeededNumbers
  let decisions = Callbacks()
  private var count = 0
  var held: [[String: Held]] = [[:], [:]]
  /// The token of each device's last edit, by item key.
  var own: [[String: String]] = [[:], [:]]
  /// The edits that each device has discarded, with the items that it showed at that time, by item
  /// key.
  var givenUp: [[String: (token: String, view: String?)]] = [[:], [:]]
  var removals: [String: [String]] = [:]
  var owners: [String: Int] = [:]
  var isFinal = false
  var history: [String] = []
  var violations: [String] = []

  static let keys = ["k0", "k1", "k2"]

  final class Callbacks: Sendable {
    private let decisions = Mutex<[Decision]>([])

    func add(_ decision: Decision) { decisions.withLock { $0.append(decision) } }

    func drain() -> [Decision] {
      decisions.withLock { all in
        defer { all = [] }
        return all
      }
    }
  }

  init(_ seed: UInt64) throws {
    self.seed = seed
    numbers = SeededNumbers(seed: seed)
    server = try ItemServer()
    let policy = SyncRow.Policy.allCases[Int(seed % 3)].mergePolicy
    let decisions = decisions
    for _ in 0..<2 {
      let device = try ItemDevice(server)
      device.store.defaultSMMergePolicy = { client, theirs, base in
        let answer = policy(client, theirs, base)
        let key = client["item_id"] as? String ?? theirs?["item_id"] as? String ?? ""
        decisions.add(
          Decision(
            key: key, theirs: theirs?["text"] as? String, isClient: answer == SMClientObject))
        return answer
      }
      devices.append(device)
    }
  }

  /// Runs a number of random steps, syncs both devices without faults, and compares all sides.
  mutating func run(steps: Int) async throws {
    for _ in 0..<steps {
      // Each object needs a different creation date, so the clock moves by at least one
      // millisecond.
      try server.pass(.random(in: 1...50, using: &numbers))
      let device = Int.random(in: 0..<2, using: &numbers)
      switch Int.random(in: 0..<14, using: &numbers) {
      case 0...2: try await edit(device, isOnline: false)
      case 3...6: try await edit(device, isOnline: true)
      case 7: editElsewhere()
      case 8, 9: try await pull(device)
      case 10: try restart(device, "restarts")
      default: try await sync(device)
      }
    }
    isFinal = true
    for device in 0..<2 where !held[device].isEmpty { try await finish(device) }
    for _ in 0..<2 { for device in 0..<2 { try await sync(device) } }
    for device in 0..<2 { try await pull(device) }
    try compare()
  }

  // MARK: Edits

  var tokens: [String: String] { server.items.compactMapValues { $0["text"]?.string } }

  mutating func token() -> String {
    count += 1
    return "t\(count)"
  }

  /// Returns the token that a device shows: that of its unsaved change, otherwise the one in the
  /// cache.
  private func view(_ device: Int, _ key: String) throws -> String? {
    if let held = held[device][key] { return held.removes ? nil : held.token }
    return try devices[device].text(key)
  }

  private mutating func edit(_ device: Int, isOnline: Bool) async throws {
    var edited: [String: Held] = [:]
    for key in Self.keys.shuffled(using: &numbers).prefix(.random(in: 1...2, using: &numbers)) {
      // A context cannot insert an object while a deletion of the same key is pending.
      if held[device][key]?.removes == true { continue }
      edited[key] = try stage(device, key)
    }
    guard !edited.isEmpty else { return }
    history.append(
      "\(device) \(isOnline ? "saves" : "saves offline") "
        + edited.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.token)" }
        .joined(separator: ", "))
    held[device].merge(edited) { $1 }
    try await save(device, isOnline: isOnline)
  }

  /// Changes an item in a device's context without saving, and returns the change.
  private mutating func stage(_ device: Int, _ key: String) throws -> Held {
    let view = try view(device, key)
    let token = token()
    owners[token] = device
    var old = view ?? removals[key]?.last { owners[$0] == device }
    if let lost = givenUp[device][key], lost.view == view { old = lost.token }
    let removes = view != nil && Int.random(in: 0..<3, using: &numbers) == 0
    judge.edit(token, of: key, on: "\(device)", replacing: old, removes: removes)
    if removes { removals[key, default: []].append(token) }
    // The device does not have the item, so its edit does not conflict with another device's
    // removal.
    if view == nil { allowRemovals(device, key, "the device did not have it") }
    own[device][key] = token
    givenUp[device][key] = nil
    let context = devices[device].context
    if view == nil {
      let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
      item.setValue(key, forKey: "item_id")
      item.setValue(token, forKey: "text")
    } else if removes {
      context.delete(try devices[device].item(key))
    } else {
      try devices[device].item(key).setValue(token, forKey: "text")
    }
    return Held(token: token, removes: removes)
  }

  mutating func save(_ device: Int, isOnline: Bool) async throws {
    let loss = isOnline ? drawLoss() : nil
    if isOnline { allowOverwriting(device) }
    devices[device].lose(loss, at: .random(in: 1...4, using: &numbers), ofWrites: false)
    let error = await devices[device].save(online: isOnline)
    if let loss { history.append("  \(loss): \(error ?? 0)") }
    try await complete(device, error, isLost: loss != nil)
  }

  private mutating func complete(_ device: Int, _ error: Int?, isLost: Bool) async throws {
    let isKilled = devices[device].network.isDead
    devices[device].lose(nil)
    see(device)
    if isKilled { return try restart(device, "is killed") }
    guard error != nil else {
      for (key, change) in held[device] where change.removes {
        try dropRemoval(device, key, change)
      }
      held[device] = [:]
      return
    }
    if !isLost || isFinal || Int.random(in: 0..<3, using: &numbers) == 0 {
      try restart(device, "gives up")
    }
  }

  /// Records that a device's removal has no effect, because the item on the server was not written
  /// by this device.
  private mutating func dropRemoval(_ device: Int, _ key: String, _ change: Held) throws {
    guard try !devices[device].isDirty(key) else { return }
    let isOwn = tokens[key].flatMap { owners[$0] } == device
    if !isOwn {
      judge.decide("nothing of its own was there", on: "\(device)", drops: change.token)
    }
  }

  private mutating func finish(_ device: Int) async throws {
    history.append("\(device) saves again")
    try await save(device, isOnline: true)
    if !held[device].isEmpty { try restart(device, "gives up") }
  }

  private mutating func editElsewhere() {
    let key = Self.keys.randomElement(using: &numbers) ?? ""
    let (old, token) = (tokens[key], token())
    let removes = old != nil && Int.random(in: 0..<3, using: &numbers) == 0
    history.append("else \(removes ? "deletes" : "writes") \(key) \(token)")
    judge.edit(
      token, of: key, on: "else", replacing: old ?? removals[key]?.last, removes: removes)
    if removes {
      removals[key, default: []].append(token)
      server.send(.delete, "/item/\(key)")
    } else if old == nil {
      server.send(.post, "/item", ["item_id": .string(key), "text": .string(token)])
    } else {
      server.send(.put, "/item/\(key)", ["text": .string(token)])
    }
    judge.see(tokens.mapValues { $0 }, writtenBy: "else")
  }
}
