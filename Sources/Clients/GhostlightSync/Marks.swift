import Foundation
import GhostlightSyncStatus
import ManagedObjects

/// The marks that an app sets on objects to choose the change that the next push sends.
///
/// - Source: protocol reference C6 and C7.1.
package enum Marks {
  package static let push = "toPush"
  package static let publish = "toPublic"
  package static let draft = "toDraft"
  package static let trash = "toTrash"
  package static let delete = "toDelete"

  /// Returns whether the push of an object with `mark` removes the object from the device.
  package static func remove(_ mark: String) -> Bool { mark == trash || mark == delete }

  /// Combines an object's mark with a newer one.
  ///
  /// The newer mark replaces the older one. Only ``push`` does not replace an older mark, because a
  /// push sends changed attributes with every mark.
  private static func merged(_ old: String?, _ new: String) -> String {
    new == push ? old ?? new : new
  }

  /// Assigns permanent IDs to objects, and stores a mark for each of them until the next push.
  static func set(
    _ mark: String, on objects: [NSManagedObject], in context: NSManagedObjectContext
  ) throws {
    guard !objects.isEmpty else { return }
    try context.performBlocking {
      let records = try SyncRecords.of(context)
      let uris = try LocalObjects.uris(of: objects)
      var known = try records.records(ofObjects: uris)
      for (uri, object) in zip(uris, objects) {
        var record = known[uri] ?? SyncRecord(object: uri, entity: object.entity.name ?? "")
        record.mark = merged(record.mark, mark)
        record.order = records.nextOrder()
        known[uri] = record
      }
      try records.save(Array(known.values))
    }
  }
}
