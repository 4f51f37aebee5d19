import Dispatch
import Foundation
import GhostlightCore
import GhostlightSync
import GhostlightSyncStatus
import HTTPTypes
import ManagedObjects
import SyncFixtures
import SyncScenarios
import Synchronization
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The status of a sync` {
  /// An observer as in Mia's guide, but not an Objective-C class.
  private final class Observer: Sendable {
    let log = StatusLog()

    func syncState(_ sender: Notification) { log.take(sender) }
  }

  private struct Scope {
    let project: MiaProject
    let server: any NewsServer
    let device: any SyncDevice

    init(_ kind: SyncKind) throws {
      project = try MiaProject()
      server = kind.server(project)
      device = try kind.device("a", project.transport)
    }

    /// Runs a closure, and returns the statuses that the device's synchronisation posts during the
    /// run.
    func observing(_ body: () async -> Void) async -> [StatusLog.Line] {
      let observer = Observer()
      let token = NotificationCenter.default.addObserverForSyncStatus(
        observer: observer, selector: observer.syncState, object: device.poster)
      defer { NotificationCenter.default.removeObserver(token) }
      await body()
      return observer.log.all
    }

    /// Synchronises classes, and returns the statuses that were posted for the device.
    func statuses(_ types: [NSManagedObject.Type]) async -> [StatusLog.Line] {
      await observing { _ = await device.sync(types) }
    }
  }

  @Test(arguments: SyncKind.allCases)
  func `a status is posted at the start and end of each class and phase, and at the end`(
    _ kind: SyncKind
  ) async throws {
    let scope = try Scope(kind)
    scope.server.create("n", "first")
    try scope.device.insert(["title": "m"], Marks.push)
    #expect(
      await scope.statuses([News.self, Author.self]) == [
        .init(nil, "News", nil, 0), .init("News", "News", nil, 0.25),
        .init("News", "Author", nil, 0.25), .init("Author", "Author", nil, 0.5),
        .init("Author", "News", nil, 0.5), .init("News", "News", nil, 0.75),
        .init("News", "Author", nil, 0.75), .init("Author", "Author", nil, 1),
        .init("Author", nil, nil, 1),
      ])
  }

  @Test(arguments: SyncKind.allCases)
  func `a status with the error is posted for each failed object`(_ kind: SyncKind) async throws {
    let scope = try Scope(kind)
    for title in ["m", "o", "p"] { try scope.device.insert(["title": title], Marks.push) }
    scope.project.intercept { request in
      let isSecond = String(decoding: request.body, as: UTF8.self).contains(#""title":"o""#)
      return isSecond ? .json(.unprocessableContent, ["error": "no", "message": "o"]) : nil
    }
    let error = scope.device.description(ofRefusal: 422, "no", "o")
    #expect(
      await scope.statuses([News.self]) == [
        .init(nil, "News", nil, 0), .init("News", "News", nil, 0.5),
        .init("News", "News", nil, 0.5), .init("News", "News", error, 0.5),
        .init("News", "News", error, 1), .init("News", nil, error, 1),
      ])
    #expect(try scope.device.news().map(\.mark) == [nil, Marks.push, nil])
  }

  @Test(arguments: SyncKind.allCases)
  func `a failed pull is an error, and its class is not pushed`(_ kind: SyncKind) async throws {
    let scope = try Scope(kind)
    try scope.device.insert(["title": "m"], Marks.push)
    try scope.device.insert(["name": "x"], Marks.push, entity: "Author")
    scope.project.intercept { request in
      guard request.target.raw.contains("News") else { return nil }
      return .json(.serviceUnavailable, ["error": "no", "message": "down"])
    }
    let error = scope.device.description(ofRefusal: 503, "no", "down")
    #expect(
      await scope.statuses([News.self, Author.self]) == [
        .init(nil, "News", nil, 0), .init("News", "News", error, 0.25),
        .init("News", "Author", error, 0.25), .init("Author", "Author", error, 0.5),
        .init("Author", "News", error, 0.5), .init("News", "News", error, 0.75),
        .init("News", "Author", error, 0.75), .init("Author", "Author", error, 1),
        .init("Author", nil, error, 1),
      ])
    #expect(try scope.device.news().map(\.mark) == [Marks.push])
    #expect(scope.server.count(of: "Author") == 1)
  }

  @Test(arguments: SyncKind.allCases)
  func `the progress is complete if there is nothing to do`(_ kind: SyncKind) async throws {
    #expect(try await Scope(kind).statuses([]) == [.init(nil, nil, nil, 1)])
  }

  @Test(arguments: SyncKind.allCases)
  func `a class without an entity in the model is an error`(_ kind: SyncKind) async throws {
    final class Stranger: NSManagedObject {}
    let error =
      "The model has no entity Stranger; give the entity, its class and its collection the same name."
    #expect(
      try await Scope(kind).statuses([Stranger.self]) == [
        .init(nil, "Stranger", nil, 0), .init("Stranger", "Stranger", error, 0.5),
        .init("Stranger", "Stranger", error, 0.5), .init("Stranger", "Stranger", error, 1),
        .init("Stranger", nil, error, 1),
      ])
  }

  @Test(arguments: SyncKind.allCases)
  func `the statuses of successive runs are in order`(_ kind: SyncKind) async throws {
    let scope = try Scope(kind)
    let statuses = await scope.observing {
      scope.device.start([News.self])
      scope.device.start([Author.self])
      _ = await scope.device.sync([News.self])
    }
    let run = { (name: String) in
      ["\(name) 0.0", "\(name) 0.5", "\(name) 0.5", "\(name) 1.0", "- 1.0"]
    }
    #expect(
      statuses.map { "\($0.syncing ?? "-") \($0.progress)" }
        == run("News") + run("Author") + run("News"))
  }

  @Test(arguments: SyncKind.allCases)
  func `a status is posted on the callback queue until the token is removed`(
    _ kind: SyncKind
  ) async throws {
    let device = try Scope(kind).device
    let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "own")
    queue.setSpecific(key: key, value: true)
    device.setCallbackQueue(queue)
    let isOnQueue = Mutex<[Bool]>([])
    let observer = Observer()
    let token = NotificationCenter.default.addObserverForSyncStatus(
      observer: observer,
      selector: { notification in
        isOnQueue.withLock { $0.append(DispatchQueue.getSpecific(key: key) == true) }
        observer.syncState(notification)
      }, object: device.poster)
    _ = await device.sync([News.self])
    NotificationCenter.default.removeObserver(token)
    _ = await device.sync([News.self])
    #expect(isOnQueue.withLock { $0 } == [true, true, true, true, true])
    #expect(observer.log.all.count == 5)
  }
}
