import AppCenter
import Foundation
import Synchronization

/// Start, enable, disable, and what signing in and out does.
///
/// - Source: protocol reference C4 and C12.
extension DataService {
  private static let enabledKey = "kMSDataIsEnabledKey"

  /// Whether the service was started and nobody disabled it.
  var isEnabled: Bool {
    state.withLock { $0.isStarted } && isSwitchedOn
  }

  private var isSwitchedOn: Bool {
    storage.settings.string(forKey: Self.enabledKey) != "false" && context?.isEnabled ?? true
  }

  /// Begins to serve; a second time changes nothing.
  func start() {
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard isFirst else { return }
    reachability.observe { [weak self] isReachable in
      if isReachable { self?.makeUpSoon() }
    }
    auth.observe { [weak self] old, new in self?.accountChanged(from: old, to: new) }
    makeUpSoon()
  }

  func setEnabled(_ enabled: Bool) {
    storage.settings.setString(enabled ? nil : "false", forKey: Self.enabledKey)
    if enabled {
      makeUpSoon()
    } else {
      calls.cancelAll()
      state.withLock { $0.outgoing = [] }
      forget()
    }
  }

  /// Moves all that is kept to another folder; what was in the old one stays there.
  func moveStorage(to folder: URL) {
    storage.move(to: .directory(folder))
    state.withLock { $0.store = nil }
  }

  private func accountChanged(from old: String?, to new: String?) {
    guard isEnabled else { return }
    guard let new else { return forget() }
    // A token of the account before would lead into its partition.
    if old != nil { cache.drop(kMSDataUserDocumentsPartition) }
    try? store.prepare(partition: "user-" + new)
    makeUpSoon()
  }

  /// Drops tokens and documents.
  private func forget() {
    cache.dropAll()
    try? store.reset()
  }

  /// Makes up for what was done offline, after the calls that were made before.
  func makeUpSoon() {
    guard isEnabled else { return }
    enqueue { await self.makeUp() }
  }
}
