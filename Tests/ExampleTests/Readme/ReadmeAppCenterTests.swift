import AppCenter
import AppCenterData
import Ghostlight
import GhostlightTesting
import Testing

@Test(.ghostlight(.appCenter(), .cosmos())) func `App Center lists documents`() async throws {
  let app = MSAppCenterContext(environment: try TestContext.current.environment())
  try await MSAppCenterContext.$current.withValue(app) {
    MSAppCenter.start("11111111-2222-3333-4444-555555555555", withServices: [MSData.self])
    let documents = try await MSData.listDocuments(
      withType: MSDictionaryDocument.self, partition: kMSDataAppDocumentsPartition)
    #expect(documents.currentPage().items?.isEmpty == true)
  }
}
