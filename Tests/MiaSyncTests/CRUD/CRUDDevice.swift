import CRUD
import Dispatch
import Foundation
import GhostlightClient
import GhostlightSync
import ManagedObjects
import SyncFixtures

#if !canImport(CoreData) && !ManagedObjects
  #error("These tests need managed objects: swift test --disable-xctest --traits ManagedObjects")
#endif

/// A device whose app uses CRUD's Sync.
struct CRUDDevice: SyncDevice {
  let name: String
  let context: NSManagedObjectContext
  let crud: CRUD
  let sync: Sync

  init(
    _ name: String, _ transport: Transport, at endpoint: String = "http://127.0.0.1:4402",
    file: URL? = nil
  ) throws {
    self.name = name
    context = try NewsModel.context(file)
    crud = CRUD(basePath: endpoint + "/v2", secret: MiaProject.secret, transport: transport)
    crud.callbackQueue = DispatchQueue(label: "callbacks")
    sync = Sync(crud: crud, context: context)
  }

  func mark(_ mark: String, _ objects: [NSManagedObject]) {
    switch mark {
    case Marks.publish: sync.toPublic(entities: objects)
    case Marks.draft: sync.toDraft(entities: objects)
    case Marks.trash: sync.toTrash(entities: objects)
    case Marks.delete: sync.toDelete(entities: objects)
    default: sync.toPush(entities: objects)
    }
  }

  func sync(_ types: [NSManagedObject.Type]) async -> (any Error)? {
    await withCheckedContinuation { continuation in
      sync.sync(types: types) { error in continuation.resume(returning: error) }
    }
  }

  func start(_ types: [NSManagedObject.Type]) { sync.sync(types: types) }

  var poster: any AnyObject & Sendable { sync }

  func setCallbackQueue(_ queue: DispatchQueue) { crud.callbackQueue = queue }

  func setKeepsDrafts(_ keepsDrafts: Bool) { sync.keepsDrafts = keepsDrafts }

  func description(ofRefusal status: Int, _ error: String, _ message: String) -> String {
    "The service answered \(status): \(error): \(message)"
  }
}
