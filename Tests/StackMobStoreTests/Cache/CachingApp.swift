import Foundation
import ManagedObjects
import StackMob
import StackMobStoreScenarios
import TestExecutors

/// An app whose store has a cache in a folder of its own, and whose network can be cut.
@MainActor
final class CachingApp {
  let folder: URL
  let app: StoreApp
  let network = Switch()

  /// An app with what there is beforehand, or one begun anew in the folder of another.
  init(
    _ states: [Given] = [], model: NSManagedObjectModel = TodoModel.make(), folder: URL? = nil
  ) throws {
    let place =
      folder
      ?? FileManager.default.temporaryDirectory
      .appendingPathComponent("cache-\(UUID().uuidString)")
    self.folder = place
    SM_CACHE_ENABLED = true
    defer { SM_CACHE_ENABLED = false }
    let network = network
    app = try StoreApp(states, model: model) { environment in
      environment.storageFolder = place
      network.cut(&environment)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var store: SMCoreDataStore { app.store }

  /// The id of an object, there or not.
  func id(_ key: String, _ name: String = "Todo") throws -> NSManagedObjectID {
    let coordinator = store.persistentStoreCoordinator
    guard let store = coordinator.persistentStores.first as? NSIncrementalStore,
      let entity = coordinator.managedObjectModel.entitiesByName[name]
    else { throw CocoaError(.coreData) }
    return store.newObjectID(for: entity, referenceObject: key)
  }

  /// The keys that a fetch finds, in order, or the code of its failure.
  func keys(
    _ policy: SMFetchPolicy? = nil, _ name: String = "Todo", where predicate: NSPredicate? = nil
  ) throws -> Found {
    let request = NSFetchRequest<NSManagedObject>(entityName: name)
    request.predicate = predicate
    let options = policy.map { policy in
      let options = SMRequestOptions()
      options.fetchPolicy = policy
      return options
    }
    do {
      let objects = try app.context.executeFetchRequestAndWait(request, options: options)
      return .keys(objects.compactMap { $0.smObjectId() }.sorted())
    } catch {
      return .failure((error as NSError).code)
    }
  }

  /// Inserts an object and saves with a policy; answers the code of the failure.
  func save(_ policy: SMSavePolicy) async -> Int? {
    let options = SMRequestOptions()
    options.savePolicy = policy
    do { try await app.context.save(options: options) } catch { return (error as NSError).code }
    return nil
  }

  /// What a fetch came to.
  enum Found: Equatable {
    case keys([String])
    case failure(Int)
  }
}

/// Names before version 2.2, which the compiler advises against.
protocol OldNames {
  func apply()
}

/// A fetch policy of a request's options, by its old name.
struct OldOption: OldNames {
  let options: SMRequestOptions
  let policy: SMFetchPolicy

  @available(*, deprecated, message: "plays a deprecated name")
  func apply() { options.cachePolicy = policy }
}

/// A monitor's block that answers policies by their old names.
struct OldBlock: OldNames {
  let monitor: SMNetworkReachability

  @available(*, deprecated, message: "plays a deprecated name")
  func apply() {
    monitor.setNetworkStatusChangeBlockWithCachePolicyReturn { status in
      status == SMNetworkStatusReachable ? SMCachePolicyTryNetworkOnly : SMCachePolicyTryCacheOnly
    }
  }
}
