package import Dispatch
package import Foundation
import GhostlightCore
import GhostlightLedger
import GhostlightSync
import GhostlightSyncStatus
package import ManagedObjects
import Synchronization

/// A device with an app, which has a context of `News` and synchronises it.
package protocol SyncDevice: Sendable {
  var name: String { get }
  var context: NSManagedObjectContext { get }
  /// Marks objects with one of ``Marks``.
  func mark(_ mark: String, _ objects: [NSManagedObject])
  /// Synchronises classes, and returns the run's last error; `nil` if there was none.
  func sync(_ types: [NSManagedObject.Type]) async -> (any Error)?
  /// Starts a synchronisation of classes without waiting for it.
  func start(_ types: [NSManagedObject.Type])
  /// The object that posts the status notifications.
  var poster: any AnyObject & Sendable { get }
  func setCallbackQueue(_ queue: DispatchQueue)
  func setKeepsDrafts(_ keepsDrafts: Bool)
  /// Returns the description of the SDK's error for a response with this status, `error` and
  /// `message`.
  func description(ofRefusal status: Int, _ error: String, _ message: String) -> String
}

/// An object on a device, with the sync's record of it.
package struct LocalNews: Sendable, Equatable {
  package var uri: String
  package var title: String
  package var text: String?
  package var remoteID: String?
  package var updatedAt: Int64?
  package var state: String?
  package var mark: String?
  /// The number of writes whose effect is not known.
  package var pending = 0
}

extension SyncDevice {
  /// Synchronises the class `News` only.
  @discardableResult
  package func sync() async -> (any Error)? { await sync([News.self]) }

  /// Returns the objects of `News` on the device, sorted by title.
  package func news() throws -> [LocalNews] {
    try context.performAndWait {
      let records = try SyncRecords.of(context)
      let request = NSFetchRequest<NSManagedObject>(entityName: "News")
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      return try context.fetch(request).map { object in
        if object.objectID.isTemporaryID { try context.obtainPermanentIDs(for: [object]) }
        let uri = object.objectID.uriRepresentation().absoluteString
        let record = try records.record(ofObject: uri)
        return LocalNews(
          uri: uri, title: object.value(forKey: "title") as? String ?? "",
          text: object.value(forKey: "text") as? String, remoteID: record?.remoteID,
          updatedAt: record?.updatedAt, state: record?.state, mark: record?.mark,
          pending: record?.ledger.writes.count ?? 0)
      }
    }
  }

  /// Inserts and saves an object of an entity, and marks the object if `mark` is not `nil`.
  package func insert(_ values: [String: Any], _ mark: String?, entity: String = "News") throws {
    try context.performBlocking {
      let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
      for (key, value) in values { object.setValue(value, forKey: key) }
      try context.save()
      if let mark { self.mark(mark, [object]) }
    }
  }

  /// Changes and saves the object with a title, and marks the object if `mark` is not `nil`.
  package func change(_ title: String, _ values: [String: Any?], _ mark: String?) throws {
    try context.performBlocking {
      guard let object = try object(title) else { return }
      for (key, value) in values { object.setValue(value, forKey: key) }
      try context.save()
      if let mark { self.mark(mark, [object]) }
    }
  }

  private func object(_ title: String) throws -> NSManagedObject? {
    let request = NSFetchRequest<NSManagedObject>(entityName: "News")
    request.predicate = NSPredicate(format: "title == %@", title)
    return try context.fetch(request).first
  }
}

/// The statuses that a synchronisation has posted, as comparable values.
package final class StatusLog: Sendable {
  package struct Line: Sendable, Equatable, CustomStringConvertible {
    package var last: String?
    package var syncing: String?
    package var error: String?
    package var progress: Double

    package init(_ last: String?, _ syncing: String?, _ error: String?, _ progress: Double) {
      self.last = last
      self.syncing = syncing
      self.error = error
      self.progress = progress
    }

    package var description: String {
      "\(last ?? "-") \(syncing ?? "-") \(error ?? "-") \(progress)"
    }
  }

  private let lines = Mutex<[Line]>([])

  package init() {}

  /// The posted statuses, in order.
  package var all: [Line] { lines.withLock { $0 } }

  /// Appends the status that a notification contains.
  package func take(_ notification: Notification) {
    guard let status = notification.userInfo?[kMIASyncroNotificationKeyStatus] as? SyncStatus
    else { return }
    let line = Line(
      status.lastSyncedEntity, status.syncingEntity, status.error.map { "\($0)" },
      status.progress)
    lines.withLock { $0.append(line) }
  }
}
