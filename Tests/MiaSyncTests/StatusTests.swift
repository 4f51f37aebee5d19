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
import Testing

@Suite struct `The status of a synchronisation` {
  /// What an app does with it, as the guide has it, the class not being of Objective-C.
  private final class Observer: Sendable {
    let log = StatusLog()

    func syncState(_ sender: Notification) { log.take(sender) }
  }

  /// A device of one kind, and its project.
  private struct Scope {
    let project: MiaProject
    let server: any NewsServer
    let device: any SyncDevice

    init(_ kind: SyncKind) throws {
      project = try MiaProject()
      server = kind.server(project)
      device = try kind.device("a", project.transport)
    }

    /// Observes the device while a body runs.
    func observing(_ body: () async -> Void) async -> [StatusLog.Line] {
      let observer = Observer()
      let token = NotificationCenter.default.addObserverForSyncStatus(
        observer: observer, selector: observer.syncState, object: device.poster)
      defer { NotificationCenter.default.removeObserver(token) }
      await body()
      return observer.log.all
    }

    /// What an observer of the device is told while it synchronises.
    func statuses(_ types: [NSManagedObject.Type]) async -> [StatusLog.Line] {
      await observing { _ = await device.sync(types) }
    }
  }

  @Test(arguments: SyncKind.allCases)
  func `comes at start and end of each class in each phase, and at the end`(
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
  func `comes for each object that fails, with its error`(_ kind: SyncKind) async throws {
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
  func `names what made a pull fail, and the class is not pushed`(_ kind: SyncKind) async throws {
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
  func `is whole where there is nothing to do`(_ kind: SyncKind) async throws {
    #expect(try await Scope(kind).statuses([]) == [.init(nil, nil, nil, 1)])
  }

  @Test(arguments: SyncKind.allCases)
  func `names a class that the model has not`(_ kind: SyncKind) async throws {
    final class Stranger: NSManagedObject {}
    let error = "The model has no entity Stranger; name entity, class and collection alike."
    #expect(
      try await Scope(kind).statuses([Stranger.self]) == [
        .init(nil, "Stranger", nil, 0), .init("Stranger", "Stranger", error, 0.5),
        .init("Stranger", "Stranger", error, 0.5), .init("Stranger", "Stranger", error, 1),
        .init("Stranger", nil, error, 1),
      ])
  }

  @Test(arguments: SyncKind.allCases)
  func `comes of one run after another`(_ kind: SyncKind) async throws {
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
  func `comes on the callback queue, and no more after the token was removed`(
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
