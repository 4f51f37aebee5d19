import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handler of `GET /`, which describes the account (B7).
extension CosmosBackend {
  static func readAccount(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    // Clients send all later requests to this URL, so it has the scheme and authority of the
    // current request, which reached the emulator.
    let endpoint = "\(call.request.scheme)://\(call.request.authority)/"
    let here: JSON = [["name": "Local", "databaseAccountEndpoint": .string(endpoint)]]
    let name = state.configuration.account
    let body: JSON = [
      "_self": "", "id": .string(name), "_rid": .string("\(name).documents.azure.com"),
      "media": "//media/", "addresses": "//addresses/", "_dbs": "//dbs/",
      "writableLocations": here, "readableLocations": here,
      "enableMultipleWriteLocations": false, "continuousBackupEnabled": false,
      "enablePerPartitionFailoverBehavior": false,
      "userReplicationPolicy": [
        "asyncReplication": false, "minReplicaSetSize": 3, "maxReplicasetSize": 4,
      ],
      "userConsistencyPolicy": ["defaultConsistencyLevel": "Session"],
      "systemReplicationPolicy": ["minReplicaSetSize": 3, "maxReplicasetSize": 4],
      "readPolicy": ["primaryReadCoefficient": 1, "secondaryReadCoefficient": 1],
      "queryEngineConfiguration": .string(queryEngine.text()),
    ]
    var response = Response(.ok, body: body.bytes)
    for field in figures { response.headers[field] = "0" }
    return response
  }

  /// The header fields about media and storage that the real service sends for an account.
  private static let figures = [
    "x-ms-max-media-storage-usage-mb", "x-ms-media-storage-usage-mb",
    "x-ms-databaseaccount-consumed-mb", "x-ms-databaseaccount-reserved-mb",
    "x-ms-databaseaccount-provisioned-mb",
  ].map { HTTPField.Name.known($0) }

  private static let queryEngine: JSON = [
    "maxSqlQueryInputLength": .integer(Int64(SQLStatement.longestText * 2)),
    "maxJoinsPerSqlQuery": .integer(Int64(SQLLimits.joins)),
    "maxLogicalAndPerSqlQuery": .integer(Int64(SQLLimits.logicalOperators)),
    "maxLogicalOrPerSqlQuery": .integer(Int64(SQLLimits.logicalOperators)),
    "maxUdfRefPerSqlQuery": 10,
    "maxInExpressionItemsCount": .integer(Int64(SQLLimits.listItems)),
    "queryMaxGroupByTableCellCount": .integer(Int64(SQLLimits.groupCells)),
    "queryMaxInMemorySortDocumentCount": 500,
    "maxQueryRequestTimeoutFraction": 0.9, "sqlAllowNonFiniteNumbers": false,
    "sqlAllowAggregateFunctions": true, "sqlAllowSubQuery": true, "sqlAllowScalarSubQuery": true,
    "allowNewKeywords": true, "sqlAllowLike": true, "sqlAllowGroupByClause": true,
    "maxSpatialQueryCells": 12, "spatialMaxGeometryPointCount": 256,
    "sqlDisableOptimizationFlags": 0, "sqlAllowTop": true, "enableSpatialIndexing": true,
  ]
}
