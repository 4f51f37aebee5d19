import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

/// Tests the merge of another context's save.
///
/// Updated objects are refreshed, inserted objects become known, and deleted objects are deleted.
///
/// Source: NSManagedObjectContext, "mergeChanges(fromContextDidSave:)".
@Suite(.limitedConcurrency) struct `Changes of another context` {
  /// The change that the other context saves: of the object "Ann" with the `age` 1, or of new
  /// skills.
  enum There: String, CaseIterable, Sendable {
    case insertion
    case update
    case deletion
  }

  /// The unsaved change of the context into which the save is merged.
  enum Here: String, CaseIterable, Sendable {
    case nothing
    case sameProperty
    case otherProperty
    case deletion
  }

  /// The method by which the save is merged.
  enum Way: String, CaseIterable, Sendable {
    case notification
    case remoteIDs
    case byThemselves
  }

  struct Row: Sendable {
    let there: There
    let here: Here
    /// The values in this context after the merge; `nil` if the object is deleted.
    let seen: [String]?
    let isToBeSaved: Bool
    /// The stored values after this context has saved; `nil` if the object is deleted.
    let stored: [String]?
  }

  private static let rows: [Row] = [
    Row(
      there: .insertion, here: .nothing, seen: ["Ann", "1"], isToBeSaved: false,
      stored: ["Ann", "1"]),
    Row(
      there: .insertion, here: .otherProperty, seen: ["Ann", "2"], isToBeSaved: true,
      stored: ["Ann", "2"]),
    Row(
      there: .insertion, here: .sameProperty, seen: ["Mine", "1"], isToBeSaved: true,
      stored: ["Mine", "1"]),
    Row(there: .insertion, here: .deletion, seen: ["Ann", "1"], isToBeSaved: true, stored: nil),
    Row(
      there: .update, here: .nothing, seen: ["Bea", "1"], isToBeSaved: false,
      stored: ["Bea", "1"]),
    Row(
      there: .update, here: .otherProperty, seen: ["Bea", "2"], isToBeSaved: true,
      stored: ["Bea", "2"]),
    Row(
      there: .update, here: .sameProperty, seen: ["Mine", "1"], isToBeSaved: true,
      stored: ["Mine", "1"]),
    Row(there: .update, here: .deletion, seen: ["Bea", "1"], isToBeSaved: true, stored: nil),
    Row(there: .deletion, here: .nothing, seen: nil, isToBeSaved: false, stored: nil),
    Row(there: .deletion, here: .otherProperty, seen: nil, isToBeSaved: false, stored: nil),
    Row(there: .deletion, here: .sameProperty, seen: nil, isToBeSaved: false, stored: nil),
    Row(there: .deletion, here: .deletion, seen: nil, isToBeSaved: false, stored: nil),
  ]

  private func values(_ object: NSManagedObject) -> [String] {
    [object.text("name") ?? "", "\(object.value(forKey: "age") ?? "")"]
  }

  @Test(arguments: rows, StoreKind.allCases)
  func `changes are merged with the state here`(_ row: Row, _ kind: StoreKind) async throws {
    for way in Way.allCases {
      let space = try Workspace(kind)
      let other = space.newContext()
      let context = space.newContext()
      // The context must hold new objects strongly, because the test does not.
      context.retainsRegisteredObjects = true
      let ann = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: other)
      ann.setValuesForKeys(["name": "Ann", "age": 1])
      try other.save()
      let id = ann.objectID
      let place: Comment = "\(row.there) there, \(row.here) here, \(way), \(kind)"

      // If this context changes the new object, it must read the object before the notification.
      let twin =
        row.there == .insertion && row.here == .nothing ? nil : try context.existingObject(with: id)
      switch row.here {
      case .nothing: break
      case .sameProperty: twin?.setValue("Mine", forKey: "name")
      case .otherProperty: twin?.setValue(2, forKey: "age")
      case .deletion: twin.map(context.delete)
      }
      context.processPendingChanges()

      context.automaticallyMergesChangesFromParent = way == .byThemselves
      let saved = Recorder(other)
      switch row.there {
      case .insertion: break
      case .update: ann.setValue("Bea", forKey: "name")
      case .deletion: other.delete(ann)
      }
      try other.save()
      let changes = row.there == .insertion ? [NSInsertedObjectIDsKey: [id]] : saved.savedIDs
      switch way {
      case .byThemselves where row.there != .insertion:
        // The merge was submitted to the queue before this block, so it has run when the block
        // runs.
        await context.perform { @Sendable in }
      case .notification where row.there != .insertion:
        context.mergeChanges(fromContextDidSave: try #require(saved.lastSave, place))
      default:
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
      }

      let known = try twin ?? #require(context.registeredObject(for: id), place)
      if let seen = row.seen {
        #expect(values(known) == seen, place)
      } else {
        #expect(known.managedObjectContext == nil, place)
      }
      #expect(context.hasChanges == row.isToBeSaved, place)
      try context.save()
      let stored = try space.newContext().find("Employee").first
      #expect(stored.map(values) == row.stored, place)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a merged deletion clears relationships of changed objects`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    let sales = space.insert("Department", ["name": "Sales"])
    let ann = space.insert("Employee", ["name": "Ann"])
    try space.context.save()
    let other = space.newContext()
    let saved = Recorder(other)
    other.delete(try other.existingObject(with: sales.objectID))
    try other.save()
    ann.setValue(sales, forKey: "department")
    space.context.mergeChanges(fromContextDidSave: try #require(saved.lastSave))
    #expect(ann.object("department") == nil)
    try space.context.save()
    #expect(try space.newContext().find("Employee").first?.object("department") == nil)
  }

  @Test func `the notification lists the merged objects`() throws {
    let space = try Workspace(.sqlite)
    let ann = space.insert("Employee", ["name": "Ann"])
    let bob = space.insert("Employee", ["name": "Bob"])
    try space.context.save()
    let other = space.newContext()
    let saved = Recorder(other)
    try other.existingObject(with: ann.objectID).setValue("Bea", forKey: "name")
    other.delete(try other.existingObject(with: bob.objectID))
    _ = NSEntityDescription.insertNewObject(forEntityName: "Skill", into: other)
    try other.save()
    let seen = Recorder(space.context)
    space.context.mergeChanges(fromContextDidSave: try #require(saved.lastSave))
    space.context.processPendingChanges()
    #expect(seen.take() == ["changed inserted:1 updated:1 deleted:1"])
  }
}
