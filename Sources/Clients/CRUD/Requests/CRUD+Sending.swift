import GhostlightClient
import GhostlightCore

extension CRUD {
  /// Sends a request and answers what the service accepted.
  nonisolated(nonsending) func response(
    to draft: Result<CallDraft, CRUDError>
  ) async throws(CRUDError) -> Response {
    let request = try request(try draft.get())
    let response: Response
    do throws(TransportError) { response = try await transport.exchange(request) } catch {
      throw CRUDError(error)
    }
    return try response.accepted()
  }
}
