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
