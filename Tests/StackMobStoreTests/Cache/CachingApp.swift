import Foundation
import ManagedObjects
import StackMob
import StackMobStoreScenarios
import TestExecutors

/// An app whose store has a cache in a temporary folder, with a network that can be turned off.
@MainActor
final class CachingApp {
  let folder: URL
  let app: StoreApp
  let network = Switch()

  /// Creates an app with the given provider states; without a folder, its cache is in a new one.
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

  /// Returns the object ID for a key, whether or not the object exists.
  func id(_ key: String, _ name: String = "Todo") throws -> NSManagedObjectID {
    let coordinator = store.persistentStoreCoordinator
    guard let store = coordinator.persistentStores.first as? NSIncrementalStore,
      let entity = coordinator.managedObjectModel.entitiesByName[name]
    else { throw CocoaError(.coreData) }
    return store.newObjectID(for: entity, referenceObject: key)
  }

  /// Returns the keys that a fetch finds, in order, or the code of the fetch's error.
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

  /// Saves with a policy, and returns the error's code, or `nil` after success.
  func save(_ policy: SMSavePolicy) async -> Int? {
    let options = SMRequestOptions()
    options.savePolicy = policy
    do { try await app.context.save(options: options) } catch { return (error as NSError).code }
    return nil
  }

  /// The outcome of a fetch: the keys it has found, or its error.
  enum Found: Equatable {
    case keys([String])
    case failure(Int)
  }
}

/// A call that uses deprecated names from before version 2.2 of the SDK.
protocol OldNames {
  func apply()
}

/// Sets a request's fetch policy with its deprecated name.
struct OldOption: OldNames {
  let options: SMRequestOptions
  let policy: SMFetchPolicy

  @available(*, deprecated, message: "plays a deprecated name")
  func apply() { options.cachePolicy = policy }
}

/// Sets a monitor's block that returns fetch policies with their deprecated names.
struct OldBlock: OldNames {
  let monitor: SMNetworkReachability

  @available(*, deprecated, message: "plays a deprecated name")
  func apply() {
    monitor.setNetworkStatusChangeBlockWithCachePolicyReturn { status in
      status == SMNetworkStatusReachable ? SMCachePolicyTryNetworkOnly : SMCachePolicyTryCacheOnly
    }
  }
}
