import AppCenter
import GhostlightClient
import GhostlightCore
import Synchronization

/// Calls about one document.
///
/// - Source: protocol reference C5 and C6.
extension DataService {
  /// Returns the error because of which a call cannot be started, or `nil` if it can.
  func obstacle(id: String?, isConforming: Bool) -> MSDataError? {
    if !isEnabled { return .disabled }
    if !isConforming { return .invalidClass }
    return Self.isDocumentID(id) ? nil : .invalidID
  }

  /// Returns whether a string is a valid document id: not empty, and without white space and `/ \ #
  /// ?`.
  private static func isDocumentID(_ id: String?) -> Bool {
    guard let id, !id.isEmpty else { return false }
    return !id.unicodeScalars.contains {
      ["/", "\\", "#", "?"].contains($0) || $0.properties.isWhitespace
    }
  }

  /// Starts a call after all calls that were made earlier, and passes its result to `deliver`.
  func run(_ call: DocumentCall, _ deliver: @escaping @Sendable (DocumentRecord) -> Void) {
    enqueue({ await self.record(of: call) }, deliver)
  }

  private func record(of call: DocumentCall) async -> DocumentRecord {
    await waitForExchanges()
    guard isEnabled else { return .failed(.disabled, partition: call.partition, id: call.id) }
    let token: TokenResult
    do throws(MSDataError) {
      token = try await self.token(call.partition, .includingExpired)
    } catch {
      return .failed(.cachedToken(error), partition: nil, id: call.id)
    }
    let cached = store.read(token.partition, call.id, at: seconds)
    if reachability.isReachable, cached.pending == nil { return await remote(call, token) }
    return local(call, cached, token)
  }

  private func remote(_ call: DocumentCall, _ token: TokenResult) async -> DocumentRecord {
    guard let request = call.request else {
      return .failed(.invalidForRequest, partition: call.partition, id: call.id)
    }
    let response: Response
    do throws(MSDataError) {
      response = try await send(request, to: call.partition)
    } catch {
      return .failed(error, partition: call.partition, id: call.id)
    }
    guard call.pending != .delete else {
      try? store.delete(token.partition, call.id)
      return DocumentRecord(partition: call.partition, id: call.id)
    }
    let record = DocumentRecord(body: response.body, partition: call.partition, id: call.id)
    if record.error == nil {
      try? store.save(record, nil, timeToLive: call.timeToLive, at: seconds)
    }
    return record
  }

  private func local(
    _ call: DocumentCall, _ cached: CachedDocument, _ token: TokenResult
  ) -> DocumentRecord {
    var record = cached.record
    record.isFromDevice = true
    switch call.action {
    case .read:
      if record.error != nil { return record }
      if cached.pending == .delete {
        return .failed(.pendingDeletion, partition: nil, id: call.id)
      }
      return save(record, cached.pending, call)
    case .delete:
      record.document = nil
    case .create(let document), .replace(let document):
      guard case .json(let json) = document else {
        return .failed(.invalidForStore, partition: token.partition, id: call.id)
      }
      record.document = json
    }
    guard token.partition != kMSDataAppDocumentsPartition else {
      return .failed(.unsupported, partition: call.partition, id: call.id)
    }
    record.partition = token.partition
    record.id = call.id
    record.error = nil
    return save(record, call.pending, call)
  }

  /// Stores a call's record on the device, and returns the record.
  ///
  /// If the record cannot be stored, the returned record has that error.
  private func save(
    _ record: DocumentRecord, _ pending: PendingOperation?, _ call: DocumentCall
  ) -> DocumentRecord {
    do {
      try store.save(record, pending, timeToLive: call.timeToLive, at: seconds)
      return record
    } catch {
      return .failed(.store(error), partition: record.partition, id: call.id)
    }
  }
}

/// Sending the operations that were made offline.
///
/// - Source: protocol reference C13.
extension DataService {
  /// The statuses after which a pending operation is discarded, because sending it again cannot
  /// succeed.
  private static let finalStatuses: Set<Int> = [400, 403, 404, 409, 412, 413]

  /// Sends the pending operations of the signed-in user concurrently, and calls the delegate for
  /// each.
  ///
  /// If there is no token, the operations stay pending until the next attempt.
  func makeUp() async {
    guard isEnabled, reachability.isReachable, auth.authToken != nil,
      (try? store.hasPending()) ?? false
    else { return }
    let user = kMSDataUserDocumentsPartition
    guard let token = try? await token(user, .valid),
      let pending = try? store.pending(token.partition, at: seconds)
    else { return }
    let isMore = await withTaskGroup(of: Bool.self) { group in
      for document in pending where begin(document) {
        group.addTask { await self.makeUp(for: document) }
      }
      return await group.reduce(false) { $0 || $1 }
    }
    if isMore { makeUpSoon() }
  }

  private func begin(_ document: PendingDocument) -> Bool {
    state.withLock { $0.outgoing.insert(document.key).inserted }
  }

  /// Sends a pending operation, and returns whether the app has changed the document again since.
  ///
  /// The delegate is called after the document is no longer marked as being sent, because the
  /// delegate may start the next attempt immediately.
  private func makeUp(for document: PendingDocument) async -> Bool {
    let result = await attempt(document)
    state.withLock { _ = $0.outgoing.remove(document.key) }
    guard let result else { return false }
    notify(result.delegate, of: result.outcome)
    return result.isMore
  }

  private typealias Attempt = (
    outcome: RemoteOperation, delegate: Callback<(RemoteOperation) -> Void>?, isMore: Bool
  )

  /// Sends a pending operation and updates its row.
  ///
  /// Returns `nil` if the service was disabled while the operation was being sent.
  private func attempt(_ document: PendingDocument) async -> Attempt? {
    do throws(MSDataError) {
      let response = try await send(
        document.request, to: kMSDataUserDocumentsPartition, isRetrying: true)
      return succeeded(document, response)
    } catch {
      guard isEnabled else { return nil }
      let delegate = state.withLock { $0.delegate }
      let isFinal = Self.finalStatuses.contains(error.httpStatus ?? 0)
      let isMore = isFinal && resolve(document, with: nil)
      return (RemoteOperation(operation: document.operation, error: error), delegate, isMore)
    }
  }

  private func succeeded(_ document: PendingDocument, _ response: Response) -> Attempt {
    // The delegate is read when the response arrives. A delegate that is set later is not called
    // for this operation.
    let delegate = state.withLock { $0.delegate }
    var outcome = RemoteOperation(operation: document.operation)
    guard document.operation != .delete else {
      return (outcome, delegate, resolve(document, with: nil))
    }
    let record = DocumentRecord(
      body: response.body, partition: document.partition, id: document.id)
    outcome.error = record.error
    guard record.error == nil else { return (outcome, delegate, false) }
    outcome.metadata = MSDocumentMetadata(
      partition: record.partition, documentId: record.id, eTag: record.eTag)
    return (outcome, delegate, resolve(document, with: record))
  }

  private func resolve(_ document: PendingDocument, with record: DocumentRecord?) -> Bool {
    (try? store.resolve(document, with: record, at: seconds)) ?? false
  }

  private func notify(
    _ delegate: Callback<(RemoteOperation) -> Void>?, of outcome: RemoteOperation
  ) {
    guard let delegate else { return }
    enqueue { delegate.block(outcome) }
  }
}
