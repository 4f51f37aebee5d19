import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import CosmosEmulator

@Suite struct `The direct mode of Cosmos DB's SDKs` {
  /// The targets that the SDKs send, .NET's with two slashes.
  ///
  /// - Source: azure-cosmos-dotnet-v3 at 8c53d35, `GatewayAddressCache` and
  ///   `Samples/Usage/Hedging/ReadRequestDiagnosticsExample.json`; azure-sdk-for-java at 012dede,
  ///   `GatewayAddressCache`.
  private static let targets = [
    "//addresses/?$resolveFor=dbs&$filter=protocol%20eq%20rntbd",
    "//addresses/?$resolveFor=dbs%2fZWUNAA%3d%3d%2fcolls%2fZWUNALftZ78%3d%2fdocs"
      + "&$filter=protocol%20eq%20rntbd&$partitionKeyRangeIds=0",
    "/addresses?$resolveFor=dbs%2FZWUNAA%3D%3D%2Fcolls%2FZWUNALftZ78%3D%2Fdocs"
      + "&$filter=protocol+eq+rntbd&$partitionKeyRangeIds=0",
    "/addresses/?$filter=protocol+eq+rntbd&$resolveFor=dbs", "/addresses", "//addresses//",
  ]

  private static let remedy =
    "set ConnectionMode = ConnectionMode.Gateway and LimitToEndpoint = true in the "
    + "CosmosClientOptions of .NET, or call gatewayMode() and endpointDiscoveryEnabled(false) of "
    + "Java's CosmosClientBuilder"

  @Test(arguments: targets)
  func `a request for the addresses of replicas is refused with the option to set`(
    _ target: String
  ) throws {
    var account = CosmosAccount.shop()
    let before = account.fingerprint
    var request = Request(.get, RequestTarget(target))
    request.headers[.msActivityID] = "57cdb05a-8980-4872-9141-28ffa3c931a6"
    let answer = account.backend.answer(request, at: account.moment, within: .unlimited)
    #expect(answer.effect == .unmatched && answer.route == nil && answer.nearMisses.isEmpty)
    #expect(answer.response.status == .notImplemented)
    #expect(answer.response.headers[.contentType] == "application/json")
    let message =
      "Not emulated: the direct mode over TCP: \(Self.remedy).\r\nActivityId: "
      + "57cdb05a-8980-4872-9141-28ffa3c931a6, Microsoft.Azure.Documents.Common/2.14.0"
    #expect(
      answer.response.json == ["code": "NotImplemented", "message": .string(message)])
    #expect(
      answer.response.headers[.ghostlightReason]
        == "the SDK uses the direct mode over TCP, which is not emulated: \(Self.remedy) "
        + "(Cosmos B20)")
    #expect(account.fingerprint == before)
  }

  @Test(arguments: ["/addresses/x", "/dbs/addresses", "/Addresses"] as [RequestTarget])
  func `a similar path is not a request for addresses`(_ target: RequestTarget) {
    var account = CosmosAccount.shop()
    let response = account.send(Request(.get, target))
    #expect(response.status != .notImplemented)
  }
}
