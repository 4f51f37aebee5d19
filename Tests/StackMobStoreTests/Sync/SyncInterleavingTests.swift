import Foundation
import Ghostlight
import GhostlightCore
import StackMob
import StackMobStoreScenarios
import SyncFixtures
import TestExecutors
import TestSupport
import Testing

/// A simulation of offline edits on two devices, edits by others, fetches, syncs and restarts.
///
/// The seed determines their order. Each step is also applied to a `SyncModel`, and both must
/// agree.
@MainActor
private struct SyncInterleaving {
  let seed: UInt64
  let server: ItemServer
  var devices: [ItemDevice]
  var model: SyncModel
  let faults: [FaultPlan]
  var numbers: SeededNumbers
  var count = 0
  var violations: [String] = []
  var history: [String] = []

  static let keys = ["k0", "k1", "k2", "k3"]

  init(_ seed: UInt64, _ faults: [FaultPlan]) throws {
    self.seed = seed
    self.faults = faults
    numbers = SeededNumbers(seed: seed)
    let policies = SyncModel.Policy.allCases
    let policy = policies[Int(seed % UInt64(policies.count))]
    model = SyncModel(devices: [[:], [:]], policy: policy)
    let server = try ItemServer()
    self.server = server
    devices = try (0..<2).map { _ in try ItemDevice(server) }
    for device in devices {
      device.store.defaultSMMergePolicy =
        switch policy {
        case .clientWins: SMMergePolicyClientWins
        case .lastModifiedWins: SMMergePolicyLastModifiedWins
        case .serverModifiedWins: SMMergePolicyServerModifiedWins
        }
    }
  }

  mutating func run(steps: Int) async throws {
    for _ in 0..<steps {
      if Bool.random(using: &numbers) { try server.pass(.random(in: 1...50, using: &numbers)) }
      let device = Int.random(in: 0..<2, using: &numbers)
      let key = Self.keys[Int.random(in: 0..<Self.keys.count, using: &numbers)]
      switch Int.random(in: 0..<12, using: &numbers) {
      case 0...4: try await edit(device, key)
      case 5, 6: editElsewhere(key)
      case 7:
        history.append("\(device) pulls")
        try await devices[device].pull()
        model.pull(device)
      case 8:
        history.append("\(device) restarts")
        try devices[device].restart()
      default: try await sync(device, faults)
      }
      try compare()
      guard violations.isEmpty else { return }
    }
    for _ in 0..<2 { for device in 0..<2 { try await sync(device, []) } }
    try compare()
    for device in model.devices where device.values.contains(where: { $0.dirty != nil }) {
      violations.append("something is dirty still: \(device)")
    }
  }

  private mutating func text() -> String {
    count += 1
    return "t\(count)"
  }

  private mutating func edit(_ device: Int, _ key: String) async throws {
    let text = text()
    if model.devices[device][key]?.text == nil {
      history.append("\(device) inserts \(key) \(text)")
      try await devices[device].insert(key, ["text": text])
      model.save(device, key, text, at: server.milliseconds)
    } else if Int.random(in: 0..<3, using: &numbers) > 0 {
      history.append("\(device) changes \(key) \(text)")
      try await devices[device].change(key, ["text": text])
      model.save(device, key, text, at: server.milliseconds)
    } else {
      history.append("\(device) deletes \(key)")
      try await devices[device].delete(key)
      model.save(device, key, nil, at: server.milliseconds)
    }
  }

  private mutating func editElsewhere(_ key: String) {
    let text = text()
    if model.server[key] == nil {
      history.append("server creates \(key) \(text)")
      server.send(.post, "/item", ["item_id": .string(key), "text": .string(text)])
      model.write(key, text, at: server.milliseconds)
    } else if Int.random(in: 0..<3, using: &numbers) > 0 {
      history.append("server changes \(key) \(text)")
      server.send(.put, "/item/\(key)", ["text": .string(text)])
      model.write(key, text, at: server.milliseconds)
    } else {
      history.append("server deletes \(key)")
      server.send(.delete, "/item/\(key)")
      model.write(key, nil, at: server.milliseconds)
    }
  }

  // MARK: Syncing

  private var stored: [String: SyncModel.Stored] {
    server.items.mapValues {
      SyncModel.Stored(text: $0["text"]?.string ?? "", date: $0["lastmoddate"]?.integer ?? 0)
    }
  }

  private mutating func sync(_ device: Int, _ faults: [FaultPlan]) async throws {
    history.append("\(device) syncs")
    let expected = Self.keys.compactMap { key in
      model.synced(device, key, at: server.milliseconds).map { (key, $0) }
    }
    let count = server.testStage.space.journal.count
    for plan in faults { try server.testStage.space.addFault(plan) }
    let handled = await devices[device].store.syncWithServerAndWait()
    server.testStage.space.removeFault()
    guard !faults.isEmpty else {
      for (key, result) in expected { model.apply(result, device, key) }
      let writes = server.testStage.space.journal.dropFirst(count)
        .count {
          ![.get, .head].contains($0.request.method)
            && $0.answer.response.status.kind == .successful
        }
      let reported = (handled ?? []).map(\.line).sorted()
      let lines = expected.compactMap { key, result in
        result.action.map { $0 == 2 ? "deleted \(key) 2" : "\(key) \($0)" }
      }.sorted()
      if reported != lines { violations.append("tells \(reported), not \(lines)") }
      if writes != expected.count(where: { $0.1.isWrite }) { violations.append("\(writes) writes") }
      return
    }
    let now = stored
    for (key, result) in expected {
      let isDirty = try devices[device].isDirty(key)
      let isSent = server.testStage.space.journal.dropFirst(count).contains {
        switch $0.request.method {
        case .post, .put: (try? JSON.parse($0.request.body))?["item_id"]?.string == key
        case .delete: $0.request.target.rawPath == "/item/\(key)"
        default: false
        }
      }
      switch isDirty {
      case false: model.apply(result, device, key)
      case true where result.isWrite && now[key] == result.server && now[key] != model.server[key]:
        model.applyUnacknowledged(result, device, key)
      case true: if isSent, result.isWrite { model.noteSent(device, key) }
      }
    }
  }

  private mutating func compare() throws {
    let now = stored
    if now != model.server { violations.append("the server has \(now), not \(model.server)") }
    for (number, device) in devices.enumerated() {
      for key in Self.keys {
        let (has, should) = (try device.text(key), model.devices[number][key]?.text)
        if has != should {
          violations.append("\(number) has \(key) \(has ?? "-"), not \(should ?? "-")")
        }
        let isDirty = model.devices[number][key]?.dirty != nil
        if try device.isDirty(key) != isDirty {
          violations.append("\(number): \(key) is \(isDirty ? "not " : "")dirty")
        }
      }
    }
    if !violations.isEmpty { violations += ["seed \(seed), \(model.policy)"] + history }
  }
}

@MainActor @Suite(.serialized) struct `Two devices with StackMob's cache` {
  @Test(arguments: Interleaving.seeds)
  func `the devices end as the merge policy decides`(_ seed: UInt64) async throws {
    var interleaving = try SyncInterleaving(seed, [])
    try await interleaving.run(steps: 40)
    #expect(interleaving.violations == [])
  }

  @Test(arguments: Interleaving.seeds)
  func `the devices end as the merge policy decides if answers are lost`(
    _ seed: UInt64
  ) async throws {
    let plans = [FaultAction.deliver(.reset), .deliver(.truncated(bytes: 0))].map { action in
      var plan = FaultPlan(action)
      plan.occurrence = .probability(0.15)
      return plan
    }
    var interleaving = try SyncInterleaving(seed, plans)
    try await interleaving.run(steps: 40)
    #expect(interleaving.violations == [])
  }

  @Test(arguments: Interleaving.seeds)
  func `no edit is lost without a record, whatever requests are lost`(_ seed: UInt64) async throws {
    var play = try StorePlay(seed)
    try await play.run(steps: 60)
    #expect(play.violations == [], "\(play.history.joined(separator: "\n"))")
  }
}
