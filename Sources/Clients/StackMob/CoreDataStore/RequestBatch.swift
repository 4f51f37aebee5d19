#if canImport(CoreData) || ManagedObjects
  import GhostlightCore
  import HTTPTypes

  /// Requests that are sent concurrently, with at most one refresh of the session.
  ///
  /// - Source: protocol reference B17.
  struct RequestBatch: Sendable {
    struct Outcome: Sendable {
      /// The exchange or failure of each request, in the order of the requests.
      var results: [Result<Exchange, CallFailure>]
      /// The reason why the session could not be refreshed after some requests got a 401.
      var refreshFailure: CallFailure?
    }

    let session: SMUserSession
    let drafts: [RequestDraft]
    let isSecure: Bool

    /// The maximum number of requests that run at the same time.
    private static let width = 16

    /// Sends all requests, and after a refresh sends those again that got a 401.
    ///
    /// - Throws: `SMError` -109 or -103 if the session had to be refreshed before the requests and
    ///   could not be. In this case nothing was sent.
    nonisolated(nonsending) func run() async throws(CallFailure) -> Outcome {
      var mayRefresh = true
      if let stale = session.expiredToken() {
        mayRefresh = false
        try await session.refresh(replacing: stale.accessToken, original: nil)
      }
      let accessToken = session.regularOAuthClient.accessToken
      var outcome = Outcome(results: await send(Array(drafts.indices)))
      let refused = outcome.results.indices.filter { outcome.results[$0].isUnauthorized }
      guard mayRefresh, let first = refused.first, session.refreshToken != nil,
        case .failure(let failure) = outcome.results[first]
      else { return outcome }
      do throws(CallFailure) {
        try await session.refresh(replacing: accessToken, original: failure)
      } catch {
        outcome.refreshFailure = error
        return outcome
      }
      for (index, result) in zip(refused, await send(refused)) { outcome.results[index] = result }
      return outcome
    }

    /// Sends the requests at `indices`, and returns their results in the same order.
    private nonisolated(nonsending) func send(
      _ indices: [Int]
    ) async -> [Result<Exchange, CallFailure>] {
      var results: [Int: Result<Exchange, CallFailure>] = [:]
      await withTaskGroup(of: (Int, Result<Exchange, CallFailure>).self) { group in
        for (position, index) in indices.enumerated() {
          if position >= Self.width, let (done, result) = await group.next() {
            results[done] = result
          }
          group.addTask { (index, await result(of: drafts[index])) }
        }
        for await (done, result) in group { results[done] = result }
      }
      return indices.compactMap { results[$0] }
    }

    private func result(of draft: RequestDraft) async -> Result<Exchange, CallFailure> {
      let options = SMRequestOptions()
      options.isSecure = isSecure
      options.tryRefreshToken = false
      do throws(CallFailure) {
        let call: PendingCall<Exchange>
        do { call = try session.call(draft, options: options) } catch { throw CallFailure(error) }
        return .success(try await call.work())
      } catch {
        return .failure(error)
      }
    }
  }

  extension Result<Exchange, CallFailure> {
    /// The HTTP status of a failed request; `nil` if the request succeeded or got no response.
    var refusal: HTTPResponse.Status? {
      guard case .failure(let failure) = self else { return nil }
      return failure.exchange?.response.status
    }

    fileprivate var isUnauthorized: Bool { refusal == .unauthorized }
  }
#endif
