import AppCenterData
import GhostlightCore
import TestExecutors

/// Scenarios whose calls are written as in the vendor's documentation and samples.
extension Scenario {
  private static let first = Given.document("1", ["name": "Alex"])
  private static let alex = SDKValue.found("1", #"{"name":"Alex"}"#, tag: 1)
  private static let bo = SDKValue.found("1", #"{"name":"Bo"}"#, tag: 2)
  private static let deleted = SDKValue.document(Seen(partition: "user", id: "1"))

  private static func model(_ name: String) -> MSDictionaryDocument {
    MSDictionaryDocument(from: ["name": name])
  }

  /// Waits for the document that a call passes to its completion handler.
  private static func document(
    _ device: Device, _ start: (@escaping (MSDocumentWrapper) -> Void) -> Void
  ) async -> SDKValue {
    .document(await device.world.seen(start))
  }

  static let spellings = [
    Scenario(
      "Documents by withDocumentID", expects: [alex, alex, bo, deleted]
    ) { device in
      try device.signIn()
      let (write, read) = (MSWriteOptions(deviceTimeToLive: 60), MSReadOptions(deviceTimeToLive: 0))
      return [
        await document(device) {
          MSData.create(
            withDocumentID: "1", document: model("Alex"), partition: "user", writeOptions: write,
            completionHandler: $0)
        },
        await document(device) {
          MSData.read(
            withDocumentID: "1", documentType: MSDictionaryDocument.self, partition: "user",
            readOptions: read, completionHandler: $0)
        },
        await document(device) {
          MSData.replace(
            withDocumentID: "1", document: model("Bo"), partition: "user", writeOptions: write,
            completionHandler: $0)
        },
        await document(device) {
          MSData.delete(
            withDocumentID: "1", partition: "user", writeOptions: write, completionHandler: $0)
        },
      ]
    },
    Scenario(
      "Documents by withDocumentID with seconds", expects: [alex, alex, bo, deleted]
    ) { device in
      try device.signIn()
      return [
        await document(device) {
          MSData.create(
            withDocumentID: "1", document: model("Alex"), partition: "user", writeOptions: 60,
            completionHandler: $0)
        },
        await document(device) {
          MSData.read(
            withDocumentID: "1", documentType: MSDictionaryDocument.self, partition: "user",
            readOptions: 60, completionHandler: $0)
        },
        await document(device) {
          MSData.replace(
            withDocumentID: "1", document: model("Bo"), partition: "user", writeOptions: 60,
            completionHandler: $0)
        },
        await document(device) {
          MSData.delete(
            withDocumentID: "1", partition: "user", writeOptions: 60, completionHandler: $0)
        },
      ]
    },
    Scenario(
      "Documents with seconds",
      expects: [
        alex, alex, .page(items: [SDKValue.seen("1", #"{"name":"Alex"}"#, tag: 1)], hasNext: false),
        bo, deleted,
      ]
    ) { device in
      try device.signIn()
      return [
        await document(device) {
          MSData.create(
            withDocumentId: "1", document: model("Alex"), partition: "user", writeOptions: 60,
            completionHandler: $0)
        },
        await document(device) {
          MSData.read(
            withDocumentId: "1", documentType: MSDictionaryDocument.self, partition: "user",
            readOptions: 60, completionHandler: $0)
        },
        await withCheckedContinuation { continuation in
          device.world.use {
            MSData.listDocuments(
              withType: MSDictionaryDocument.self, partition: "user", readOptions: 60
            ) {
              let page = SeenPage($0.currentPage(), hasNext: $0.hasNextPage())
              continuation.resume(returning: .page(page))
            }
          }
        },
        await document(device) {
          MSData.replace(
            withDocumentId: "1", document: model("Bo"), partition: "user", writeOptions: 60,
            completionHandler: $0)
        },
        await document(device) {
          MSData.delete(
            withDocumentId: "1", partition: "user", writeOptions: 60, completionHandler: $0)
        },
      ]
    },
    Scenario(
      "Replacing and deleting with await", given: [first],
      expects: [.words("Bo"), .words("1 -")]
    ) { device in
      try device.signIn()
      return try await device.world.use {
        let user = User(name: "Bo", email: "bo@appcenter.ms")
        let replaced = try await MSData.replace(
          withDocumentId: "1", document: user, partition: kMSDataUserDocumentsPartition)
        let deleted = try await MSData.delete(
          withDocumentId: "1", partition: kMSDataUserDocumentsPartition)
        return [
          .words((replaced.deserializedValue as? User)?.name ?? "-"),
          .words("\(deleted.documentId ?? "-") \(deleted.jsonValue ?? "-")"),
        ]
      }
    },
    Scenario(
      "Pagination with handlers", given: (1...201).map { Given.document("\($0)", [:]) },
      expects: [.words("100"), .words("100"), .words("1")]
    ) { device in
      try device.signIn()
      return await withCheckedContinuation { continuation in
        device.world.use {
          MSData.listDocuments(withType: MSDictionaryDocument.self, partition: "user") {
            documents in
            let first = documents.currentPage()
            documents.nextPage { second in
              documents.nextPageWithCompletionHandler { third in
                continuation.resume(
                  returning: [first, second, third].map { .words("\($0?.items?.count ?? 0)") })
              }
            }
          }
        }
      }
    },
  ]
}
