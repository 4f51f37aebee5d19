#if canImport(CoreData) || ManagedObjects
  import Foundation
  public import ManagedObjects

  /// Following other contexts.
  ///
  /// - Source: protocol reference B14.
  extension NSManagedObjectContext {
    /// Brings what another context saves into this one, until ``stopObserving(_:)``.
    public func observe(_ context: NSManagedObjectContext) {
      stopObserving(context)
      let observer = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextDidSave, object: context, queue: nil
      ) { [weak self] notification in
        guard let self else { return }
        performBlocking { self.mergeChanges(fromContextDidSave: notification) }
      }
      userInfo[Self.key(context)] = observer
    }

    /// Brings what another context saves into this one no longer.
    public func stopObserving(_ context: NSManagedObjectContext) {
      removeObserver(Self.key(context))
    }

    /// Whether each save of this context first gives new objects their permanent ids.
    ///
    /// The methods of this module do so in any case; this is for `save()` of Core Data.
    public func setContextShouldObtainPermanentIDsBeforeSaving(_ value: Bool) {
      let key = "SMObtainsPermanentIDs"
      removeObserver(key)
      guard value else { return }
      userInfo[key] = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextWillSave, object: self, queue: nil
      ) { [weak self] _ in
        guard let self else { return }
        try? obtainPermanentIDs(for: Array(insertedObjects))
      }
    }

    private static func key(_ context: NSManagedObjectContext) -> String {
      "SMObserver.\(ObjectIdentifier(context).hashValue)"
    }

    private func removeObserver(_ key: String) {
      guard let observer = userInfo[key] else { return }
      NotificationCenter.default.removeObserver(observer)
      userInfo.removeObject(forKey: key)
    }
  }
#endif
