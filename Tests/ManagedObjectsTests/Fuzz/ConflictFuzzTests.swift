import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

/// Random changes in two contexts, which both have unsaved changes, compared with a simple model.
///
/// The model computes the objects that each context should show and those that the store should
/// contain.
@Suite(.limitedConcurrency) struct `Random work in two contexts at once` {
  private struct Run {
    let space: Workspace
    var random: SeededNumbers
    var store = ExpectedStore()
    let numbers = FuzzNumbers()
    let contexts: [FuzzContext]
    private var next = 0
    private(set) var conflicts = 0
    private(set) var saves = 0

    init(_ kind: StoreKind, _ seed: Int) throws {
      space = try Workspace(kind)
      random = SeededNumbers(seed: UInt64(seed))
      contexts = [FuzzContext(space.newContext()), FuzzContext(space.newContext())]
    }

    mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(max(1, count))) }

    /// Returns the number of a random object that can be changed; `nil` if there is none.
    mutating func pick(_ desk: FuzzContext, _ entity: FuzzEntity) -> Int? {
      let keys = desk.expected.objects.filter {
        $0.value.entity == entity && $0.value.state != .deleted
      }.keys.sorted()
      guard !keys.isEmpty else { return nil }
      let key = keys[below(keys.count)]
      return desk.isSound(key, numbers) ? key : nil
    }

    mutating func step(_ place: String) throws {
      let desk = contexts[below(2)]
      switch below(24) {
      case 0...3: insert(desk)
      case 4...8: change(desk)
      case 9...13: relate(desk)
      case 14, 15: delete(desk)
      case 16, 17: refault(desk)
      case 18: if below(4) == 0 { rollback(desk) }
      case 19: if below(6) == 0 { try reset(desk) }
      default: try save(desk, place)
      }
      try desk.check(place, numbers)
    }

    private mutating func insert(_ desk: FuzzContext) {
      let entity = FuzzEntity.allCases[below(3)]
      let bound = entity == .employee ? 10 : 4
      guard desk.expected.objects.values.filter({ $0.entity == entity }).count < bound else {
        return
      }
      next += 1
      let object = NSEntityDescription.insertNewObject(
        forEntityName: entity.rawValue, into: desk.context)
      object.setValue("\(next)", forKey: "name")
      if entity == .employee { object.setValue(0, forKey: "age") }
      desk.add(object, next)
      numbers.note(object, next)
      desk.expected.insert(next, ExpectedRow(entity: entity, name: "\(next)"))
    }

    private mutating func change(_ desk: FuzzContext) {
      let entity = FuzzEntity.allCases[below(3)]
      guard let key = pick(desk, entity) else { return }
      if entity == .employee, below(2) == 0 {
        let age = below(100)
        desk.objects[key]?.setValue(age, forKey: "age")
        desk.expected.setAge(key, age)
      } else {
        let name = "\(key)|\(below(1_000))"
        desk.objects[key]?.setValue(name, forKey: "name")
        desk.expected.setName(key, name)
      }
    }

    private mutating func relate(_ desk: FuzzContext) {
      guard let key = pick(desk, .employee), let person = desk.objects[key] else { return }
      switch below(4) {
      case 0, 1:
        let department = below(4) == 0 ? nil : pick(desk, .department)
        person.setValue(department.flatMap { desk.objects[$0] }, forKey: "department")
        desk.expected.setDepartment(key, department)
      case 2:
        guard let department = pick(desk, .department) else { return }
        desk.objects[department]?.mutableSetValue(forKey: "employees").add(person)
        desk.expected.addEmployee(key, to: department)
      default:
        let skills = Set((0..<below(4)).compactMap { _ in pick(desk, .skill) })
        person.setValue(Set(skills.compactMap { desk.objects[$0] }), forKey: "skills")
        desk.expected.setSkills(key, skills)
      }
    }

    private mutating func delete(_ desk: FuzzContext) {
      guard let key = pick(desk, FuzzEntity.allCases[below(3)]) else { return }
      if let object = desk.objects[key] { desk.context.delete(object) }
      desk.context.processPendingChanges()
      desk.expected.delete(key)
      desk.read(numbers)
    }

    private mutating func refault(_ desk: FuzzContext) {
      guard let key = pick(desk, FuzzEntity.allCases[below(3)]), store.rows[key] != nil,
        let object = desk.objects[key]
      else { return }
      let keeps = below(2) == 0
      // Discarding a change on only one side of a relationship is tested with conflicts, not here.
      guard keeps || !object.hasChanges else { return }
      desk.context.refresh(object, mergeChanges: keeps)
      desk.expected.refresh(key, keepingChanges: keeps, store)
      desk.read(numbers)
    }

    private func rollback(_ desk: FuzzContext) {
      desk.context.rollback()
      desk.expected.rollback(store)
      desk.read(numbers)
    }

    private func reset(_ desk: FuzzContext) throws {
      desk.context.reset()
      desk.forgetAll()
      desk.expected.reset(store)
      desk.read(numbers)
    }

    private mutating func save(_ desk: FuzzContext, _ place: String) throws {
      guard desk.context.hasChanges else { return }
      let policy = NSMergePolicyType(rawValue: UInt(below(5))) ?? .errorMergePolicyType
      desk.context.mergePolicy = NSMergePolicy(merge: policy)
      if !desk.expected.conflicts(store).isEmpty { conflicts += 1 }
      desk.lastSave = nil
      let refused = desk.expected.save(&store, policy)
      if refused.isEmpty {
        try desk.context.save()
      } else {
        try resolve(refused, desk, place)
        try Difference.check(desk.expected.save(&store, policy), [], "\(place): still refused")
        try desk.context.save()
      }
      saves += 1
      for (key, object) in desk.objects { numbers.note(object, key) }
      desk.read(numbers)
      try checkStore("\(place), \(policy)")
      guard below(3) == 0, let notification = desk.lastSave,
        let other = contexts.first(where: { $0 !== desk })
      else { return }
      let lastSave = desk.expected.lastSave
      other.context.mergeChanges(fromContextDidSave: notification)
      other.expected.merge(lastSave, store)
      other.read(numbers)
      try other.check("\(place), merged", numbers)
    }

    /// Resolves each conflict because of which a save failed.
    private mutating func resolve(
      _ refused: Set<Int>, _ desk: FuzzContext, _ place: String
    ) throws {
      let error = #expect(throws: NSError.self, "\(place)") { try desk.context.save() }
      let listed =
        error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict] ?? []
      for (key, object) in desk.objects { numbers.note(object, key) }
      try Difference.check(
        Set(listed.compactMap { numbers.number(of: $0.sourceObject) }), refused,
        "\(place): refused")
      for key in refused.sorted() {
        guard let object = desk.objects[key] else { continue }
        if store.rows[key] == nil {
          NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSDeletedObjectIDsKey: [object.objectID]],
            into: [desk.context])
          desk.expected.merge(ExpectedSave(deleted: [key]), store)
        } else {
          let keeps = below(2) == 0 || object.isDeleted
          desk.context.refresh(object, mergeChanges: keeps)
          desk.expected.refresh(key, keepingChanges: keeps, store)
        }
        desk.read(numbers)
      }
    }

    private func checkStore(_ place: String) throws {
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = space.coordinator
      let reader = FuzzContext(context)
      var found: Set<Int> = []
      for entity in FuzzEntity.allCases {
        for object in try context.find(entity.rawValue) {
          let key = numbers.number(of: object) ?? 0
          found.insert(key)
          var row = store.rows[key]
          row?.version = 0
          try Difference.check(
            reader.row(object, entity, numbers), row, "\(place): stored \(key)")
          try Difference.check(
            Set(object.set(entity.many).compactMap(numbers.number)), store.related(key, entity),
            "\(place): stored \(entity.many) of \(key)")
        }
      }
      try Difference.check(found, Set(store.rows.keys), "\(place): stored")
    }
  }

  @Test(arguments: [StoreKind.memory, .sqlite], [1, 3])
  func `both contexts and the store end as expected`(_ kind: StoreKind, _ seed: Int) throws {
    var run = try Run(kind, seed)
    for number in 0..<10_000 { try run.step("\(kind), seed \(seed), step \(number)") }
    #expect(run.saves > 1_000)
    #expect(run.conflicts > 500)
  }
}
