package import Dispatch
package import Foundation
package import GhostlightClient
import GhostlightSync
package import MIASync
package import ManagedObjects
import SyncFixtures
package import mkApp

/// A device with an app that uses MIASync.
package struct BaaSDevice: SyncDevice {
  package let name: String
  package let context: NSManagedObjectContext
  package let instance: MKAppInstance
  package let syncro: MIASyncro

  package init(
    _ name: String, _ transport: Transport, at endpoint: String = "http://127.0.0.1:4402",
    file: URL? = nil, clockOffset: TimeInterval = 0
  ) throws {
    self.name = name
    context = try NewsModel.context(file)
    instance = Self.instance(transport, at: endpoint, clockOffset: clockOffset)
    let context = context
    syncro = MKAppInstance.$current.withValue(instance) {
      MIASyncro(managedObjectContext: context)
    }
  }

  package static func instance(
    _ transport: Transport, at endpoint: String = "http://127.0.0.1:4402",
    clockOffset: TimeInterval = 0
  ) -> MKAppInstance {
    var environment = MKEnvironment(transport: transport)
    environment.now = { Date() + clockOffset }
    environment.store = MKMemoryStore()
    environment.callbackQueue = DispatchQueue(label: "callbacks")
    let instance = MKAppInstance(environment)
    instance.APIEndpoint = endpoint
    instance.APISecret = MiaProject.secret
    instance.analyticsEnabled = false
    return instance
  }

  package func mark(_ mark: String, _ objects: [NSManagedObject]) {
    switch mark {
    case Marks.trash: syncro.toTrash(objects)
    case Marks.delete: syncro.toDelete(objects)
    default: syncro.toPush(objects)
    }
  }

  package func sync(_ types: [NSManagedObject.Type]) async -> (any Error)? {
    await withCheckedContinuation { continuation in
      syncro.sync(types) { error in continuation.resume(returning: error) }
    }
  }

  package func start(_ types: [NSManagedObject.Type]) { syncro.sync(types) }

  package var poster: any AnyObject & Sendable { syncro }

  package func setCallbackQueue(_ queue: DispatchQueue) { instance.callbackQueue = queue }

  package func setKeepsDrafts(_ keepsDrafts: Bool) { syncro.keepsDrafts = keepsDrafts }

  package func description(ofRefusal status: Int, _ error: String, _ message: String) -> String {
    "\(MKError(.unknownStatus, statusCode: status, message: message))"
  }
}
