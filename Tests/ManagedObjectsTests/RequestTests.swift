import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Requests` {
  @Test(arguments: [StoreKind.memory, .sqlite])
  func `dictionary results can have functions and groups`(_ kind: StoreKind) throws {
    let people = try People(kind)
    let request = NSFetchRequest<NSDictionary>(entityName: "Employee")
    request.resultType = .dictionaryResultType
    let sum = NSExpressionDescription()
    sum.name = "total"
    sum.expression = FetchExpression(forFunction: .sum, keyPath: "salary")
    let count = NSExpressionDescription()
    count.name = "people"
    count.expression = FetchExpression(forFunction: .count, keyPath: "name")
    request.propertiesToFetch = ["department.name", sum, count]
    request.propertiesToGroupBy = ["department.name"]
    request.sortDescriptors = [NSSortDescriptor(key: "department.name", ascending: true)]
    request.havingPredicate = NSPredicate(format: "people > 1")
    let found = try people.space.newContext().fetch(request)
    #expect(
      found == [
        ["department.name": "Lab", "total": 7400.0, "people": 3],
        ["department.name": "Sales", "total": 4001.0, "people": 3],
      ] as [NSDictionary])
    request.propertiesToGroupBy = nil
    request.havingPredicate = nil
    request.propertiesToFetch = ["age"]
    request.returnsDistinctResults = true
    request.predicate = NSPredicate(format: "age != nil")
    request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: false)]
    request.fetchLimit = 2
    #expect(
      try people.space.newContext().fetch(request) == [["age": 50], ["age": 41]] as [NSDictionary])
  }

  @Test(arguments: [StoreKind.memory, .sqlite])
  func `a batch request changes and deletes without any context`(_ kind: StoreKind) throws {
    let people = try People(kind)
    let context = people.space.newContext()
    let update = NSBatchUpdateRequest(entityName: "Employee")
    update.predicate = NSPredicate(format: "department.name == 'Sales'")
    update.propertiesToUpdate = ["age": 99]
    update.resultType = .updatedObjectsCountResultType
    let updated = try context.execute(update) as? NSBatchUpdateResult
    #expect(updated?.result as? Int == 3)
    #expect(try people.found(NSPredicate(format: "age == 99")) == "ABZ")
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Employee")
    request.predicate = NSPredicate(format: "age == 99")
    let delete = NSBatchDeleteRequest(fetchRequest: request)
    delete.resultType = .resultTypeObjectIDs
    let deleted = try context.execute(delete) as? NSBatchDeleteResult
    #expect((deleted?.result as? [NSManagedObjectID])?.count == 3)
    #expect(try people.found(NSPredicate(format: "TRUEPREDICATE")) == "CDEM")
  }

  @Test(arguments: StoreKind.allCases)
  func `a request returns ids, numbers and bounded results`(_ kind: StoreKind) throws {
    let people = try People(kind)
    let context = people.space.newContext()
    let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Manager")
    ids.resultType = .managedObjectIDResultType
    let id = try #require(try context.fetch(ids).first)
    #expect(context.object(with: id).text("name") == "Max")
    let uri = id.uriRepresentation()
    #expect(people.space.coordinator.managedObjectID(forURIRepresentation: uri) == id)
    let count = NSFetchRequest<NSNumber>(entityName: "Employee")
    count.resultType = .countResultType
    #expect(try context.fetch(count) == [7])
    let page = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    page.sortDescriptors = [
      NSSortDescriptor(key: "age", ascending: false),
      NSSortDescriptor(key: "name", ascending: true),
    ]
    page.fetchOffset = 1
    page.fetchLimit = 3
    #expect(try context.fetch(page).map { $0.text("name") } == ["Cid", "Dörte", "Ann"])
  }

  @Test func `an incremental store reads a row once for all contexts`() throws {
    let space = try Workspace(.incremental)
    let store = try #require(space.store as? DictionaryStore)
    let sales = space.insert("Department", ["name": "Sales"])
    let ann = space.insert("Employee", ["name": "Ann", "department": sales])
    try space.context.save()
    let id = ann.objectID
    let context = space.newContext()
    let before = store.reads
    let twin = context.object(with: id)
    #expect(twin.text("name") == "Ann")
    #expect(twin.object("department")?.text("name") == "Sales")
    #expect(twin.object("department")?.names("employees") == ["Ann"])
    #expect(store.reads - before == 3)
    let third = space.newContext()
    #expect(third.object(with: id).text("name") == "Ann")
    #expect(store.reads - before == 3)
    #expect(store.registered > 0)
  }

  @Test func `a coordinator runs a request for a context, and refuses to save for it`() throws {
    let space = try Workspace()
    let skill = space.insert("Skill", ["name": "C"])
    let coordinator = space.coordinator
    let fetch = NSFetchRequest<NSManagedObject>(entityName: "Skill")
    let found = try coordinator.execute(fetch, with: space.context)
    #expect(found as? [NSManagedObject] == [skill])
    let save = NSSaveChangesRequest(inserted: [skill], updated: nil, deleted: nil, locked: nil)
    let error = #expect(throws: NSError.self) { try coordinator.execute(save, with: space.context) }
    #expect(error?.code == NSCoreDataError)
  }
}
