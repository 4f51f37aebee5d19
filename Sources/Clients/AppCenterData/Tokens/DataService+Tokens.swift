import AppCenter
import GhostlightCore
import HTTPTypes

/// Tokens: from the device, else from the exchange.
///
/// - Source: protocol reference A2 and A5.
extension DataService {
  /// The token for a partition by its short name.
  func token(
    _ partition: String, _ kind: TokenCache.Kind, isRetrying: Bool = false
  ) async throws(MSDataError) -> TokenResult {
    guard [kMSDataAppDocumentsPartition, kMSDataUserDocumentsPartition].contains(partition) else {
      throw .invalidPartition(partition)
    }
    if let cached = cache.token(partition, kind, at: milliseconds) { return cached }
    guard reachability.isReachable else { throw .tokenOffline }
    let account = auth.accountId
    let key = TokenExchanges.Key(
      partition: partition, account: account, url: exchangeURL, isRetrying: isRetrying)
    return try await exchanges.outcome(key) {
      do throws(MSDataError) {
        let token = try await exchange(partition, isRetrying: isRetrying)
        // Whoever signed in or out meanwhile must not get it.
        if auth.accountId == account { cache.keep(token, for: partition) }
        return .success(token)
      } catch {
        return .failure(error)
      }
    }.get()
  }

  private func exchange(
    _ partition: String, isRetrying: Bool
  ) async throws(MSDataError) -> TokenResult {
    let response: Response
    do throws(MSCallFailure) {
      response = try await http.send(exchangeRequest(partition), isRetrying: isRetrying)
    } catch {
      throw .tokenTransport(error)
    }
    guard response.status.code == 200 else { throw .tokenStore(status: response.status.code) }
    let body: JSON
    do throws(JSONError) { body = try JSON.parse(response.body) } catch { throw .tokenJSON(error) }
    guard let first = body["tokens"]?[0] else { throw .tokenResponse }
    if let status = first["status"]?.string, status != "Succeed" { throw .tokenStatus(status) }
    guard let token = TokenResult(first) else { throw .tokenResponse }
    return token
  }

  private func exchangeRequest(_ partition: String) -> Request {
    let body: JSON = ["partitions": [.string(partition)]]
    var request = Address(exchangeURL).request(.post, "/data/tokens", body: body.bytes)
    request.headers[.contentType] = "application/json"
    request.headers[.appSecret] = secret
    if let idToken = auth.authToken { request.headers[.authorization] = "Bearer " + idToken }
    return request
  }
}
