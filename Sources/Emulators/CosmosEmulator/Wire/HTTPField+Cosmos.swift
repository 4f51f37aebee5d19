import GhostlightCore
import HTTPTypes

/// The header fields of Cosmos DB (B2, B3).
extension HTTPField.Name {
  static let msActivityID = known("x-ms-activity-id")
  static let msAltContentPath = known("x-ms-alt-content-path")
  static let msAutopilot = known("x-ms-cosmos-offer-autopilot-settings")
  static let msBatchRequest = known("x-ms-cosmos-is-batch-request")
  static let msCharge = known("x-ms-request-charge")
  static let msCommittedLSN = known("x-ms-global-committed-lsn")
  static let msConsistency = known("x-ms-consistency-level")
  static let msContentPath = known("x-ms-content-path")
  static let msContinuation = known("x-ms-continuation")
  static let msCrossPartition = known("x-ms-documentdb-query-enablecrosspartition")
  static let msEndEPK = known("x-ms-end-epk")
  static let msExpirySeconds = known("x-ms-documentdb-expiry-seconds")
  static let msGatewayVersion = known("x-ms-gatewayversion")
  static let msIntendedRID = known("x-ms-cosmos-intended-collection-rid")
  static let msIsQuery = known("x-ms-documentdb-isquery")
  static let msIsUpsert = known("x-ms-documentdb-is-upsert")
  static let msItemCount = known("x-ms-item-count")
  static let msLocalLSN = known("x-ms-cosmos-llsn")
  static let msLSN = known("lsn")
  static let msMaxContentLength = known("x-ms-cosmos-max-content-length")
  static let msMaxItems = known("x-ms-max-item-count")
  static let msPartitionKey = known("x-ms-documentdb-partitionkey")
  static let msQueryFeatures = known("x-ms-cosmos-supported-query-features")
  static let msPlanRequest = known("x-ms-cosmos-is-query-plan-request")
  static let msQuota = known("x-ms-resource-quota")
  static let msRangeID = known("x-ms-documentdb-partitionkeyrangeid")
  static let msSchemaVersion = known("x-ms-schemaversion")
  static let msServiceVersion = known("x-ms-serviceversion")
  static let msSessionToken = known("x-ms-session-token")
  static let msStartEPK = known("x-ms-start-epk")
  static let msSubstatus = known("x-ms-substatus")
  static let msThroughput = known("x-ms-offer-throughput")
  static let msUsage = known("x-ms-resource-usage")
  static let aIM = known("A-IM")
  static let prefer = known("Prefer")
  static let pragma = known("Pragma")
}

extension HTTPFields {
  /// Whether a boolean field is `true`, in any case.
  func isTrue(_ name: HTTPField.Name) -> Bool { self[name]?.lowercased() == "true" }
}
