import AppCenter
import Foundation
import GhostlightClient

/// A list of documents, page by page.
///
/// - Source: protocol reference C11.
public final class MSPaginatedDocuments {
  private struct State {
    var page: MSPage
    var continuation: String?
  }

  private let service: DataService
  private let call: ListCall
  private let type: (any MSSerializableDocument.Type)?
  /// Guards the state, which the SDK's thread changes.
  private let lock = NSLock()
  private var state: State

  init(
    _ outcome: ListOutcome, of call: ListCall, as type: (any MSSerializableDocument.Type)?,
    by service: DataService
  ) {
    self.service = service
    self.call = call
    self.type = type
    state = State(page: MSPage(outcome, as: type), continuation: outcome.continuation)
  }

  private var continuation: String? {
    lock.withLock { state.continuation }
  }

  /// Whether there is another page.
  public func hasNextPage() -> Bool { !(continuation ?? "").isEmpty }

  /// The page that was read last.
  public func currentPage() -> MSPage { lock.withLock { state.page } }

  /// Reads the next page, which becomes the current one; the handler gets `nil` where there is none.
  ///
  /// Offline the page has the error 208, and the call can be repeated.
  public func nextPage(completionHandler: @escaping (MSPage?) -> Void) {
    guard let next else { return completionHandler(nil) }
    let handler = CompletionHandler<ListOutcome> { completionHandler(self.take($0)) }
    service.list(next, isConforming: type != nil) { handler($0) }
  }

  /// Reads the next page, by the name of the original selector.
  public func nextPageWithCompletionHandler(_ completionHandler: @escaping (MSPage?) -> Void) {
    nextPage(completionHandler: completionHandler)
  }

  /// Reads the next page, which becomes the current one; answers `nil` where there is none.
  ///
  /// - Throws: ``MSDataError``; after 208 the call can be repeated.
  nonisolated(nonsending) public func nextPage() async throws -> MSPage? {
    guard let next else { return nil }
    let page = take(await service.outcome(of: next, isConforming: type != nil))
    if let error = page.error { throw error }
    return page
  }

  /// The call for the next page.
  private var next: ListCall? {
    guard let continuation, !continuation.isEmpty else { return nil }
    var next = call
    next.continuation = continuation
    return next
  }

  private func take(_ outcome: ListOutcome) -> MSPage {
    let page = MSPage(outcome, as: type)
    lock.withLock { state = State(page: page, continuation: outcome.continuation) }
    return page
  }
}

/// A page of a list.
public final class MSPage {
  /// The documents; `nil` where the list failed.
  public let items: [MSDocumentWrapper]?
  /// Why the list failed.
  public let error: MSDataError?

  init(_ outcome: ListOutcome, as type: (any MSSerializableDocument.Type)?) {
    switch outcome.records {
    case .success(let records):
      items = records.map { MSDocumentWrapper($0, as: type) }
      error = nil
    case .failure(let failure):
      items = nil
      error = failure
    }
  }
}

/// What a list found out: a page, and where the next one begins.
struct ListOutcome: Sendable {
  var records: Result<[DocumentRecord], MSDataError>
  var continuation: String?

  init(_ records: [DocumentRecord], continuation: String? = nil) {
    self.records = .success(records)
    self.continuation = continuation
  }

  init(_ error: MSDataError, continuation: String? = nil) {
    records = .failure(error)
    self.continuation = continuation
  }
}
