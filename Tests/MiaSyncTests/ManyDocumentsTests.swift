import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import ManagedObjects
import SyncFixtures
import SyncScenarios
import Synchronization
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `10,000 documents` {
  @Test(arguments: [
    // Each page repeats the last ten documents of the previous page, because they have the same
    // time.
    Pages(.crud, bulk: 10, first: Array(repeating: 200, count: 52) + [120], then: [20], last: [1]),
    Pages(.baas, bulk: 100, first: Array(repeating: 500, count: 20) + [0], then: [10], last: [0]),
  ])
  func `all are pulled at first, and then only changed documents`(_ pages: Pages) async throws {
    let project = try MiaProject()
    let server = pages.kind.server(project)
    for start in stride(from: 0, to: 10_000, by: pages.bulk) {
      server.create(titles: (start..<start + pages.bulk).map { "n\($0)" })
    }
    let received = Mutex<[Int]>([])
    let responder = project.responder
    let transport = Transport { request throws(TransportError) in
      let response = await responder.respond(request)
      received.withLock { $0.append(response.json?.array?.count ?? -1) }
      return response
    }
    let device = try pages.kind.device("a", transport)
    #expect(await device.sync() == nil)
    #expect(try Self.count(device) == 10_000)
    #expect(received.withLock { $0 } == pages.first)
    for document in server.documents().prefix(10) { server.edit(document.id, "changed") }
    #expect(await device.sync() == nil)
    #expect(received.withLock { $0 } == pages.first + pages.then)
    #expect(await device.sync() == nil)
    #expect(received.withLock { $0 } == pages.first + pages.then + pages.last)
    #expect(try Self.count(device, NSPredicate(format: "text == %@", "changed")) == 10)
  }

  private static func count(
    _ device: any SyncDevice, _ predicate: NSPredicate? = nil
  ) throws -> Int {
    try device.context.performBlocking {
      let request = NSFetchRequest<NSManagedObject>(entityName: "News")
      request.predicate = predicate
      return try device.context.count(for: request)
    }
  }

  /// The expected number of documents in each response of a sync.
  struct Pages: Sendable, CustomTestStringConvertible {
    let kind: SyncKind
    /// The number of documents that are created in the same millisecond.
    let bulk: Int
    let first: [Int]
    /// The numbers in the sync after ten changes.
    let then: [Int]
    /// The numbers in a sync without any change.
    let last: [Int]

    init(_ kind: SyncKind, bulk: Int, first: [Int], then: [Int], last: [Int]) {
      self.kind = kind
      self.bulk = bulk
      self.first = first
      self.then = then
      self.last = last
    }

    var testDescription: String { kind.rawValue }
  }
}
