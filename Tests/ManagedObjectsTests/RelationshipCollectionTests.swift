import Foundation
import ManagedObjectsBehaviours
import TestSupport
import Testing

@testable import ManagedObjects

@Suite(.limitedConcurrency) struct `Collections of related objects` {
  private static func person(
    _ kind: StoreKind
  ) throws -> (Workspace, NSManagedObject, [String: NSManagedObject]) {
    let space = try Workspace(kind)
    let ann = space.insert("Employee", ["name": "Ann"])
    var objects: [String: NSManagedObject] = [:]
    for name in ["a", "b", "c", "d"] {
      objects[name] = space.insert("Note", ["text": name])
      objects["s\(name)"] = space.insert("Skill", ["name": name])
    }
    for name in ["a", "b", "c"] {
      objects[name]?.setValue(ann, forKey: "author")
      ann.mutableSetValue(forKey: "skills").add(objects["s\(name)"] ?? ann)
    }
    try space.context.save()
    return (space, ann, objects)
  }

  /// A change of the ordered notes "a", "b" and "c", and the notes afterwards.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let result: [String]
    let apply: @Sendable (NSMutableOrderedSet, [String: NSManagedObject]) -> Void

    init(
      _ description: String, _ result: [String],
      _ apply: @escaping @Sendable (NSMutableOrderedSet, [String: NSManagedObject]) -> Void
    ) {
      testDescription = description
      self.result = result
      self.apply = apply
    }
  }

  private static let changes = [
    Change("nothing", ["a", "b", "c"]) { _, _ in },
    Change("add", ["a", "b", "c", "d"]) { set, notes in notes["d"].map(set.add) },
    Change("add a present object", ["a", "b", "c"]) { set, notes in notes["a"].map(set.add) },
    Change("add another type", ["a", "b", "c"]) { set, _ in set.add("text") },
    Change("insert first", ["d", "a", "b", "c"]) { $0.insert($1["d"] as Any, at: 0) },
    Change("insert a present object", ["a", "b", "c"]) { $0.insert($1["c"] as Any, at: 0) },
    Change("remove the first", ["b", "c"]) { set, _ in set.removeObject(at: 0) },
    Change("remove the last", ["a", "b"]) { set, _ in set.removeObject(at: 2) },
    Change("remove an object", ["a", "c"]) { set, notes in notes["b"].map(set.remove) },
    Change("remove a missing one", ["a", "b", "c"]) { set, notes in notes["d"].map(set.remove) },
    Change("remove all", []) { set, _ in set.removeAllObjects() },
    Change("replace", ["a", "d", "c"]) { $0.replaceObject(at: 1, with: $1["d"] as Any) },
    Change("replace by another type", ["a", "b", "c"]) { set, _ in
      set.replaceObject(at: 1, with: "text")
    },
    Change("exchange", ["c", "b", "a"]) { set, _ in set.exchangeObject(at: 0, withObjectAt: 2) },
  ]

  @Test(arguments: changes, StoreKind.allCases)
  func `a change of an ordered relationship is saved, with its inverse`(
    _ change: Change, _ kind: StoreKind
  ) throws {
    let (space, ann, notes) = try Self.person(kind)
    let context = space.newContext()
    for read in [false, true] {
      let twin = context.object(with: ann.objectID)
      let others = notes.mapValues { context.object(with: $0.objectID) }
      if read { _ = twin.value(forKey: "notes") }
      let set = twin.mutableOrderedSetValue(forKey: "notes")
      change.apply(set, others)
      #expect(twin.ordered("notes") == change.result)
      #expect(set.count == change.result.count)
      for name in ["a", "b", "c", "d"] {
        let note = try #require(others[name])
        let place = change.result.firstIndex(of: name)
        #expect(set.contains(note) == (place != nil))
        #expect(set.index(of: note) == place ?? NSNotFound)
        #expect((note.object("author") === twin) == (place != nil))
      }
      #expect(set.index(of: "text") == NSNotFound)
      #expect((set.copy() as? NSOrderedSet)?.count == change.result.count)
      if read { try context.save() } else { context.rollback() }
    }
    let stored = space.newContext().object(with: ann.objectID)
    #expect(stored.ordered("notes") == change.result)
  }

  @Test(arguments: StoreKind.allCases)
  func `a mutable set is a view of its relationship`(_ kind: StoreKind) throws {
    let (space, ann, objects) = try Self.person(kind)
    let skills = ann.mutableSetValue(forKey: "skills")
    let d = try #require(objects["sd"])
    let a = try #require(objects["sa"])
    #expect(skills.count == 3 && skills.allObjects.count == 3)
    #expect(skills.member(a) as? NSManagedObject === a)
    #expect(skills.member(d) == nil && skills.member("text") == nil)
    #expect(skills.objectEnumerator().allObjects.count == 3)
    skills.add(d)
    skills.add(d)
    skills.add("text")
    #expect(ann.names("skills") == ["a", "b", "c", "d"] && d.names("holders") == ["Ann"])
    skills.remove(a)
    skills.remove(a)
    skills.remove("text")
    #expect(ann.names("skills") == ["b", "c", "d"] && a.names("holders") == [])
    #expect((skills.copy() as? NSSet)?.count == 3)
    #expect((skills.mutableCopy() as? NSMutableSet)?.count == 3)
    #expect(ann.changedValues().keys.sorted() == ["skills"])
    try space.context.save()
    #expect(space.newContext().object(with: ann.objectID).names("skills") == ["b", "c", "d"])
    skills.removeAllObjects()
    #expect(ann.names("skills") == [] && d.names("holders") == [])
    skills.addObjects(from: [a, d])
    try space.context.save()
    #expect(space.newContext().object(with: ann.objectID).names("skills") == ["a", "d"])
    let empty = RelationshipSet(capacity: 3)
    empty.add(a)
    #expect(empty.count == 0 && empty.allObjects.isEmpty)
    let order = RelationshipOrderedSet(capacity: 3)
    order.add(a)
    #expect(order.count == 0 && !order.contains(a))
  }

  @Test func `the value of a relationship has the four forms, before and after a change`() throws {
    let space = try Workspace()
    let objects = ["a", "b", "c"].map { space.insert("Skill", ["name": $0]) }
    try space.context.save()
    let new = space.insert("Skill", ["name": "d"])
    let (a, b, c) = (objects[0], objects[1], objects[2])
    func names(_ value: RelationValue) -> [String?] { value.objects.map { $0.text("name") } }
    var set = RelationValue.set([b, a])
    var order = RelationValue.ordered([b, a])
    var open = RelationValue.unresolved(added: [b], removed: [a])
    var one = RelationValue.one(a)
    #expect([set, order, open, one].map(names) == [["a", "b"], ["b", "a"], ["b"], ["a"]])
    #expect([set, order, open, one].map(\.count) == [2, 2, 1, 1])
    #expect([set, order, open, one].map { $0.contains(b) } == [true, true, true, false])
    #expect([set, order, open, one].map { $0.contains(c) } == [false, false, false, false])
    #expect([set, order, open, one].map(\.isUnresolved) == [false, false, true, false])
    #expect(set.external as? Set<NSManagedObject> == [a, b])
    #expect(order.external as? NSOrderedSet == NSOrderedSet(array: [b, a]))
    #expect(open.external == nil && one.external as? NSManagedObject === a)
    #expect(RelationValue.one(nil).external == nil && RelationValue.one(nil).count == 0)
    for object in [c, b] {
      set.insert(object)
      order.insert(object)
      open.insert(object)
      one.insert(object)
    }
    #expect([set, order, open].map(names) == [["a", "b", "c"], ["b", "a", "c"], ["b", "c"]])
    #expect(one.objects == [b])
    open.insert(a)
    guard case .unresolved(let added, let removed) = open else {
      Issue.record("\(open)")
      return
    }
    #expect(added == [b, c, a] && removed == [])
    for object in [a, new] {
      set.remove(object)
      order.remove(object)
      open.remove(object)
      one.remove(object)
    }
    #expect([set, order, open].map(names) == [["b", "c"], ["b", "c"], ["b", "c"]])
    #expect(one.objects == [b])
    one.remove(b)
    #expect(one.objects == [])
    guard case .unresolved(_, let gone) = open else {
      Issue.record("\(open)")
      return
    }
    // A new object cannot be in a stored relationship.
    #expect(gone == [a])
  }

  @Test(arguments: StoreKind.allCases)
  func `a relationship one to one moves between its owners`(_ kind: StoreKind) throws {
    let space = try Workspace(kind, model: Zoo.model())
    let cats = ["k1", "k2"].map { space.insert("Cat", ["name": $0]) }
    let toys = ["t1", "t2"].map { space.insert("Toy", ["name": $0]) }
    cats[0].setValue(toys[0], forKey: "toy")
    toys[1].setValue(cats[1], forKey: "owner")
    try space.context.save()
    let context = space.newContext()
    let (k1, k2) = (context.object(with: cats[0].objectID), context.object(with: cats[1].objectID))
    let (t1, t2) = (context.object(with: toys[0].objectID), context.object(with: toys[1].objectID))
    #expect(k1.object("toy") === t1 && t2.object("owner") === k2)
    k1.setValue(t2, forKey: "toy")
    #expect(t1.object("owner") == nil && k2.object("toy") == nil && t2.object("owner") === k1)
    #expect([k1, k2, t1, t2].map(\.isUpdated) == [true, true, true, true])
    try context.save()
    #expect(
      try space.newContext().lines() == [
        "Cat name=k1 toy=[Toy.t2]", "Cat name=k2", "Toy name=t1", "Toy name=t2 owner=[Cat.k1]",
      ])
    k1.setValue(nil, forKey: "toy")
    #expect(t2.object("owner") == nil)
  }
}
