import Foundation
import Ghostlight
import GhostlightCore
@testable import StackMob
import SyncFixtures

extension StorePlay {
  mutating func drawLoss() -> Loss? {
    guard !isFinal, Bool.random(using: &numbers) else { return nil }
    return Loss.allCases.randomElement(using: &numbers)
  }

  mutating func restart(_ device: Int, _ how: String) throws {
    history.append("\(device) \(how)")
    devices[device].lag = [-3_600_000, 0, 3_600_000].randomElement(using: &numbers) ?? 0
    try devices[device].restart()
    for (key, change) in held[device] {
      judge.decide("-108, or no return from the save", on: "\(device)", drops: change.token)
      let view = try devices[device].text(key)
      givenUp[device][key] = (change.token, view)
      if view == nil, try devices[device].isDirty(key) { revive(device, key, change.token) }
    }
    held[device] = [:]
  }

  /// Adds an edit for a removal that waits for a sync again, because a later edit was discarded.
  private mutating func revive(_ device: Int, _ key: String, _ later: String) {
    let token = token()
    owners[token] = device
    judge.edit(token, of: key, on: "\(device)", replacing: later, removes: true)
    removals[key, default: []].append(token)
    own[device][key] = token
    givenUp[device][key] = nil
  }

  mutating func pull(_ device: Int) async throws {
    history.append("\(device) pulls")
    try await devices[device].pull()
    for key in held[device].keys {
      guard let theirs = tokens[key], owners[theirs] != device else { continue }
      judge.decide("a change that was not saved stays", on: "\(device)", drops: theirs)
    }
  }

  mutating func sync(_ device: Int) async throws {
    let loss = drawLoss()
    history.append("\(device) syncs\(loss.map { ", \($0)" } ?? "")")
    devices[device].lose(loss, at: .random(in: 1...6, using: &numbers), ofWrites: false)
    let waiting = waitingRemovals(device)
    for key in Self.keys where dirtyKind(device, key) == .inserted {
      allowRemovals(device, key, "the device creates it")
    }
    await devices[device].store.syncWithServerAndWait()
    let isKilled = devices[device].network.isDead
    devices[device].lose(nil)
    for decision in decisions.drain() {
      history.append("  policy: \(decision)")
      if !decision.isClient {
        if held[device][decision.key] != nil, let theirs = decision.theirs {
          // The device's unsaved change is later than the sync, and will replace what the sync has
          // read.
          judge.decide("a change that was not saved stays", on: "\(device)", drops: theirs)
        } else if let token = own[device][decision.key] {
          judge.decide("the server wins", on: "\(device)", drops: token)
        }
      } else if let theirs = decision.theirs {
        judge.decide("the client wins", on: "\(device)", drops: theirs)
      } else {
        allowRemovals(device, decision.key, "the client wins over a removal")
      }
    }
    see(device, removals: waiting)
    for key in Self.keys where try tokens[key] == nil && !devices[device].isDirty(key) {
      guard held[device][key] == nil,
        let token = judge.openRemoval(of: key, on: "\(device)")
      else { continue }
      judge.decide("the server did not have it", on: "\(device)", drops: token)
    }
    if isKilled { try restart(device, "is killed") }
  }

  // MARK: Judging

  /// Returns the kind of an item's change that waits for a sync, or `nil` if there is none.
  private func dirtyKind(_ device: Int, _ key: String) -> DirtyKind? {
    try? devices[device].store.settings.cache?.dirtyKinds()[ObjectKey(entity: "Item", key: key)]
  }

  /// Returns the tokens of removals that a sync will send, although an unsaved later change exists,
  /// by item key.
  private func waitingRemovals(_ device: Int) -> [String: String] {
    held[device].keys.reduce(into: [:]) { waiting, key in
      guard dirtyKind(device, key) == .deleted else { return }
      waiting[key] = removals[key]?.last { owners[$0] == device }
    }
  }

  mutating func allowRemovals(_ device: Int, _ key: String, _ record: String) {
    for token in removals[key] ?? [] where owners[token] != device {
      judge.decide(record, on: "\(device)", drops: token)
    }
  }

  /// Records that an online save may replace another device's edit, because StackMob does not
  /// detect conflicts.
  mutating func allowOverwriting(_ device: Int) {
    for key in held[device].keys {
      if let token = tokens[key], owners[token] != device {
        judge.decide("an online save", on: "\(device)", drops: token)
      }
      allowRemovals(device, key, "an online save")
    }
  }

  mutating func see(_ device: Int, removals: [String: String] = [:]) {
    judge.see(tokens.mapValues { $0 }, writtenBy: "\(device)", removals: removals)
  }

  mutating func compare() throws {
    violations += judge.verdict
    let tokens = tokens
    for (number, device) in devices.enumerated() {
      for key in Self.keys {
        let has = try device.text(key)
        if has != tokens[key] {
          violations.append("\(number) has \(key) \(has ?? "-"), not \(tokens[key] ?? "-")")
        }
        if try device.isDirty(key) { violations.append("\(number): \(key) is stuck") }
      }
      let open = try device.unansweredWrites()
      if !open.isEmpty { violations.append("\(number): stale writes of \(open)") }
    }
    if !violations.isEmpty { violations.append("seed \(seed)") }
  }
}
