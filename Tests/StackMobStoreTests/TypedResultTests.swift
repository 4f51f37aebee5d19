import Foundation
import ManagedObjects
import StackMob
import Testing

@MainActor @Suite struct `Results of fetches from StackMob` {
  @Test func `a fetch returns results of the request's type`() async throws {
    let app = try StoreApp()
    app.insert("Todo", ["todoId": "t", "title": "T"])
    try app.context.saveAndWait()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Todo")
    let waited: [NSManagedObject] = try app.context.executeFetchRequestAndWait(request)
    let awaited: [NSManagedObject] = try await app.context.executeFetchRequest(request)
    for found in [waited, awaited] {
      #expect(found.map { $0.value(forKey: "title") as? String } == ["T"])
    }
    let untyped: [Any] = try app.context.executeFetchRequestAndWait(request)
    #expect(untyped.count == 1)
  }

  @Test func `a fetch returns ids if the request is one for ids`() async throws {
    let app = try StoreApp()
    let todo = app.insert("Todo", ["todoId": "t"])
    try app.context.saveAndWait()
    let request = NSFetchRequest<NSManagedObjectID>(entityName: "Todo")
    request.resultType = .managedObjectIDResultType
    #expect(try app.context.executeFetchRequestAndWait(request) == [todo.objectID])
    #expect(try await app.context.executeFetchRequest(request) == [todo.objectID])
  }

  @Test func `a fetch for objects of another class is refused`() async throws {
    let app = try StoreApp()
    app.insert("Todo", ["todoId": "t"])
    try app.context.saveAndWait()
    let request = NSFetchRequest<NSDictionary>(entityName: "Todo")
    let codes = [
      #expect(throws: NSError.self) { _ = try app.context.executeFetchRequestAndWait(request) },
      await #expect(throws: NSError.self) {
        _ = try await app.context.executeFetchRequest(request)
      },
    ].map { $0?.code }
    #expect(codes == [NSCoreDataError, NSCoreDataError])
  }

  @Test func `a merge policy can be chosen by a condition`() throws {
    let app = try StoreApp()
    let server: [AnyHashable: Any] = [SMLastModDateKey: Date(timeIntervalSince1970: 1)]
    for (serverWins, winner) in [(true, SMServerObject), (false, SMClientObject)] {
      app.store.defaultSMMergePolicy =
        serverWins ? SMMergePolicyServerModifiedWins : SMMergePolicyClientWins
      app.store.insertsSMMergePolicy = serverWins ? nil : SMMergePolicyLastModifiedWins
      #expect(app.store.defaultSMMergePolicy([:], server, nil) == winner)
      #expect((app.store.insertsSMMergePolicy == nil) == serverWins)
    }
  }
}
