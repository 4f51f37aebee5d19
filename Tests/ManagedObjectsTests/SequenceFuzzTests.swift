import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

/// Random changes in two contexts, one after the other, compared with a simple model.
@Suite(.limitedConcurrency) struct `Random sequences of work` {
  /// The expected state of an employee.
  private struct Person: Equatable {
    var name: String
    var department: Int?
    var skills: Set<Int>
  }

  /// The expected people of the store or of a context.
  private struct World {
    var people: [Int: Person] = [:]
    var departments: Set<Int> = []
    var skills: Set<Int> = []
  }

  /// A context, and the people that it should show.
  private final class Desk {
    let context: NSManagedObjectContext
    var world = World()
    var objects: [String: [Int: NSManagedObject]] = [
      "Employee": [:], "Department": [:], "Skill": [:],
    ]

    init(_ context: NSManagedObjectContext) { self.context = context }

    /// Discards all objects and fetches them again, after the other context has saved.
    func reload(_ stored: World) throws {
      context.reset()
      world = stored
      for name in objects.keys {
        objects[name] = [:]
        for object in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: name)) {
          objects[name]?[Int(object.text("name")?.split(separator: "|").first ?? "") ?? -1] = object
        }
      }
    }
  }

  private struct Player {
    var random: SeededNumbers
    var next = 0

    mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(max(1, count))) }

    mutating func pick(_ keys: some Collection<Int>) -> Int? {
      keys.isEmpty ? nil : keys.sorted()[below(keys.count)]
    }

    mutating func step(_ desk: Desk) throws {
      switch below(12) {
      case 0, 1: insert(desk, "Employee")
      case 2: insert(desk, "Department")
      case 3: insert(desk, "Skill")
      case 4, 5:
        guard let key = pick(desk.world.people.keys) else { return }
        let name = "\(key)|\(below(1_000))"
        desk.objects["Employee"]?[key]?.setValue(name, forKey: "name")
        desk.world.people[key]?.name = name
      case 6, 7: try relate(desk)
      case 8:
        guard let key = pick(desk.world.people.keys) else { return }
        // Sorted, so that a seed makes the same changes in every process.
        let skills = Set(desk.world.skills.sorted().filter { _ in below(2) == 0 })
        let objects = skills.compactMap { desk.objects["Skill"]?[$0] }
        desk.objects["Employee"]?[key]?.setValue(Set(objects), forKey: "skills")
        desk.world.people[key]?.skills = skills
      case 9: delete(desk)
      case 10:
        let kind = ["Employee", "Department", "Skill"][below(3)]
        guard let key = pick(desk.objects[kind, default: [:]].keys),
          let object = desk.objects[kind]?[key], !object.hasChanges
        else { return }
        desk.context.refresh(object, mergeChanges: below(2) == 0)
      default: return
      }
    }

    private mutating func insert(_ desk: Desk, _ kind: String) {
      next += 1
      let object = NSEntityDescription.insertNewObject(forEntityName: kind, into: desk.context)
      object.setValue("\(next)|0", forKey: "name")
      desk.objects[kind]?[next] = object
      switch kind {
      case "Employee":
        desk.world.people[next] = Person(name: "\(next)|0", department: nil, skills: [])
      case "Department": desk.world.departments.insert(next)
      default: desk.world.skills.insert(next)
      }
    }

    private mutating func relate(_ desk: Desk) throws {
      guard let key = pick(desk.world.people.keys), let person = desk.objects["Employee"]?[key]
      else { return }
      let department = below(4) == 0 ? nil : pick(desk.world.departments)
      desk.world.people[key]?.department = department
      guard let department, below(2) == 0, let object = desk.objects["Department"]?[department]
      else {
        let object = department.flatMap { desk.objects["Department"]?[$0] }
        return person.setValue(object, forKey: "department")
      }
      object.mutableSetValue(forKey: "employees").add(person)
    }

    private mutating func delete(_ desk: Desk) {
      let kind = ["Employee", "Department", "Skill"][below(3)]
      guard let key = pick(desk.objects[kind, default: [:]].keys),
        let object = desk.objects[kind]?.removeValue(forKey: key)
      else { return }
      desk.context.delete(object)
      desk.context.processPendingChanges()
      switch kind {
      case "Employee": desk.world.people[key] = nil
      case "Department":
        desk.world.departments.remove(key)
        for id in desk.world.people.keys where desk.world.people[id]?.department == key {
          desk.world.people[id]?.department = nil
        }
      default:
        desk.world.skills.remove(key)
        for id in desk.world.people.keys { desk.world.people[id]?.skills.remove(key) }
      }
    }
  }

  private func check(_ desk: Desk, _ place: String) {
    func key(_ object: NSManagedObject?) -> Int? {
      object?.text("name")?.split(separator: "|").first.flatMap { Int($0) }
    }
    for (id, person) in desk.world.people {
      guard let object = desk.objects["Employee"]?[id] else {
        Issue.record("\(place): \(id) is missing")
        continue
      }
      let found = Person(
        name: object.text("name") ?? "", department: key(object.object("department")),
        skills: Set(object.set("skills").compactMap(key)))
      #expect(found == person, "\(place)")
    }
    for id in desk.world.departments {
      let expected = Set(desk.world.people.filter { $0.value.department == id }.keys)
      let found = Set(desk.objects["Department"]?[id]?.set("employees").compactMap(key) ?? [])
      #expect(found == expected, "\(place): employees of \(id)")
    }
    for id in desk.world.skills {
      let expected = Set(desk.world.people.filter { $0.value.skills.contains(id) }.keys)
      let found = Set(desk.objects["Skill"]?[id]?.set("holders").compactMap(key) ?? [])
      #expect(found == expected, "\(place): holders of \(id)")
    }
  }

  @Test(arguments: StoreKind.allCases, [1, 2])
  func `the contexts and the store end as expected`(_ kind: StoreKind, _ seed: Int) throws {
    let space = try Workspace(kind)
    var player = Player(random: SeededNumbers(seed: UInt64(seed)))
    var stored = World()
    let desks = [Desk(space.newContext()), Desk(space.newContext())]
    var current = 0
    for number in 0..<5_000 {
      let desk = desks[current]
      try player.step(desk)
      if number % 19 == 0 { check(desk, "seed \(seed), step \(number)") }
      if number % 37 == 0 {
        desk.context.rollback()
        try desk.reload(stored)
        check(desk, "seed \(seed), rolled back at \(number)")
      } else if number % 23 == 0 {
        try desk.context.save()
        stored = desk.world
        check(desk, "seed \(seed), saved at \(number)")
        // The other context continues with the objects that are stored now.
        current = 1 - current
        try desks[current].reload(stored)
        check(desks[current], "seed \(seed), read at \(number)")
      }
      // With fewer people, random changes more often affect the same person.
      if desk.world.people.count > 25 { try shrink(desk) }
    }
  }

  private func shrink(_ desk: Desk) throws {
    for (key, object) in desk.objects["Employee", default: [:]].sorted(by: { $0.key < $1.key })
      .prefix(15)
    {
      desk.context.delete(object)
      desk.objects["Employee"]?[key] = nil
      desk.world.people[key] = nil
    }
    desk.context.processPendingChanges()
  }
}
