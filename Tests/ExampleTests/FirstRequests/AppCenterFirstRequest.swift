import AppCenter
import AppCenterData
import Foundation

func appCenterFirstRequest(url: String, key: String, cosmos: String) async throws {
  MSData.setEmulators(exchange: URL(string: "\(url)"), cosmos: URL(string: "\(cosmos)"))
  MSAppCenter.start("\(key)", withServices: [MSData.self])
  let documents = try await MSData.listDocuments(
    withType: MSDictionaryDocument.self, partition: kMSDataAppDocumentsPartition)
  print(documents.currentPage().items?.count ?? 0)
}
