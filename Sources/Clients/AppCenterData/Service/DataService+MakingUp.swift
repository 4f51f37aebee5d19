import AppCenter
import GhostlightClient
import GhostlightCore
import Synchronization

/// Making up for what was done offline.
///
/// - Source: protocol reference C13.
extension DataService {
  /// The statuses after which an operation will never succeed.
  private static let finalStatuses: Set<Int> = [400, 403, 404, 409, 412, 413]

  /// Sends what the signed-in user did offline, all at once, and tells the delegate of each.
  ///
  /// Ends where there is no token; the operations then wait for the next occasion.
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

  /// Sends an operation and answers whether the document was changed again meanwhile.
  private func makeUp(for document: PendingDocument) async -> Bool {
    defer { state.withLock { _ = $0.outgoing.remove(document.key) } }
    do throws(MSDataError) {
      let response = try await send(
        document.request, to: kMSDataUserDocumentsPartition, isRetrying: true)
      return succeeded(document, response)
    } catch {
      guard isEnabled else { return false }
      let delegate = state.withLock { $0.delegate }
      let isFinal = Self.finalStatuses.contains(error.httpStatus ?? 0)
      let isMore = isFinal && settle(document, with: nil)
      notify(delegate, of: RemoteOperation(operation: document.operation, error: error))
      return isMore
    }
  }

  private func succeeded(_ document: PendingDocument, _ response: Response) -> Bool {
    // Who is delegate when the answer comes: one that is set after the change of the row is too late.
    let delegate = state.withLock { $0.delegate }
    var outcome = RemoteOperation(operation: document.operation)
    var isMore = false
    if document.operation == .delete {
      isMore = settle(document, with: nil)
    } else {
      let record = DocumentRecord(
        body: response.body, partition: document.partition, id: document.id)
      outcome.error = record.error
      if record.error == nil {
        isMore = settle(document, with: record)
        outcome.metadata = MSDocumentMetadata(
          partition: record.partition, documentId: record.id, eTag: record.eTag)
      }
    }
    notify(delegate, of: outcome)
    return isMore
  }

  private func settle(_ document: PendingDocument, with record: DocumentRecord?) -> Bool {
    (try? store.settle(document, with: record, at: seconds)) ?? false
  }

  private func notify(
    _ delegate: Callback<(RemoteOperation) -> Void>?, of outcome: RemoteOperation
  ) {
    guard let delegate else { return }
    enqueue { delegate.block(outcome) }
  }
}
