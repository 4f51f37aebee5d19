import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

/// Tests random predicates with random people.
@Suite(.limitedConcurrency) struct `Random predicates` {
  private struct Generator {
    var random: SeededNumbers

    mutating func pick<Element>(_ elements: [Element]) -> Element {
      elements[Int(random.next() % UInt64(elements.count))]
    }

    mutating func comparison(_ sign: String? = nil) -> String {
      let signs = ["==", "!=", "<", "<=", ">", ">="]
      let numbers = [
        "age", "salary", "rate", "active", "department.floor", "boss.age", "boss.salary",
      ]
      let texts = ["name", "department.name", "boss.name"]
      let sign = pick(signs)
      switch random.next() % 12 {
      case 0...2: return "\(pick(numbers)) \(sign) \(pick(["0", "1", "2", "2.5", "-1", "nil"]))"
      case 3: return "\(pick(numbers)) \(sign) \(pick(numbers))"
      case 4: return "\(pick(texts)) \(sign) \(pick(["'a'", "'b'", "''", "'ä'", "'ab'", "nil"]))"
      case 5: return "\(pick(texts)) \(sign) \(pick(texts))"
      case 6:
        let word = pick(["BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "MATCHES"])
        let option = word == "MATCHES" ? "" : pick(["", "[c]", "[cd]", "[d]"])
        return "\(pick(texts)) \(word)\(option) \(pick(["'a'", "''", "'ä'", "'A'", "'b'"]))"
      case 7: return "\(pick(numbers)) BETWEEN {\(pick(["-1", "0", "1"])), \(pick(["1", "2"]))}"
      case 8: return "\(pick(numbers)) IN {1, 2.5, 0}"
      case 9:
        return "\(pick(["ANY", "ALL", "NONE"])) skills.name \(pick(["==", "!=", "<"])) "
          + pick(["'a'", "'b'", "nil"])
      case 10: return "skills.@count \(sign) \(pick(["0", "1", "2"]))"
      default: return "\(pick(["department", "boss", "born"])) \(pick(["==", "!="])) nil"
      }
    }

    mutating func predicate(_ depth: Int) -> String {
      guard depth > 0 else { return comparison() }
      switch random.next() % 5 {
      case 0: return "NOT (\(predicate(depth - 1)))"
      case 1: return "(\(predicate(depth - 1))) AND (\(predicate(depth - 1)))"
      case 2: return "(\(predicate(depth - 1))) OR (\(predicate(depth - 1)))"
      default: return comparison()
      }
    }
  }

  private func fill(_ space: Workspace, _ generator: inout Generator) throws {
    let names = ["a", "b", "ab", "A", "ä", "", "B"]
    let skills = names.map { space.insert("Skill", ["name": $0]) }
    let departments = [1, 2].map {
      space.insert("Department", ["name": generator.pick(names), "floor": $0])
    }
    var managers: [NSManagedObject] = []
    for number in 0..<40 {
      let isManager = number % 8 == 0
      let object = space.insert(isManager ? "Manager" : "Employee")
      if isManager { managers.append(object) }
      func maybe(_ value: Any, _ key: String) {
        object.setValue(generator.random.next() % 4 == 0 ? nil : value, forKey: key)
      }
      maybe(generator.pick(names), "name")
      maybe(generator.pick([0, 1, 2, -1]), "age")
      maybe(generator.pick([0, 1, 2.5, 1e300]), "salary")
      maybe(generator.pick([Float(0), 1, 2.5]), "rate")
      maybe(generator.pick([true, false]), "active")
      maybe(generator.pick(departments), "department")
      maybe(generator.pick(managers), "boss")
      maybe(Date(timeIntervalSinceReferenceDate: 1), "born")
      object.setValue(
        Set((0..<(generator.random.next() % 3)).map { _ in generator.pick(skills) }),
        forKey: "skills")
    }
    try space.context.save()
  }

  @Test(arguments: 1...8)
  func `a predicate finds the same objects in SQL and in memory`(_ seed: Int) throws {
    let space = try Workspace(.sqlite)
    var generator = Generator(random: SeededNumbers(seed: UInt64(seed)))
    try fill(space, &generator)
    let context = space.newContext()
    let all = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Employee"))
    #expect(all.count == 40)
    for _ in 0..<250 {
      let format = generator.predicate(3)
      let predicate = try NSPredicate(parsing: format)
      let request = NSFetchRequest<NSManagedObjectID>(entityName: "Employee")
      request.resultType = .managedObjectIDResultType
      request.predicate = predicate
      let found = Set(try context.fetch(request))
      let expected = Set(all.filter { predicate.evaluate(with: $0) }.map(\.objectID))
      #expect(found == expected, "seed \(seed): \(format)")
      #expect(try context.count(for: request) == expected.count, "seed \(seed): \(format)")
    }
  }

  @Test(arguments: 1...4)
  func `results have the same order and bounds`(_ seed: Int) throws {
    let space = try Workspace(.sqlite)
    var generator = Generator(random: SeededNumbers(seed: UInt64(seed)))
    try fill(space, &generator)
    let context = space.newContext()
    for _ in 0..<60 {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
      request.predicate = try NSPredicate(parsing: generator.predicate(1))
      request.sortDescriptors = (0..<2).map { _ in
        NSSortDescriptor(
          key: generator.pick(["name", "age", "salary", "department.name", "skills.@count"]),
          ascending: generator.pick([true, false]))
      }
      let all = try context.fetch(request)
      let sorted = (request.sortDescriptors ?? []).reduce(into: "") { $0 += "\($1.key ?? "") " }
      for (left, right) in zip(all, all.dropFirst()) {
        let order = (request.sortDescriptors ?? []).lazy
          .map { $0.compare(left, to: right) }.first { $0 != .orderedSame }
        #expect(order != .orderedDescending, "seed \(seed): \(sorted)")
      }
      request.fetchOffset = 3
      request.fetchLimit = 5
      #expect(try context.fetch(request) == Array(all.dropFirst(3).prefix(5)))
    }
  }
}
