import Foundation
import GhostlightSyncStatus
import ManagedObjects

/// What apps want done to objects with the next push.
///
/// - Source: protocol reference C6 and C7.1.
package enum Marks {
  package static let push = "toPush"
  package static let publish = "toPublic"
  package static let draft = "toDraft"
  package static let trash = "toTrash"
  package static let delete = "toDelete"

  /// Whether a mark removes the object.
  package static func remove(_ mark: String) -> Bool { mark == trash || mark == delete }

  /// The mark of an object that has one and gets another: the last one, but changes go along anyway.
  private static func merged(_ old: String?, _ new: String) -> String {
    new == push ? old ?? new : new
  }

  /// Marks objects; their ids become permanent.
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
