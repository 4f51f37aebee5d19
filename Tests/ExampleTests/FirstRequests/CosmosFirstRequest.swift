import Foundation
import Ghostlight
import GhostlightClient
import GhostlightSigning

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

func cosmosFirstRequest(authority: String, key: String) async throws {
  if let key = CosmosMasterKey("\(key)") {
    let now = Int64(Date().timeIntervalSince1970 * 1000)
    let request = Request(.get, "/dbs", scheme: "http", authority: "\(authority)")
      .signed(with: key, milliseconds: now)
    print(try await Transport.urlSession(.shared).send(request).text)
  }
}
