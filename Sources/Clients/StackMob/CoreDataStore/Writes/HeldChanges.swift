#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightClient
  import ManagedObjects
  import Synchronization

  /// The changes that contexts of this process will save again.
  ///
  /// If a save fails, its changes stay in the context, including those that StackMob has accepted.
  /// The writes that were sent are in the ledgers of the objects. This list contains the objects
  /// whose ledgers a read must not settle, because the next save needs them.
  final class HeldChanges: Sendable {
    private struct State {
      var kinds: [ObjectKey: SaveKind] = [:]
      var abandoned: Set<ObjectKey> = []
      var observer: Callback<any NSObjectProtocol>?
    }

    private let state = Mutex(State())

    deinit {
      if let observer = state.withLock({ $0.observer }) {
        NotificationCenter.default.removeObserver(observer.block)
      }
    }

    /// Adds changes that a save is about to send.
    func hold(_ ids: some Sequence<ObjectKey>, _ kind: SaveKind) {
      state.withLock { state in for id in ids { state.kinds[id] = kind } }
    }

    /// Removes changes that no context will save again.
    func release(_ ids: some Sequence<ObjectKey>) {
      state.withLock { state in
        for id in ids {
          state.kinds[id] = nil
          state.abandoned.remove(id)
        }
      }
    }

    /// Returns whether a context will save a change of an object again.
    func contains(_ id: ObjectKey) -> Bool { state.withLock { $0.kinds[id] != nil } }

    // MARK: Objects that a context deleted before they were saved

    /// The new objects that were deleted after they could not be saved.
    ///
    /// Their context no longer has them, because they were never saved. StackMob may have them.
    var abandoned: Set<ObjectKey> { state.withLock { $0.abandoned } }

    /// Observes the saves of a context whose parent saves to the store.
    func observe(_ context: NSManagedObjectContext) {
      let observer = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextDidSave, object: context, queue: nil
      ) { [weak self] notification in
        let deleted = notification.userInfo?[NSDeletedObjectsKey] as? Set<NSManagedObject> ?? []
        guard !deleted.isEmpty else { return }
        self?.abandon(deleted.compactMap { ObjectKey($0.objectID) })
      }
      let kept = Callback(observer)
      state.withLock { $0.observer = kept }
    }

    private func abandon(_ ids: [ObjectKey]) {
      state.withLock { state in
        for id in ids where state.kinds[id] == .insert {
          state.kinds[id] = .delete
          state.abandoned.insert(id)
        }
      }
    }
  }

  extension ObjectKey {
    /// Creates the key of a StackMob object, or `nil` if the object does not have a primary key
    /// yet.
    init?(_ id: NSManagedObjectID) {
      guard let name = id.entity.name, let key = id.stackMobID else { return nil }
      self.init(entity: name, key: key)
    }
  }
#endif
