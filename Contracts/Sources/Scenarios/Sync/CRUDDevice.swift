package import CRUD
package import Dispatch
import Foundation
package import GhostlightClient
import GhostlightSync
package import ManagedObjects
import SyncFixtures

#if !canImport(CoreData) && !ManagedObjects
  #error("These tests need managed objects: swift test --disable-xctest --enable-all-traits")
#endif

/// A device with an app that uses CRUD's Sync.
package struct CRUDDevice: SyncDevice {
  package let name: String
  package let context: NSManagedObjectContext
  package let crud: CRUD
  package let sync: Sync

  package init(
    _ name: String, _ transport: Transport, at endpoint: String = "http://127.0.0.1:4402",
    file: URL? = nil
  ) throws {
    self.name = name
    context = try NewsModel.context(file)
    crud = CRUD(basePath: endpoint + "/v2", secret: MiaProject.secret, transport: transport)
    crud.callbackQueue = DispatchQueue(label: "callbacks")
    sync = Sync(crud: crud, context: context)
  }

  package func mark(_ mark: String, _ objects: [NSManagedObject]) {
    switch mark {
    case Marks.publish: sync.toPublic(entities: objects)
    case Marks.draft: sync.toDraft(entities: objects)
    case Marks.trash: sync.toTrash(entities: objects)
    case Marks.delete: sync.toDelete(entities: objects)
    default: sync.toPush(entities: objects)
    }
  }

  package func sync(_ types: [NSManagedObject.Type]) async -> (any Error)? {
    await withCheckedContinuation { continuation in
      sync.sync(types: types) { error in continuation.resume(returning: error) }
    }
  }

  package func start(_ types: [NSManagedObject.Type]) { sync.sync(types: types) }

  package var poster: any AnyObject & Sendable { sync }

  package func setCallbackQueue(_ queue: DispatchQueue) { crud.callbackQueue = queue }

  package func setKeepsDrafts(_ keepsDrafts: Bool) { sync.keepsDrafts = keepsDrafts }

  package func description(ofRefusal status: Int, _ error: String, _ message: String) -> String {
    "The service returned status \(status): \(error): \(message)"
  }
}
