import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import Testing

/// A context under test, and the objects that it should show.
// Unchecked: a test runs on one thread, on which contexts also post their notifications.
final class FuzzContext: @unchecked Sendable {
  let context: NSManagedObjectContext
  var expected = ExpectedContext()
  private(set) var objects: [Int: NSManagedObject] = [:]
  var lastSave: Notification?
  private var observer: (any NSObjectProtocol)?

  init(_ context: NSManagedObjectContext) {
    self.context = context
    observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: context, queue: nil
    ) { [weak self] notification in self?.lastSave = notification }
  }

  deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }

  func add(_ object: NSManagedObject, _ key: Int) { objects[key] = object }

  func forgetAll() { objects = [:] }

  /// Reads all expected objects that are not in memory, and forgets objects that are not expected.
  func read(_ numbers: FuzzNumbers) {
    objects = objects.filter { expected.objects[$0.key] != nil }
    for key in expected.objects.keys where objects[key]?.managedObjectContext !== context {
      guard let id = numbers.id(of: key) else {
        Issue.record("\(key) was never saved")
        continue
      }
      objects[key] = context.object(with: id)
    }
    for (key, object) in objects {
      guard let entity = expected.objects[key]?.entity else { continue }
      if entity == .employee { _ = object.value(forKey: "department") }
      _ = object.value(forKey: entity.many)
    }
  }

  /// Returns whether the context has all objects that are related to an object.
  func isSound(_ key: Int, _ numbers: FuzzNumbers) -> Bool {
    guard let object = objects[key], let entity = expected.objects[key]?.entity else {
      return false
    }
    var related = object.set(entity.many)
    if entity == .employee, let department = object.object("department") {
      related.insert(department)
    }
    return related.allSatisfy { other in
      number(of: other, numbers).map { objects[$0] != nil } ?? false
    }
  }

  /// Returns an object's number, which is negative if the context has removed the object.
  private func number(of object: NSManagedObject, _ numbers: FuzzNumbers) -> Int? {
    numbers.number(of: object).map { object.managedObjectContext === context ? $0 : -$0 }
  }

  /// Throws the first difference between the context and the expected objects.
  func check(_ place: String, _ numbers: FuzzNumbers) throws {
    for (key, wanted) in expected.objects {
      let object = try #require(objects[key], "\(place): \(key) is missing")
      let found = row(object, wanted.entity, numbers)
      var values = wanted.now
      values.version = 0
      try Difference.check(found, values, "\(place): \(key)")
      let many = Set(object.set(wanted.entity.many).compactMap { number(of: $0, numbers) })
      try Difference.check(many, wanted.many, "\(place): \(wanted.entity.many) of \(key)")
    }
    let sets: [(Set<NSManagedObject>, Set<Int>, String)] = [
      (context.insertedObjects, expected.keys(.inserted), "inserted"),
      (context.updatedObjects, expected.keys(.updated), "updated"),
      (context.deletedObjects, expected.keys(.deleted), "deleted"),
    ]
    for (found, wanted, name) in sets {
      try Difference.check(
        Set(found.compactMap(numbers.number)), wanted, "\(place): \(name)")
    }
  }

  func row(
    _ object: NSManagedObject, _ entity: FuzzEntity, _ numbers: FuzzNumbers
  ) -> ExpectedRow {
    var row = ExpectedRow(entity: entity, name: object.text("name") ?? "")
    guard entity == .employee else { return row }
    row.age = object.value(forKey: "age") as? Int ?? 0
    row.department = object.object("department").flatMap { number(of: $0, numbers) }
    return row
  }
}

/// An error for a difference from the expected state.
///
/// It ends the run, because further differences may follow from it.
struct Difference: Error, CustomStringConvertible {
  let description: String

  static func check<Value: Equatable>(_ found: Value, _ wanted: Value?, _ place: String) throws {
    guard found != wanted else { return }
    throw Difference(description: "\(place): \(found), not \(String(describing: wanted))")
  }
}

/// The numbers that the test gives to objects, found by object ID.
final class FuzzNumbers {
  private var numbers: [NSManagedObjectID: Int] = [:]
  private var ids: [Int: NSManagedObjectID] = [:]

  func note(_ object: NSManagedObject, _ key: Int) {
    numbers[object.objectID] = key
    if !object.objectID.isTemporaryID { ids[key] = object.objectID }
  }

  func number(of object: NSManagedObject) -> Int? { numbers[object.objectID] }

  func id(of key: Int) -> NSManagedObjectID? { ids[key] }
}
