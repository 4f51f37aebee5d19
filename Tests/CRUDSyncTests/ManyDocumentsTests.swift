import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import ManagedObjects
import SyncFixtures
import Synchronization
import Testing

@Suite struct `10,000 documents and CRUD's Sync` {
  @Test func `come whole, and then only what changed`() async throws {
    let project = try MiaProject()
    let server = CRUDServer(project: project)
    for start in stride(from: 0, to: 10_000, by: 10) {
      let bulk = (start..<start + 10).map { number -> JSON in
        ["title": .string("n\(number)"), "__STATE__": "PUBLIC"]
      }
      project.send(.post, "/v2/News/bulk", .array(bulk))
    }
    let (received, device) = try Self.device(project)
    #expect(await device.sync() == nil)
    #expect(try Self.count(device) == 10_000)
    let pages = received.all.count
    // Each page begins with the bulk that the one before ended with, since that shares a millisecond.
    #expect(received.all == Array(repeating: 200, count: 52) + [120])
    for document in project.send(.get, "/v2/News/?_l=10").array ?? [] {
      server.edit(document["_id"]?.string ?? "", "changed")
    }
    #expect(await device.sync() == nil)
    // The ten, and the last bulk again.
    #expect(received.all.dropFirst(pages) == [20])
    #expect(await device.sync() == nil)
    #expect(received.all.dropFirst(pages) == [20, 1])
    #expect(try Self.count(device, NSPredicate(format: "text == %@", "changed")) == 10)
  }

  /// A device, and how many documents each of its answers had.
  private static func device(
    _ project: MiaProject
  ) throws -> (received: Counts, device: CRUDDevice) {
    let received = Counts()
    let responder = project.responder
    let transport = Transport { request throws(TransportError) in
      let response = await responder.respond(request)
      received.note(response.json?.array?.count ?? -1)
      return response
    }
    return (received, try CRUDDevice("a", transport))
  }

  private static func count(_ device: CRUDDevice, _ predicate: NSPredicate? = nil) throws -> Int {
    try device.context.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "News")
      request.predicate = predicate
      return try device.context.count(for: request)
    }
  }
}

/// Numbers that a transport notes.
private final class Counts: Sendable {
  private let numbers = Mutex<[Int]>([])

  var all: [Int] { numbers.withLock { $0 } }

  func note(_ number: Int) { numbers.withLock { $0.append(number) } }
}
