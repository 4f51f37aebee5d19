import GhostlightCore
public import GhostlightEmulation
import HTTPTypes

/// The refusals of Cosmos DB (B20).
extension Fault {
  /// The formats in which the service sends an error's message.
  enum CosmosForm: String {
    /// An error of the backend: `Message: {"Errors":["…"]}`.
    case backend
    /// An error of the gateway: only the message.
    case gateway
    /// An error of a query: `Message: {"errors":[…]}`.
    case query
  }

  private static func cosmos(
    _ name: String, _ status: HTTPResponse.Status, _ code: String, _ text: String,
    _ form: CosmosForm = .backend, substatus: Int? = nil, headers: HTTPFields = [:],
    reason: String? = nil, source: String
  ) -> Fault {
    var details: JSONObject = ["code": .string(code), "form": .string(form.rawValue)]
    if let substatus { details["substatus"] = .integer(Int64(substatus)) }
    return Fault(
      name, status, text, details: details, headers: headers, reason: reason, source: source)
  }

  static let badURL = cosmos(
    "unknown path", .badRequest, "BadRequest", "Request url is invalid.", .gateway,
    source: "B20, rec 183")
  static let badPayload = cosmos(
    "body is no JSON", .badRequest, "BadRequest",
    "The request payload is invalid. Ensure to provide a valid request payload.",
    source: "B20, rec 179")
  static let missingID = cosmos(
    "no id", .badRequest, "BadRequest",
    "The input content is invalid because the required properties - 'id; ' - are missing. "
      + "Learn more: https://aka.ms/CosmosDB/sql/errors/missing-id", source: "B20, rec 176")
  static let keyMismatch = cosmos(
    "partition key of header and body differ", .badRequest, "BadRequest",
    "PartitionKey extracted from document doesn't match the one specified in the header. "
      + "Learn more: https://aka.ms/CosmosDB/sql/errors/wrong-pk-value", substatus: 1001,
    source: "B11, rec 177")
  static let keyTooShort = cosmos(
    "no partition key", .badRequest, "BadRequest",
    "The partition key supplied in x-ms-partitionkey header has fewer components than defined "
      + "in the the collection.", substatus: 1001, source: "B11, rec 178")
  static let badKey = cosmos(
    "malformed partition key", .badRequest, "BadRequest",
    "Partition key {key} is invalid.", source: "B20; words an assumption")
  static let badName = cosmos(
    "forbidden character in an id", .badRequest, "BadRequest",
    "The input name presented contains invalid character.", source: "B20, rec 175")
  static let longName = cosmos(
    "id too long", .badRequest, "BadRequest",
    "The input name '{name}' is invalid. Ensure to provide a unique non-empty string less than "
      + "'{limit}' characters.", source: "B11, suite, issue azure-sdk-for-java 10580")
  static let badPageSize = cosmos(
    "page size", .badRequest, "BadRequest",
    "The input PageSize {size} is invalid. Ensure to pass a valid page size which must be a "
      + "positive integer or -1 for a dynamic page size.", .gateway, source: "B12, rec 105")
  static let badContinuation = cosmos(
    "foreign continuation", .badRequest, "BadRequest", "Invalid Continuation Token",
    source: "B12, rec")
  static let badQuery = cosmos(
    "query", .badRequest, "BadRequest", "{errors}", .query, source: "B14.5, rec 165-169")
  static let divisionByZero = cosmos(
    "division by zero in a query", .badRequest, "BadRequest", "{errors}", .query, substatus: 4001,
    source: "B14.2, rec 169")
  static let correlatedOrder = cosmos(
    "order by an element of an array", .badRequest, "BadRequest",
    "Order-by over correlated collections is not supported.",
    source: "B14.3, azure-cosmos-dotnet-v3 TestIssueRepro")
  static let orderOfResources = cosmos(
    "order of resources that are not documents", .badRequest, "BadRequest",
    "'ORDER BY' is not supported for the target resource type.",
    source: "B14.3, azure-cosmos-dotnet-v3 TestIssueRepro; seen for databases")
  static let composedAggregates = cosmos(
    "plan of an aggregate inside of an expression", .badRequest, "BadRequest",
    "Compositions of aggregates and other expressions are not allowed.",
    source: "B15, azure-cosmos-dotnet-v3 QueryPlanBaselineTests")
  static let duplicateParameter = cosmos(
    "parameter given twice", .badRequest, "BadRequest", "Specified duplicate parameter name",
    source: "B13, rec")
  static let badParameter = cosmos(
    "parameter name without @", .badRequest, "BadRequest",
    "The parameter name '{name}' is invalid.", source: "B13; words an assumption")
  static let crossPartitionDisabled = cosmos(
    "cross-partition query not enabled", .badRequest, "BadRequest",
    "Cross partition query is required but disabled. Please set "
      + "x-ms-documentdb-query-enablecrosspartition to true, specify x-ms-documentdb-partitionkey, "
      + "or revise your query to avoid this exception.", .gateway,
    source: "B13, issue azure-cosmos-js 154")
  static let planNeeded = cosmos(
    "cross-partition query needs a plan", .badRequest, "BadRequest",
    "The provided cross partition query can not be directly served by the gateway. This is a first "
      + "chance (internal) exception that all newer clients will know how to handle gracefully. "
      + "This exception is traced, but unless you see it bubble up as an exception (which only "
      + "happens on older SDK clients), then you can safely ignore this message.", .gateway,
    substatus: 1004,
    reason: "the query spans partitions: clients with query plans handle this response themselves",
    source: "B13, rec 095")
  static let valueAggregateOnly = cosmos(
    "cross-partition aggregate without VALUE", .badRequest, "BadRequest",
    "Cross partition query only supports 'VALUE <AggregateFunc>' for aggregates.", .gateway,
    source: "B13, rec 118")
  static let orderNotIndexed = cosmos(
    "ORDER BY without an index", .badRequest, "BadRequest",
    "The index path corresponding to the specified order-by item is excluded.",
    reason: "the indexing policy of the container excludes the path of ORDER BY",
    source: "B13.1, issue MCW-Cloud-native-applications 228")
  static let missingCompositeIndex = cosmos(
    "ORDER BY without a composite index", .badRequest, "BadRequest",
    "The order by query does not have a corresponding composite index that it can be served from.",
    reason: "a composite index of the indexing policy must have the paths of ORDER BY, each once",
    source: "B13.1, issue Hangfire.AzureCosmosDb 51; for one path twice an assumption")
  static let filterNotIndexed = cosmos(
    "filter without an index", .badRequest, "BadRequest",
    "An invalid query has been specified with filters against path(s) excluded from indexing. "
      + "Consider adding allow scan header in the request.",
    reason: "the indexing mode of the container is none: send x-ms-documentdb-query-enable-scan",
    source: "B13.1, azure-cosmos-dotnet-v3 emulator tests")
  static let unsupportedFeatures = cosmos(
    "plan without features", .badRequest, "BadRequest",
    "Query contains 1 or more unsupported features. Upgrade your SDK to a version that does "
      + "support the requested features: {features}", .gateway, source: "B15, rec")
  static let otherCollection = cosmos(
    "collection was made anew", .badRequest, "BadRequest",
    "Collection rid {rid} is not the collection's.", substatus: 1024,
    source: "B20, py http_constants; words an assumption")
  static let missingPartitionKey = cosmos(
    "container without partition key", .badRequest, "BadRequest",
    "Shared throughput collection should have a partition key", source: "B9, rec 174")
  static let tooManyPaths = cosmos(
    "too many partition key paths", .badRequest, "BadRequest",
    "Too many partition key paths: at most 3 are allowed.",
    source: "B9, suite; the words behind the colon an assumption")
  static let badTTL = cosmos(
    "time to live", .badRequest, "BadRequest",
    "The time to live must be a positive integer or -1.",
    source: "B11; words and status an assumption")
  static let keyChange = cosmos(
    "change of a container's partition key", .badRequest, "BadRequest",
    "Document collection partition key cannot be changed.", source: "B9; words an assumption")
  static let nameChange = cosmos(
    "id of body and path differ", .badRequest, "BadRequest",
    "The id of the body differs from the id of the path.", source: "B11; words an assumption")
  static let badPatch = cosmos(
    "patch", .badRequest, "BadRequest", "{problem}", source: "B16; words an assumption")
  static let badBatch = cosmos(
    "batch", .badRequest, "BadRequest", "{problem}",
    source: "B17, suite; words of unknown operations an assumption")
  static let incompleteKey = cosmos(
    "incomplete partition key", .badRequest, "BadRequest",
    "Partition key provided either doesn't correspond to definition in the collection or doesn't "
      + "match partition key field values specified in the document.", substatus: 1001,
    source: "B11, B17, suite")
  static let badPolicy = cosmos(
    "policy of a container", .badRequest, "BadRequest", "{problem}",
    source: "B9; words an assumption")
  static let versionsNotKept = cosmos(
    "all versions are not kept", .badRequest, "BadRequest",
    "Change Feed 'All Versions and Deletes' mode must be enabled.",
    reason: "the container needs \"changeFeedPolicy\": {\"retentionDuration\": minutes}",
    source: "B18, pull azure-sdk-for-rust 4904")
  static let versionsGone = cosmos(
    "all versions from before the retention time", .badRequest, "BadRequest",
    "The start of the change feed is outside the retention window.",
    reason: "the change feed of all versions starts now, or at a continuation that is not older "
      + "than the retentionDuration of the container",
    source: "B18, pull azure-sdk-for-rust 4706; words an assumption")
  static let badComputedProperty = cosmos(
    "computed property", .badRequest, "BadRequest", "One of the specified inputs is invalid",
    source: "B9, suite")
  static let badThroughput = cosmos(
    "throughput", .badRequest, "BadRequest", "{problem}",
    source: "B19, suite; words but those of a maximum that is too small an assumption")
  static let badPermission = cosmos(
    "permission", .badRequest, "BadRequest", "{problem}", source: "B19; words an assumption")
  static let strongerConsistency = cosmos(
    "consistency level", .badRequest, "BadRequest",
    "The requested consistency level {level} is stronger than the account's.",
    source: "B2; words an assumption")
  static let missingAuthorization = cosmos(
    "no authorization", .unauthorized, "Unauthorized",
    "Required Header authorization is missing. Ensure a valid Authorization token is passed.",
    .gateway, source: "B20, rec 185")
  static let badAuthorization = cosmos(
    "malformed authorization", .unauthorized, "Unauthorized",
    "Authorization header doesn't confirm to the required format. Please verify and try again.",
    .gateway, source: "B20, issue azure-sdk-for-python 14829")
  static let wrongSignature = cosmos(
    "wrong signature", .unauthorized, "Unauthorized",
    "The input authorization token can't serve the request. Please check that the expected payload "
      + "is built as per the protocol, and check the key being used. Server used the following "
      + "payload to sign: '{payload}'", .gateway, source: "B20, rec")
  static let badToken = cosmos(
    "token of Azure Active Directory", .unauthorized, "Unauthorized",
    "Request blocked by Auth {account} : {problem}", .gateway,
    source: "B4.3, issues cosmos-explorer 2038 and azure-sdk-for-java 42800; words of a damaged "
      + "token and of a wrong signature an assumption")
  static let controlPlane = cosmos(
    "token of Azure Active Directory changes a container", .forbidden, "Forbidden",
    "Request blocked by Auth {account} : The given request [{request}] cannot be authorized by AAD "
      + "token in data plane. Learn more: https://aka.ms/cosmos-native-rbac.", .gateway,
    substatus: 5300, source: "B4.3, issue dotnet/efcore 32197")
  static let stale = cosmos(
    "stale date or expired token", .forbidden, "Forbidden",
    "The authorization token is not valid at the current time. Please create another token and "
      + "retry (token start time: {start}, token expiry time: {end}, current server time: {now}).",
    .gateway, source: "B20, issue azure-cosmos-db-python-getting-started 18")
  static let insufficient = cosmos(
    "resource token does not reach", .forbidden, "Forbidden",
    "Insufficient permissions provided in the authorization header for the corresponding request. "
      + "Please retry with another authorization header.", .gateway,
    reason: "the resource token does not allow this request",
    source: "B20, issue azure-sdk-for-python 8890")
  static let uniqueIndexChange = cosmos(
    "change of unique keys", .forbidden, "Forbidden",
    "The unique index cannot be modified. To change the unique index, remove the collection and "
      + "re-create a new one.", source: "B9, rec 153")
  static let noDocument = cosmos(
    "document missing", .notFound, "NotFound",
    "Entity with the specified id does not exist in the system. "
      + "More info: https://aka.ms/cosmosdb-tsg-not-found, ", .gateway,
    reason: "there is no item with this id in this partition: check id and partition key",
    source: "B20, rec 136, 144")
  static let noResource = cosmos(
    "database or container missing", .notFound, "NotFound",
    "Resource Not Found. Learn more: https://aka.ms/cosmosdb-tsg-not-found",
    reason: "the path names a resource that does not exist",
    source: "B20, rec 170, 171")
  static let noVerb = cosmos(
    "verb", .methodNotAllowed, "MethodNotAllowed", "The requested verb is not supported.",
    source: "B20, rec")
  static let documentExists = cosmos(
    "document exists", .conflict, "Conflict",
    "Entity with the specified id already exists in the system., ", .gateway,
    reason: "an item with this id is in the partition already",
    source: "B20, rec 142"
  )
  static let resourceExists = cosmos(
    "name or unique key exists", .conflict, "Conflict",
    "Resource with specified id, name, or unique index already exists.",
    reason: "the name or the value of a unique key is in use",
    source: "B20, rec 172, 173"
  )
  static let rangeGone = cosmos(
    "range of keys gone", HTTPResponse.Status(code: 410, reasonPhrase: "Gone"), "Gone",
    "The requested resource is no longer available at the server.", substatus: 1002,
    source: "B10, py http_constants; words an assumption")
  static let precondition = cosmos(
    "precondition", .preconditionFailed, "PreconditionFailed",
    "Operation cannot be performed because one of the specified precondition is not met., ",
    .gateway, reason: "the entity tag has changed since it was read: read the item again",
    source: "B20, rec 139")
  static let tooLarge = cosmos(
    "larger than 2 MB", .contentTooLarge, "RequestEntityTooLarge", "Request size is too large",
    headers: [.msMaxContentLength: "2097152"], source: "B11, B20, rec 180")

  static let notEmulated = cosmos(
    "not emulated", .notImplemented, "NotImplemented", "Not emulated: {what}.", .gateway,
    source: "B20, decision; words ours")

  /// The refusals that a fault plan can inject.
  ///
  /// The first five occur only in this way; the emulator never sends them on its own.
  static let cosmosFailures: [Fault] = [
    cosmos(
      "request timeout", .requestTimeout, "RequestTimeout", "Request timed out.",
      source: "B20, rest; words an assumption"),
    cosmos(
      "rate limit", .tooManyRequests, "TooManyRequests",
      "Request rate is large. More Request Units may be needed, so no changes were made. Please "
        + "retry this request later. Learn more: http://aka.ms/cosmosdb-error-429",
      substatus: 3200, headers: [.msRetryAfter: "287"], source: "B20, rec 217"),
    cosmos(
      "retry with", HTTPResponse.Status(code: 449, reasonPhrase: "Retry With"), "RetryWith",
      "Conflicting request to resource has been attempted. Retry to avoid conflicts.",
      source: "B20, rest"),
    cosmos(
      "server error", .internalServerError, "InternalServerError", "Internal server error.",
      source: "B20, rest; words an assumption"),
    cosmos(
      "service unavailable", .serviceUnavailable, "ServiceUnavailable",
      "Service is currently unavailable.", source: "B20, rest; words an assumption"),
    insufficient, noDocument, noVerb, documentExists, rangeGone, precondition, tooLarge,
  ]

  /// All refusals of the service.
  public static let cosmos: [Fault] = [
    badURL, badPayload, missingID, keyMismatch, keyTooShort, badKey, badName, longName, badPageSize,
    badContinuation, badQuery, divisionByZero, correlatedOrder, orderOfResources,
    composedAggregates, duplicateParameter, badParameter,
    crossPartitionDisabled, planNeeded, valueAggregateOnly, orderNotIndexed, missingCompositeIndex,
    filterNotIndexed, unsupportedFeatures, otherCollection,
    missingPartitionKey, tooManyPaths, badTTL, keyChange, nameChange, badPatch, badBatch,
    incompleteKey,
    badThroughput, badPolicy, versionsNotKept, versionsGone, badComputedProperty, badPermission,
    strongerConsistency, missingAuthorization, badAuthorization, wrongSignature, badToken,
    controlPlane, stale,
    insufficient, uniqueIndexChange, noDocument, noResource, noVerb, documentExists,
    resourceExists, rangeGone, precondition, tooLarge, notEmulated,
  ]
}
