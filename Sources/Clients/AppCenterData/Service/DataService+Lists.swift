import AppCenter
import GhostlightCore
import HTTPTypes

/// Calls that read one page of a list.
///
/// - Source: protocol reference C5 and C11.
extension DataService {
  /// Reads a page after all calls that were made earlier have started, and passes the result to
  /// `deliver`.
  ///
  /// If the call cannot be started, `deliver` gets the error before the method returns.
  func list(
    _ call: ListCall, isConforming: Bool, _ deliver: @escaping @Sendable (ListOutcome) -> Void
  ) {
    if let obstacle = obstacle(call, isConforming: isConforming) {
      return deliver(ListOutcome(obstacle, continuation: call.continuation))
    }
    enqueue({ await self.outcome(of: call) }, deliver)
  }

  /// Reads a page after all calls that were made earlier have started, and returns the result.
  func outcome(of call: ListCall, isConforming: Bool) async -> ListOutcome {
    await withCheckedContinuation { continuation in
      list(call, isConforming: isConforming) { continuation.resume(returning: $0) }
    }
  }

  private func obstacle(_ call: ListCall, isConforming: Bool) -> MSDataError? {
    if !isEnabled { return .disabled }
    if !isConforming { return .invalidClass }
    return call.continuation == nil || reachability.isReachable ? nil : .nextPageOffline
  }

  private func outcome(of call: ListCall) async -> ListOutcome {
    await waitForExchanges()
    guard isEnabled else { return ListOutcome(.disabled) }
    let token: TokenResult
    do throws(MSDataError) {
      token = try await self.token(call.partition, .includingExpired)
    } catch {
      return ListOutcome(.cachedToken(error))
    }
    guard call.continuation == nil else { return await remote(call) }
    let isReachable = reachability.isReachable
    do {
      if try isReachable && !store.hasPending(token.partition) { return await remote(call) }
      let records = try store.list(token.partition, timeToLive: call.timeToLive, at: seconds)
      if isReachable, records.isEmpty { return await remote(call) }
      return ListOutcome(records)
    } catch {
      return isReachable ? await remote(call) : ListOutcome(.store(error))
    }
  }

  private func remote(_ call: ListCall) async -> ListOutcome {
    let response: Response
    do throws(MSDataError) {
      response = try await send(.list(call.continuation), to: call.partition)
    } catch {
      return ListOutcome(error)
    }
    guard let documents = response.json?["Documents"]?.array else {
      return ListOutcome(.documents)
    }
    let records = documents.map { DocumentRecord($0) }
    try? store.saveListed(
      records.filter { $0.error == nil }, timeToLive: call.timeToLive, at: seconds)
    return ListOutcome(records, continuation: response.headers[.msContinuation])
  }
}
