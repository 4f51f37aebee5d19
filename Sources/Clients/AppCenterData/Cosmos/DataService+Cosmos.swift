import AppCenter
import GhostlightCore
import HTTPTypes

/// Exchanges with Cosmos.
extension DataService {
  /// Sends a call with a valid token and answers what came.
  ///
  /// - Throws: 300, whatever failed. After 401 and 403 the token is forgotten, so that the next call
  ///   gets a fresh one.
  func send(
    _ call: CosmosCall, to partition: String, isRetrying: Bool = false
  ) async throws(MSDataError) -> Response {
    let token: TokenResult
    do throws(MSDataError) {
      token = try await self.token(partition, .valid, isRetrying: isRetrying)
    } catch {
      throw .cosmos(status: nil, error.cause)
    }
    let request = call.request(
      token, at: cosmosAddress(of: token.account), milliseconds: milliseconds)
    let response: Response
    do throws(MSCallFailure) {
      response = try await http.send(request, isRetrying: isRetrying)
    } catch {
      throw .cosmos(status: nil, error.error)
    }
    let status = response.status.code
    guard call.successes.contains(status) else {
      if [401, 403].contains(status) { cache.drop(partition) }
      throw .cosmos(status: status)
    }
    return response
  }

  /// Where an account is: at the endpoint that was set, else where the environment says, else where
  /// its name says when it is a URL, else at Azure (B1).
  func cosmosAddress(of account: String) -> Address {
    let template = cosmosEndpoint ?? environment.variables["APPCENTER_COSMOS_ENDPOINT"]
    if let template, !template.isEmpty {
      return Address(template.replacing("{account}", with: account))
    }
    let isAddress = ["http://", "https://"].contains { account.lowercased().hasPrefix($0) }
    return Address(isAddress ? account : "https://\(account).documents.azure.com")
  }
}
