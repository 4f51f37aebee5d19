import MIASync
import Dispatch
import Foundation
import GhostlightCore
import GhostlightSync
import HTTPTypes
import ManagedObjects
import SyncFixtures
import Synchronization
import Testing

@Suite struct `The status of MIASync` {
  /// What an app does with it, as the guide has it, the class not being of Objective-C.
  private final class Observer: Sendable {
    let log = StatusLog()

    func syncState(_ sender: Notification) { log.take(sender) }
  }

  private let project: MiaProject
  private let server: BaaSServer
  private let device: BaaSDevice

  init() throws {
    project = try MiaProject()
    server = BaaSServer(project: project)
    device = try BaaSDevice("a", project.transport)
  }

  /// An error as the status log has it.
  private static func told(_ message: String, _ status: Int) -> String {
    "\(MKError(.unknownStatus, statusCode: status, message: message))"
  }

  /// What an observer of the device is told while it synchronises.
  private func statuses(_ types: [NSManagedObject.Type]) async -> [StatusLog.Line] {
    let observer = Observer()
    let token = NotificationCenter.default.addObserverForSyncStatus(
      observer: observer, selector: observer.syncState, object: device.syncro)
    defer { NotificationCenter.default.removeObserver(token) }
    _ = await device.sync(types)
    return observer.log.all
  }

  @Test func `comes at start and end of each class in each phase, and at the end`() async throws {
    server.create("n", "first")
    try device.insert(["title": "m"], Marks.push)
    #expect(
      await statuses([News.self, Author.self]) == [
        .init(nil, "News", nil, 0), .init("News", "News", nil, 0.25),
        .init("News", "Author", nil, 0.25), .init("Author", "Author", nil, 0.5),
        .init("Author", "News", nil, 0.5), .init("News", "News", nil, 0.75),
        .init("News", "Author", nil, 0.75), .init("Author", "Author", nil, 1),
        .init("Author", nil, nil, 1),
      ])
  }

  @Test func `comes for each object that fails, with its error`() async throws {
    try device.insert(["title": "m"], Marks.push)
    try device.insert(["title": "o"], Marks.push)
    try device.insert(["title": "p"], Marks.push)
    project.intercept { request in
      let isSecond = String(decoding: request.body, as: UTF8.self).contains(#""title":"o""#)
      return isSecond ? .json(.unprocessableContent, ["message": "o"]) : nil
    }
    let error = Self.told("o", 422)
    #expect(
      await statuses([News.self]) == [
        .init(nil, "News", nil, 0), .init("News", "News", nil, 0.5),
        .init("News", "News", nil, 0.5), .init("News", "News", error, 0.5),
        .init("News", "News", error, 1), .init("News", nil, error, 1),
      ])
    #expect(try device.news().map(\.mark) == [nil, Marks.push, nil])
  }

  @Test func `names what made a pull fail, and the class is not pushed`() async throws {
    try device.insert(["title": "m"], Marks.push)
    try device.insert(["name": "x"], Marks.push, entity: "Author")
    project.intercept { request in
      request.target.raw.contains("News") ? .json(.serviceUnavailable, ["message": "down"]) : nil
    }
    let error = Self.told("down", 503)
    #expect(
      await statuses([News.self, Author.self]) == [
        .init(nil, "News", nil, 0), .init("News", "News", error, 0.25),
        .init("News", "Author", error, 0.25), .init("Author", "Author", error, 0.5),
        .init("Author", "News", error, 0.5), .init("News", "News", error, 0.75),
        .init("News", "Author", error, 0.75), .init("Author", "Author", error, 1),
        .init("Author", nil, error, 1),
      ])
    #expect(try device.news().map(\.mark) == [Marks.push])
    #expect(project.send(.get, "/Author/count") == ["count": 1])
  }

  @Test func `is whole where there is nothing to do`() async {
    #expect(await statuses([]) == [.init(nil, nil, nil, 1)])
  }

  @Test func `names a class that the model has not`() async {
    final class Stranger: NSManagedObject {}
    let error = "The model has no entity Stranger; name entity, class and collection alike."
    #expect(
      await statuses([Stranger.self]) == [
        .init(nil, "Stranger", nil, 0), .init("Stranger", "Stranger", error, 0.5),
        .init("Stranger", "Stranger", error, 0.5), .init("Stranger", "Stranger", error, 1),
        .init("Stranger", nil, error, 1),
      ])
  }

  @Test func `comes of one run after another`() async throws {
    let observer = Observer()
    let token = NotificationCenter.default.addObserverForSyncStatus(
      observer: observer, selector: observer.syncState, object: device.syncro)
    defer { NotificationCenter.default.removeObserver(token) }
    device.syncro.sync([News.self])
    device.syncro.sync([Author.self])
    _ = await device.sync([News.self])
    let progress = observer.log.all.map { "\($0.syncing ?? "-") \($0.progress)" }
    let run = { (name: String) in
      ["\(name) 0.0", "\(name) 0.5", "\(name) 0.5", "\(name) 1.0", "- 1.0"]
    }
    #expect(progress == run("News") + run("Author") + run("News"))
  }

  @Test func `comes on the callback queue, and no more after the token was removed`() async {
    let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "own")
    queue.setSpecific(key: key, value: true)
    device.instance.callbackQueue = queue
    let isOnQueue = Mutex<[Bool]>([])
    let observer = Observer()
    let token = NotificationCenter.default.addObserverForSyncStatus(
      observer: observer,
      selector: { notification in
        isOnQueue.withLock { $0.append(DispatchQueue.getSpecific(key: key) == true) }
        observer.syncState(notification)
      }, object: device.syncro)
    _ = await device.sync([News.self])
    NotificationCenter.default.removeObserver(token)
    _ = await device.sync([News.self])
    #expect(isOnQueue.withLock { $0 } == [true, true, true, true, true])
    #expect(observer.log.all.count == 5)
  }
}
