import AppCenter
import GhostlightClient

/// A call with the arguments that the app passed, including the app's document class.
///
/// A document object is serialized on the caller's thread and created on the handler's thread, so
/// that no two threads ever use the same object.
struct ModelCall {
  enum Action {
    case read
    case create(any MSSerializableDocument)
    case replace(any MSSerializableDocument)
    case delete
  }

  /// The action; `nil` if the app's class does not conform to ``MSSerializableDocument``.
  let action: Action?
  let type: (any MSSerializableDocument.Type)?
  let id: String?
  let partition: String
  let timeToLive: Int

  static func read(
    _ id: String?, _ type: Any.Type, _ partition: String, _ options: MSBaseOptions?
  ) -> ModelCall {
    let type = type as? any MSSerializableDocument.Type
    return ModelCall(type == nil ? nil : .read, type, id, partition, options)
  }

  static func create(
    _ id: String?, _ document: Any, _ partition: String, _ options: MSBaseOptions?
  ) -> ModelCall {
    let model = document as? any MSSerializableDocument
    return ModelCall(
      model.map { .create($0) }, model.map { Swift.type(of: $0) }, id, partition, options)
  }

  static func replace(
    _ id: String?, _ document: Any, _ partition: String, _ options: MSBaseOptions?
  ) -> ModelCall {
    let model = document as? any MSSerializableDocument
    return ModelCall(
      model.map { .replace($0) }, model.map { Swift.type(of: $0) }, id, partition, options)
  }

  static func delete(
    _ id: String?, _ partition: String, _ options: MSBaseOptions?
  ) -> ModelCall {
    ModelCall(.delete, nil, id, partition, options)
  }

  private init(
    _ action: Action?, _ type: (any MSSerializableDocument.Type)?, _ id: String?,
    _ partition: String, _ options: MSBaseOptions?
  ) {
    self.action = action
    self.type = type
    self.id = id
    self.partition = partition
    timeToLive = MSBaseOptions.timeToLive(options)
  }

  /// Starts the call and passes its result to a handler.
  func run(_ completionHandler: @escaping (MSDocumentWrapper) -> Void) {
    let handler = CompletionHandler<DocumentRecord> { [type] in
      completionHandler(MSDocumentWrapper($0, as: type))
    }
    start { handler($0) }
  }

  /// Starts the call and returns its result.
  ///
  /// - Throws: The ``MSDataError`` in the result.
  nonisolated(nonsending) func value() async throws -> MSDocumentWrapper {
    let record = await withCheckedContinuation { continuation in
      start { continuation.resume(returning: $0) }
    }
    if let error = record.error { throw error }
    return MSDocumentWrapper(record, as: type)
  }

  /// Starts the call and passes its result to `deliver`.
  ///
  /// If an argument is invalid, `deliver` gets the error before the method returns.
  private func start(_ deliver: @escaping @Sendable (DocumentRecord) -> Void) {
    let service = DataService.current
    let obstacle = service.obstacle(id: id, isConforming: action != nil)
    guard obstacle == nil, let id, let action else {
      return deliver(.failed(obstacle ?? .invalidID, partition: partition, id: id))
    }
    let work: DocumentCall.Action =
      switch action {
      case .read: .read
      case .create(let model): .create(SerializedDocument(model.serializeToDictionary()))
      case .replace(let model): .replace(SerializedDocument(model.serializeToDictionary()))
      case .delete: .delete
      }
    service.run(
      DocumentCall(action: work, id: id, partition: partition, timeToLive: timeToLive), deliver)
  }
}
