import Foundation
import GhostlightSyncStatus
import ManagedObjects

/// The marks on objects: what the app wants the next push to do.
///
/// - Source: protocol reference C6 and C7.1.
package enum Marks {
  package static let push = "toPush"
  package static let publish = "toPublic"
  package static let draft = "toDraft"
  package static let trash = "toTrash"
  package static let delete = "toDelete"

  /// Returns whether a push with this mark removes the object.
  package static func remove(_ mark: String) -> Bool { mark == trash || mark == delete }

  /// Returns the mark of a marked object that is marked again.
  ///
  /// It is the new mark. Only ``push`` does not replace an old one, because changes are sent with
  /// every mark.
  private static func merged(_ old: String?, _ new: String) -> String {
    new == push ? old ?? new : new
  }

  /// Marks objects for the next push, after they have got permanent IDs.
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
