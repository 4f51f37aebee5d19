import AppCenter
import Foundation
import GhostlightClient

/// A list of documents that is read page by page.
///
/// ``MSData`` returns it with the first page. Each further page is requested when the app calls
/// ``nextPage(completionHandler:)``, and replaces the current one. Pages after the first need a
/// network.
///
/// ```swift
/// import AppCenterData
///
/// let list = try await MSData.listDocuments(
///   withType: MSDictionaryDocument.self, partition: kMSDataAppDocumentsPartition)
/// var page: MSPage? = list.currentPage()
/// while let current = page {
///   for document in current.items ?? [] { print(document.documentId ?? "-") }
///   page = try await list.nextPage()
/// }
/// ```
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
  /// Protects `state`, because an SDK thread changes it when a page arrives.
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

  /// Returns whether there is a page after the current one.
  public func hasNextPage() -> Bool { !(continuation ?? "").isEmpty }

  /// Returns the page that was last read.
  public func currentPage() -> MSPage { lock.withLock { state.page } }

  /// Reads the next page, which replaces the current one, and passes it to the handler.
  ///
  /// If there is no further page, the handler gets `nil`. While the device is offline, the handler
  /// gets a page with the error 208, and the call can be repeated later.
  public func nextPage(completionHandler: @escaping (MSPage?) -> Void) {
    guard let next else { return completionHandler(nil) }
    let handler = CompletionHandler<ListOutcome> { completionHandler(self.store($0)) }
    service.list(next, isConforming: type != nil) { handler($0) }
  }

  /// Reads the next page; the original name of ``nextPage(completionHandler:)``.
  public func nextPageWithCompletionHandler(_ completionHandler: @escaping (MSPage?) -> Void) {
    nextPage(completionHandler: completionHandler)
  }

  /// Reads and returns the next page, which replaces the current one.
  ///
  /// Returns `nil` if there is no further page.
  ///
  /// - Throws: An ``MSDataError``. It has code 208 while the device is offline; the call can then
  ///   be repeated later.
  nonisolated(nonsending) public func nextPage() async throws -> MSPage? {
    guard let next else { return nil }
    let page = store(await service.outcome(of: next, isConforming: type != nil))
    if let error = page.error { throw error }
    return page
  }

  private var next: ListCall? {
    guard let continuation, !continuation.isEmpty else { return nil }
    var next = call
    next.continuation = continuation
    return next
  }

  private func store(_ outcome: ListOutcome) -> MSPage {
    let page = MSPage(outcome, as: type)
    lock.withLock { state = State(page: page, continuation: outcome.continuation) }
    return page
  }
}

/// One page of a list of documents.
///
/// Get it from ``MSPaginatedDocuments``. Each item is a wrapper, because a single document can be
/// invalid: its wrapper then has an error, but the page has none. The service decides how many
/// items a page contains.
public final class MSPage {
  /// The documents of the page; `nil` if the list failed.
  public let items: [MSDocumentWrapper]?
  /// The reason why the page could not be read; `nil` after success.
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

/// The result of a list call: the page's records, and the continuation token for the next page.
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
