#if Server
  import CRUD
  import Dispatch
  import Foundation
  import GhostlightClient
  import GhostlightCore
  import GhostlightSyncStatus
  import HTTPTypes
  import MIASync
  import ManagedObjects
  import mkApp

  extension Benchmark {
    static let sync = Benchmark(
      name: "sync", summary: "synchronisation with 10,000 documents: first pull, pull of 10 changes"
    ) { () throws(BenchmarkError) in
      do {
        var measurements = try SyncFigures().measure("MIASync", .baas)
        #if canImport(CoreData) || ManagedObjects
          measurements += try SyncFigures().measure("CRUD's Sync", .crud)
        #endif
        return measurements
      } catch let problem as BenchmarkError {
        throw problem
      } catch {
        throw BenchmarkError("\(error)")
      }
    }
  }

  /// The managed object class that the benchmark synchronizes.
  final class Goods: NSManagedObject {}

  /// Measures synchronization with stores in files; each round starts with an empty store.
  private struct SyncFigures {
    enum Generation { case baas, crud }

    private let folder = FileManager.default.temporaryDirectory
      .appending(path: "Sync-\(UUID().uuidString)")

    func measure(_ name: String, _ generation: Generation) throws -> [Measurement] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let project = try SampleProject(documents: 10_000)
      var first: [Double] = []
      var later: [Double] = []
      var grown: [Double] = []
      for round in 0..<3 {
        let before = try ResidentMemory.megabytes()
        let context = try context(folder.appending(path: "\(round).sqlite"))
        let sync = Self.sync(generation, context, project)
        first.append(try Self.seconds(sync))
        grown.append(max(0, try ResidentMemory.megabytes() - before))
        let request = NSFetchRequest<NSManagedObject>(entityName: "Goods")
        let count = try context.performBlocking { try context.count(for: request) }
        guard count == 10_000 else { throw BenchmarkError("\(count) objects were pulled") }
        for number in 0..<10 { try project.change(number * 997, generation == .baas) }
        later.append(try Self.seconds(sync))
      }
      let any = Hold.atMost(.greatestFiniteMagnitude)
      return [
        Measurement(
          title: "\(name): first pull of 10,000", hold: any, unit: .milliseconds,
          values: first.map { $0 * 1e3 }),
        Measurement(
          title: "\(name): pull of 10 changes", hold: any, unit: .milliseconds,
          values: later.map { $0 * 1e3 }),
        Measurement(
          title: "\(name): memory, growth by the pull", hold: any, unit: .megabytes, values: grown),
      ]
    }

    private func context(_ file: URL) throws -> NSManagedObjectContext {
      let entity = NSEntityDescription()
      entity.name = "Goods"
      entity.managedObjectClassName = NSStringFromClass(Goods.self)
      let types: [(String, NSAttributeType)] = [
        ("code", .stringAttributeType), ("label", .stringAttributeType),
        ("title", .stringAttributeType), ("notes", .stringAttributeType),
        ("priority", .integer64AttributeType), ("done", .booleanAttributeType),
      ]
      entity.properties = types.map { name, type in
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        return attribute
      }
      let model = NSManagedObjectModel()
      model.entities = [entity]
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: file)
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      return context
    }

    private typealias Run = @Sendable (@escaping @Sendable ((any Error)?) -> Void) -> Void

    /// Returns a closure that synchronizes the context with the project.
    private static func sync(
      _ generation: Generation, _ context: NSManagedObjectContext, _ project: SampleProject
    ) -> Run {
      let transport = Transport.inProcess(
        Responder(name: "mia", immediate: project.stage.send))
      let queue = DispatchQueue(label: "callbacks")
      #if canImport(CoreData) || ManagedObjects
        if generation == .crud {
          let crud = CRUD(
            basePath: "http://127.0.0.1:4402/v2", secret: "s3cr3t", transport: transport)
          crud.callbackQueue = queue
          let sync = Sync(crud: crud, context: context)
          sync.collectionNameTransform = { $0.lowercased() }
          return { done in sync.sync(types: [Goods.self], completion: done) }
        }
      #endif
      var environment = MKEnvironment(transport: transport)
      environment.callbackQueue = queue
      let instance = MKAppInstance(environment)
      instance.APIEndpoint = "http://127.0.0.1:4402"
      instance.APISecret = "s3cr3t"
      instance.analyticsEnabled = false
      let syncro = MKAppInstance.$current.withValue(instance) {
        MIASyncro(managedObjectContext: context)
      }
      syncro.collectionNameTransform = { $0.lowercased() }
      return { done in syncro.sync([Goods.self], completion: done) }
    }

    private static func seconds(_ run: @escaping Run) throws -> Double {
      let start = ContinuousClock.now
      let error = try Waiting.value { () throws(BenchmarkError) in
        await withCheckedContinuation { continuation in
          run { error in continuation.resume(returning: error.map { "\($0)" }) }
        }
      }
      if let error { throw BenchmarkError(error) }
      return Rounds.seconds(since: start)
    }
  }
#endif
