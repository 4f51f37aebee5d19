import AppCenter
import AppCenterData
import GhostlightCore
import TestSupport
import Testing

/// Tests statements of the guide that have no Swift sample.
@Suite(.limitedConcurrency) struct `The guide on App Center Data without samples` {
  private func started() throws -> DataGuideApp {
    let app = try DataGuideApp()
    app.run {
      MSAppCenter.start("11111111-2222-3333-4444-555555555555", withServices: [MSData.self])
    }
    return app
  }

  @Test func `Pagination`() async throws {
    let app = try started()
    for number in 1...101 { try app.store("\(number)", [:], in: DataGuideApp.user) }
    let ids = Mailbox(of: String?.self)
    app.run {
      MSData.listDocuments(
        withType: MSDictionaryDocument.self, partition: kMSDataUserDocumentsPartition
      ) { documents in
        guard documents.hasNextPage() else { return ids.put(nil) }
        documents.nextPageWithCompletionHandler { page in
          ids.put(page?.items?.first?.documentId)
        }
      }
    }
    #expect(await ids.next() == "101")
  }

  @Test func `Advanced offline scenarios`() async throws {
    final class MyClass: MSRemoteOperationDelegate {
      let lines = Mailbox(of: String.self)

      func data(
        _ data: MSData, didCompleteRemoteOperation operation: String,
        forDocumentMetadata documentMetadata: MSDocumentMetadata?, withError error: MSDataError?
      ) {
        lines.put("Operation processed: \(operation)")
        if let documentMetadata {
          lines.put(
            "Document: Partition : \(documentMetadata.partition ?? ""), "
              + "document id : \(documentMetadata.documentId ?? "")")
        }
        if let error { lines.put("Error: \(error)") }
      }
    }
    let app = try started()
    let myClass = MyClass()
    try await app.run {
      MSData.setRemoteOperationDelegate(myClass)
      let note = MSDictionaryDocument(from: ["text": "written on the train"])
      _ = try await MSData.create(withDocumentId: "note", document: note, partition: "user")
      MSData.setNetworkReachable(false)
      _ = try await MSData.create(withDocumentId: "note", document: note, partition: "user")
      _ = try await MSData.create(withDocumentId: "other", document: note, partition: "user")
      MSData.setNetworkReachable(true)
    }
    #expect(
      Set(await myClass.lines.next(4)) == [
        "Operation processed: CREATE",
        "Document: Partition : \(DataGuideApp.user), document id : other",
        "Error: App Center Data 300: Unexpected error while talking to CosmosDB.",
      ])
  }
}
