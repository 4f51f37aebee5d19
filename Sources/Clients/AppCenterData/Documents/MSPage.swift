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
