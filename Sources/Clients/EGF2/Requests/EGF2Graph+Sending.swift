import Foundation
import Synchronization
import GhostlightClient
import GhostlightCore
import HTTPTypes

extension EGF2Graph {
  /// Sends a request and answers the JSON that came; `null` where the answer is empty or no JSON.
  ///
  /// - Throws: `wrongMethodParameter` without a server's address, the URL loading system's errors,
  ///   and `serverError` for any status but 200 and 204.
  nonisolated(nonsending) func send(_ draft: CallDraft) async throws(NSError) -> JSON {
    let (url, token) = state.withLock { ($0.serverURL, $0.account.token) }
    guard let url else { throw EGF2Error.wrongParameter("serverURL is not set") }
    guard let base = WebAddress(url.absoluteString)?.base else {
      throw EGF2Error.wrongParameter(
        "serverURL is \"\(url.absoluteString)\"; write it as http://host/v1/")
    }
    let response = try await deliver(draft.request(at: base, authorization: token))
    return response.json ?? .null
  }

  /// Sends a request as it is and answers the response, unless it is a refusal.
  @discardableResult
  nonisolated(nonsending) func deliver(_ request: Request) async throws(NSError) -> Response {
    let response: Response
    do throws(TransportError) {
      response = try await environment.transport.exchange(request)
    } catch {
      throw error.urlLoadingError()
    }
    guard response.status == .ok || response.status == .noContent else {
      throw EGF2Error.refusal(response)
    }
    return response
  }
}
