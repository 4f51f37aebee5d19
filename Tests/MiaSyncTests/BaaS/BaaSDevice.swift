import Dispatch
import Foundation
import GhostlightClient
import GhostlightSync
import MIASync
import ManagedObjects
import SyncFixtures
import mkApp

/// A device whose app uses MIASync.
struct BaaSDevice: SyncDevice {
  let name: String
  let context: NSManagedObjectContext
  let instance: MKAppInstance
  let syncro: MIASyncro

  init(
    _ name: String, _ transport: Transport, at endpoint: String = "http://127.0.0.1:4402",
    file: URL? = nil
  ) throws {
    self.name = name
    context = try NewsModel.context(file)
    instance = Self.instance(transport, at: endpoint)
    let context = context
    syncro = MKAppInstance.$current.withValue(instance) {
      MIASyncro(managedObjectContext: context)
    }
  }

  static func instance(
    _ transport: Transport, at endpoint: String = "http://127.0.0.1:4402"
  ) -> MKAppInstance {
    var environment = MKEnvironment(transport: transport)
    environment.store = MKMemoryStore()
    environment.callbackQueue = DispatchQueue(label: "callbacks")
    let instance = MKAppInstance(environment)
    instance.APIEndpoint = endpoint
    instance.APISecret = MiaProject.secret
    instance.analyticsEnabled = false
    return instance
  }

  func mark(_ mark: String, _ objects: [NSManagedObject]) {
    switch mark {
    case Marks.trash: syncro.toTrash(objects)
    case Marks.delete: syncro.toDelete(objects)
    default: syncro.toPush(objects)
    }
  }

  func sync(_ types: [NSManagedObject.Type]) async -> (any Error)? {
    await withCheckedContinuation { continuation in
      syncro.sync(types) { error in continuation.resume(returning: error) }
    }
  }

  func start(_ types: [NSManagedObject.Type]) { syncro.sync(types) }

  var poster: any AnyObject & Sendable { syncro }

  func setCallbackQueue(_ queue: DispatchQueue) { instance.callbackQueue = queue }

  func setKeepsDrafts(_ keepsDrafts: Bool) { syncro.keepsDrafts = keepsDrafts }

  func description(ofRefusal status: Int, _ error: String, _ message: String) -> String {
    "\(MKError(.unknownStatus, statusCode: status, message: message))"
  }
}
