import Dispatch
import Foundation
import Ghostlight
import GhostlightCore
import ManagedObjects
import StackMob
import StackMobStoreScenarios
import TestExecutors
import TestSupport
import Testing

@MainActor @Suite struct `Every call of a context` {
  /// The queues, blocks and options that a test passes to one call.
  final class Probe: Sendable {
    private static let key = DispatchSpecificKey<String>()
    let (good, bad) = (queue("good"), queue("bad"))
    let mailbox = Mailbox<String>()

    private static func queue(_ name: String) -> DispatchQueue {
      let queue = DispatchQueue(label: name)
      queue.setSpecific(key: key, value: name)
      return queue
    }

    func report(_ text: String) {
      mailbox.put("\(DispatchQueue.getSpecific(key: Self.key) ?? "main"): \(text)")
    }

    var failure: SMFailureBlock {
      { self.report("\(($0 as NSError).domain) \(($0 as NSError).code)") }
    }
  }

  /// One test case: a call, with its report.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let lines: [String]
    let report: String
    var hasQueues = true
    var isSave = false
    let call: @MainActor @Sendable (StoreApp, SMRequestOptions, Probe) async throws -> Void
  }

  private static var todos: NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Tag")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return request
  }

  private static func text(_ found: [Any]) -> String {
    found.map {
      ($0 as? NSManagedObject)?.smObjectId()
        ?? (($0 as? NSManagedObjectID)?.uriRepresentation().lastPathComponent ?? "-")
    }.joined(separator: " ")
  }

  private static let fetches = [
    Row(testDescription: "execute", lines: ["GET /tag"], report: "x y") {
      app, options, probe in
      app.context.execute(
        todos, successCallbackQueue: probe.good, failureCallbackQueue: probe.bad,
        options: options, onSuccess: { probe.report(text($0)) }, onFailure: probe.failure)
    },
    Row(testDescription: "execute for ids", lines: ["GET /tag"], report: "px py") {
      app, options, probe in
      app.context.execute(
        todos, returnManagedObjectIDs: true, successCallbackQueue: probe.good,
        failureCallbackQueue: probe.bad, options: options,
        onSuccess: { probe.report(text($0)) }, onFailure: probe.failure)
    },
    Row(testDescription: "executeFetchRequest", lines: ["GET /tag"], report: "px py") {
      app, options, probe in
      app.context.executeFetchRequest(
        todos, returnManagedObjectIDs: true, successCallbackQueue: probe.good,
        failureCallbackQueue: probe.bad, options: options,
        onSuccess: { probe.report(text($0)) }, onFailure: probe.failure)
    },
    Row(testDescription: "count", lines: ["GET /tag"], report: "2") { app, options, probe in
      app.context.count(
        for: todos, successCallbackQueue: probe.good, failureCallbackQueue: probe.bad,
        options: options, onSuccess: { probe.report("\($0)") }, onFailure: probe.failure)
    },
    Row(
      testDescription: "executeFetchRequest with await", lines: ["GET /tag"], report: "x y",
      hasQueues: false
    ) { app, options, probe in
      probe.report(text(try await app.context.executeFetchRequest(todos, options: options)))
    },
    Row(
      testDescription: "executeFetchRequest for ids with await", lines: ["GET /tag"],
      report: "px py", hasQueues: false
    ) { app, options, probe in
      probe.report(
        text(
          try await app.context.executeFetchRequest(
            todos, returnManagedObjectIDs: true, options: options)))
    },
    Row(
      testDescription: "executeFetchRequestAndWait", lines: ["GET /tag"], report: "x y",
      hasQueues: false
    ) { app, options, probe in
      probe.report(text(try app.context.executeFetchRequestAndWait(todos, options: options)))
    },
    Row(
      testDescription: "executeFetchRequestAndWait for ids", lines: ["GET /tag"],
      report: "px py", hasQueues: false
    ) { app, options, probe in
      probe.report(
        text(
          try app.context.executeFetchRequestAndWait(
            todos, returnManagedObjectIDs: true, options: options)))
    },
    Row(
      testDescription: "countAndWait", lines: ["GET /tag"], report: "2", hasQueues: false
    ) { app, options, probe in
      probe.report("\(try app.context.countAndWait(for: todos, options: options))")
    },
  ]

  private static let saves = [
    Row(
      testDescription: "save", lines: [#"POST /todo {"todo_id":"t"}"#], report: "saved",
      isSave: true
    ) { app, options, probe in
      app.context.save(
        withSuccessCallbackQueue: probe.good, failureCallbackQueue: probe.bad, options: options,
        onSuccess: { probe.report("saved") }, onFailure: probe.failure)
    },
    Row(
      testDescription: "save with await", lines: [#"POST /todo {"todo_id":"t"}"#],
      report: "saved", hasQueues: false, isSave: true
    ) { app, options, probe in
      try await app.context.save(options: options)
      probe.report("saved")
    },
    Row(
      testDescription: "saveAndWait", lines: [#"POST /todo {"todo_id":"t"}"#], report: "saved",
      hasQueues: false, isSave: true
    ) { app, options, probe in
      try app.context.saveAndWait(options: options)
      probe.report("saved")
    },
  ]

  private static let given: [Given] = ["x", "y"].map {
    .object("tag", ["tag_id": .string($0), "name": .string($0)])
  }

  @Test(arguments: fetches + saves, [false, true])
  func `a call passes on its options, queues and blocks`(
    _ row: Row, _ isRefused: Bool
  ) async throws {
    let app = try StoreApp(Self.given)
    if row.isSave { app.insert("Todo", ["todoId": "t"]) }
    if isRefused {
      app.testStage.space.addFault(
        FaultPlan(.answer(.json(.methodNotAllowed, ["error": "no"]))))
    }
    let probe = Probe()
    do { try await row.call(app, .withHTTPS(), probe) } catch { probe.failure(error) }
    let place = row.hasQueues ? (isRefused ? "bad" : "good") : "main"
    let refusal = row.isSave ? "SMError -108" : "HTTP 405"
    #expect(await probe.mailbox.next() == "\(place): \(isRefused ? refusal : row.report)")
    #expect(app.lines == row.lines)
    #expect(app.schemes == ["https"])
    let later = try? app.context.executeFetchRequestAndWait(Self.todos)
    #expect(later?.count == (isRefused ? nil : 2))
    #expect(app.schemes == ["https", "http"])
  }

  @Test func `options of a call have precedence over those of the store`() async throws {
    let app = try StoreApp(Self.given)
    app.store.globalRequestOptions = .withHTTPS()
    for row in Self.fetches {
      let probe = Probe()
      try await row.call(app, SMRequestOptions(), probe)
      _ = await probe.mailbox.next()
    }
    #expect(Set(app.schemes) == ["http"])
    #expect(app.store.globalRequestOptions.isSecure)
  }

  @Test func `a callback on another queue gets objects of a context of its own`() async throws {
    let app = try StoreApp(Self.given)
    let (queue, mailbox) = (DispatchQueue(label: "other"), Mailbox<[String]>())
    let main = app.context
    app.context.execute(
      Self.todos, successCallbackQueue: queue,
      onSuccess: { found in
        let context = (found.first as? NSManagedObject)?.managedObjectContext
        let names = found.compactMap { object -> String? in
          let object = object as? NSManagedObject
          return object?.managedObjectContext?.performBlocking {
            object?.value(forKey: "name") as? String
          }
        }
        mailbox.put(
          names + [
            "\(context === main)", "\(context?.concurrencyType == .privateQueueConcurrencyType)",
          ])
      })
    #expect(await mailbox.next() == ["x", "y", "false", "true"])
  }
}
