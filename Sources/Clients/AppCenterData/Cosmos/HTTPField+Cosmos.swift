import GhostlightCore
import HTTPTypes

extension HTTPField.Name {
  static let appSecret = known("App-Secret")
  static let msPartitionKey = known("x-ms-documentdb-partitionkey")
  static let msVersion = known("x-ms-version")
  static let msDate = known("x-ms-date")
  static let msIsUpsert = known("x-ms-documentdb-is-upsert")
  static let msContinuation = known("x-ms-continuation")
}
