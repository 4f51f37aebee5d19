import GhostlightCore
import HTTPTypes
import Synchronization

nonisolated extension MIAQuery {
  func sendFind() async throws(MKError) -> [MKCollection] {
    let terms = terms.withLock { $0 }
    let query = try terms.json(instance.dates)
    let draft = RequestDraft(.get, try path(), isFolder: true).asking(query)
    let items = try await instance.objects(draft)
    return items.map { instance.collection(collectionName, $0) }
  }

  func sendGet(_ id: String) async throws(MKError) -> MKCollection {
    guard !id.isEmpty else {
      throw MKError(.invalidParams, message: "The id is empty; give the id of an object.")
    }
    if collectionName == "files" {
      let file = MKCollectionFile(id: id, in: instance)
      try await file.sendRefresh()
      return file
    }
    let draft = RequestDraft(.get, try path(), id).asking(terms.withLock { $0.selection })
    return instance.collection(collectionName, try await instance.object(draft))
  }

  func sendCount() async throws(MKError) -> Int {
    let terms = terms.withLock { $0 }
    let draft = RequestDraft(.get, try path(), "count").asking(try terms.conditions(instance.dates))
    let response = try await instance.send(draft)
    guard let json = response.json, let count = (json["count"] ?? json).integer else {
      throw .unexpected(response.status.code, "a count")
    }
    return Int(count)
  }

  private func path() throws(MKError) -> String {
    guard MKAppInstance.isCollectionName(collectionName) else {
      throw MKError(
        .invalidParams, message: "\"\(collectionName)\" is no name of a collection.")
    }
    return instance.path(of: collectionName)
  }
}
