import Foundation
import GhostlightClient
import GhostlightCore
import TestExecutors
import TestSupport
import Testing
import mkApp

@Suite(.limitedConcurrency) struct `Callbacks and blocking calls` {
  typealias Values = (collection: MKCollection?, error: MKError?, isOnQueue: Bool, isSame: Bool)

  @Test(arguments: ["save", "refresh", "delete"])
  func `a callback runs on the queue, with its object and its app's instance`(
    _ call: String
  ) async throws {
    let app = TestApp(.item())
    let object = try #require(app.run { MKCollection(name: "c") })
    object.collectionId = "ef02"
    object.setObject(1, forKey: "a")
    let outcome: Values = try await app.awaitCallback { resume in
      let block: @Sendable (MKCollection?, (any Error)?) -> Void = { collection, error in
        dispatchPrecondition(condition: .onQueue(TestApp.queue))
        let isSame = MKAppInstance.sharedInstance === app.instance
        resume((collection, error as? MKError, true, isSame))
      }
      switch call {
      case "save": object.saveInBackground(block)
      case "refresh": object.refreshInBackground(block)
      default: object.deleteInBackground(block)
      }
    }
    #expect(outcome.collection === object && outcome.error == nil && outcome.isSame)
  }

  @Test func `a failed call passes the object and the error to its callback`() async throws {
    let app = TestApp(.refusal(403, "Forbidden"))
    let object = try #require(app.run { MKCollection(name: "c") })
    let outcome: Values = try await app.awaitCallback { resume in
      object.saveInBackground { resume(($0, $1 as? MKError, true, true)) }
    }
    #expect(outcome.collection === object)
    #expect(outcome.error == MKError(.operationNotAllowed, statusCode: 403, message: "Forbidden"))
  }

  @Test(arguments: ["save", "refresh", "delete"])
  func `calls on a missing object fail with callbacks and when blocking`(
    _ call: String
  ) async throws {
    let app = TestApp(.item())
    let outcome: Values = try await app.awaitCallback { resume in
      let none = MKCollection(name: "")
      none.setObject(1, forKey: "a")
      #expect(none.object(forKey: "a") == nil)
      let block: @Sendable (MKCollection?, (any Error)?) -> Void = {
        resume(($0, $1 as? MKError, true, true))
      }
      switch call {
      case "save":
        #expect(throws: MKError.self) { try none.save() }
        none.saveInBackground(block)
      case "refresh":
        #expect(throws: MKError.self) { try none.refresh() }
        none.refreshInBackground()
        none.refreshInBackground(block)
      default:
        #expect(throws: MKError.self) { try none.delete() }
        none.deleteInBackground(block)
      }
    }
    #expect(outcome.collection == nil && outcome.error?.code == .invalidParams)
    #expect(app.service.requests.isEmpty)
  }

  @MainActor @Test func `a blocking call on the main thread waits for a response that takes time`()
    throws
  {
    let service = ScriptedServer([.item()])
    let app = TestApp(change: { environment in
      environment.transport = .inProcess(
        Responder(name: "slow") { request in
          await Task.yield()
          return service.answer(request)
        })
    })
    try app.run { try MKCollection(name: "c").save() }
    #expect(service.lines == ["POST /c/ {}"])
  }

  @Test func `a hundred tasks can use one object`() async throws {
    let app = TestApp(.item(["a": 1]))
    let object = try #require(app.run { MKCollection(name: "c") })
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          object.setObject(number, forKey: "k\(number % 7)")
          try await object.save()
        }
      }
      try await group.waitForAll()
    }
    #expect(object.collectionId == "ef02")
  }
}
