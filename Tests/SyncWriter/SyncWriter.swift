import CRUD
import Dispatch
import Foundation
import GhostlightClient
import GhostlightCore
import MIASync
import ManagedObjects
import SyncFixtures
import Synchronization
import mkApp

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Creates and changes objects, marks them, syncs, and kills its own process.
///
/// The first arguments are `crud`, `baas`, `stackmob-save` or `stackmob-sync`, the emulator's URL,
/// and the file or folder of the store. The others are the number of the last request, `before` it
/// is sent or `after` its response, and the length of the delay until the kill.
@main
enum SyncWriter {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 7, let request = Int(arguments[4]), let spins = Int(arguments[6])
    else { return }
    let executioner = Executioner(request, isBefore: arguments[5] == "before", spins: spins)
    #if canImport(CoreData) || ManagedObjects
      if arguments[1].hasPrefix("stackmob") {
        let writer = try StackMobWriter(
          arguments[2], URL(filePath: arguments[3]), executioner)
        return try await writer.run(syncs: arguments[1] == "stackmob-sync")
      }
    #endif
    let context = try NewsModel.context(URL(filePath: arguments[3]))
    let objects = try prepare(context)
    switch arguments[1] {
    case "baas": await syncBaaS(context, objects, arguments[2], executioner)
    default: await syncCRUD(context, objects, arguments[2], executioner)
    }
    executioner.endIfDue()
  }

  /// Changes two objects, inserts three, and returns their ids.
  private static func prepare(_ context: NSManagedObjectContext) throws -> [NSManagedObjectID] {
    try context.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "News")
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      var objects = Array(try context.fetch(request).shuffled().prefix(2))
      for _ in 0..<3 {
        let object = NSEntityDescription.insertNewObject(forEntityName: "News", into: context)
        object.setValue("w-\(UUID().uuidString)", forKey: "title")
        objects.append(object)
      }
      for object in objects { object.setValue(UUID().uuidString, forKey: "text") }
      try context.save()
      return objects.map(\.objectID)
    }
  }

  private static func syncBaaS(
    _ context: NSManagedObjectContext, _ ids: [NSManagedObjectID], _ url: String,
    _ executioner: Executioner
  ) async {
    var environment = MKEnvironment(transport: executioner.transport)
    environment.store = MKMemoryStore()
    environment.callbackQueue = DispatchQueue(label: "callbacks")
    let instance = MKAppInstance(environment)
    instance.APIEndpoint = url
    instance.APISecret = MiaProject.secret
    instance.analyticsEnabled = false
    let syncro = MKAppInstance.$current.withValue(instance) {
      MIASyncro(managedObjectContext: context)
    }
    context.performAndWait { syncro.toPush(ids.map { context.object(with: $0) }) }
    await withCheckedContinuation { continuation in
      syncro.sync([News.self]) { _ in continuation.resume() }
    }
  }

  private static func syncCRUD(
    _ context: NSManagedObjectContext, _ ids: [NSManagedObjectID], _ url: String,
    _ executioner: Executioner
  ) async {
    #if canImport(CoreData) || ManagedObjects
      let crud = CRUD(
        basePath: url + "/v2", secret: MiaProject.secret, transport: executioner.transport)
      crud.callbackQueue = DispatchQueue(label: "callbacks")
      let sync = Sync(crud: crud, context: context)
      context.performAndWait { sync.toPush(entities: ids.map { context.object(with: $0) }) }
      await withCheckedContinuation { continuation in
        sync.sync(types: [News.self]) { _ in continuation.resume() }
      }
    #endif
  }
}

/// A transport that counts requests and ends the process at one of them, like a power cut.
final class Executioner: Sendable {
  private let count = Mutex(0)
  private let number: Int
  private let isBefore: Bool
  private let spins: Int
  private let session = URLSession(configuration: .ephemeral)

  init(_ number: Int, isBefore: Bool, spins: Int) {
    self.number = number
    self.isBefore = isBefore
    self.spins = spins
  }

  var transport: Transport {
    let network = Transport.urlSession(session)
    return Transport { request throws(TransportError) in
      let count = self.count.withLock { count in
        count += 1
        return count
      }
      if count == self.number, self.isBefore { self.end() }
      let response = try await network.send(request)
      if count == self.number { Thread { self.end() }.start() }
      return response
    }
  }

  /// Ends the process if the request of its end was already sent.
  func endIfDue() { if count.withLock({ $0 }) >= number { end() } }

  /// Ends the process on another thread after a delay, if the count is the number of its end.
  func endSoon(at count: Int) { if count == number { Thread { self.end() }.start() } }

  private func end() {
    for number in 0..<spins { spun.withLock { $0 &+= number } }
    kill(getpid(), SIGKILL)
  }

  private let spun = Mutex(0)
}
