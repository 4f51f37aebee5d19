public import Foundation
import GhostlightCore

/// The result of a call about a document: the document and its metadata, or an error.
///
/// Handlers get it and asynchronous calls return it; apps do not create it. In a handler, check
/// ``error`` first. After a deletion there is no document. A wrapper is immutable, but
/// ``deserializedValue`` must only be used on the thread that got the wrapper.
///
/// ```swift
/// import AppCenterData
///
/// MSData.read(
///   withDocumentId: "welcome", documentType: MSDictionaryDocument.self,
///   partition: kMSDataAppDocumentsPartition
/// ) { wrapper in
///   if let error = wrapper.error { return print(error.localizedDescription) }
///   print(wrapper.jsonValue ?? "-", wrapper.fromDeviceCache)
/// }
/// ```
///
/// - Source: protocol reference C3.
public final class MSDocumentWrapper {
  /// The document as a JSON string; `nil` after a failure or deletion.
  public let jsonValue: String?
  /// The document as an instance of the class that was passed to the call; `nil` after a failure or
  /// deletion.
  public let deserializedValue: (any MSSerializableDocument)?
  /// The full name of the partition; after a failure or deletion, the name that was passed to the
  /// call.
  public let partition: String?
  /// The document's id; `nil` if the call had none.
  public let documentId: String?
  /// The entity tag of the version that the service has stored; `nil` if the service has not sent
  /// one.
  public let eTag: String?
  /// The time when the service last changed the document; `nil` if it is unknown.
  public let lastUpdatedDate: Date?
  /// The reason why the call failed; `nil` after success.
  public let error: MSDataError?
  /// Whether the document was read from the device instead of the service; `false` after a failure.
  public let fromDeviceCache: Bool

  init(_ record: DocumentRecord, as type: (any MSSerializableDocument.Type)?) {
    jsonValue = record.document?.text()
    deserializedValue = record.document.flatMap { type?.init(from: $0.dictionary) }
    partition = record.partition
    documentId = record.id
    eTag = record.eTag
    lastUpdatedDate = record.updated.map { Date(timeIntervalSince1970: TimeInterval($0)) }
    error = record.error
    fromDeviceCache = record.error == nil && record.isFromDevice
  }
}

/// The identity and version of a document that was created or replaced offline.
///
/// ``MSRemoteOperationDelegate`` gets it after the service has stored the document. It is immutable
/// and can be used from any thread.
public final class MSDocumentMetadata: Sendable {
  /// The full name of the partition: `user-` followed by the account's id.
  public let partition: String?
  /// The document's id.
  public let documentId: String?
  /// The entity tag of the version that the service has stored.
  public let eTag: String?

  init(partition: String?, documentId: String?, eTag: String?) {
    self.partition = partition
    self.documentId = documentId
    self.eTag = eTag
  }
}

/// A class whose instances can be stored as documents.
///
/// Conform a class of the app to this protocol and pass it to the calls of ``MSData``. The
/// dictionaries can contain strings, numbers, Boolean values, `NSNull`, arrays and dictionaries;
/// any other value makes a call fail with code 102. If the class is not final, its initializer must
/// be `required`.
///
/// ```swift
/// import AppCenterData
///
/// final class User: MSSerializableDocument {
///   let name: String
///   init(from dictionary: [AnyHashable: Any]) { name = dictionary["name"] as? String ?? "" }
///   func serializeToDictionary() -> [AnyHashable: Any] { ["name": name] }
/// }
/// ```
public protocol MSSerializableDocument {
  /// Creates an instance from the document's properties, by name.
  init(from dictionary: [AnyHashable: Any])

  /// Returns the document's properties by name.
  ///
  /// All keys must be strings.
  func serializeToDictionary() -> [AnyHashable: Any]
}

/// A document as a dictionary, for documents that do not have a class of their own.
///
/// Use it to read documents whose properties an app does not know in advance, or subclass it.
/// Numbers are `Int` or `Double`, and JSON's null is `NSNull`.
open class MSDictionaryDocument: MSSerializableDocument {
  /// The document's properties by name.
  public let dictionary: [AnyHashable: Any]

  /// Creates a document with these properties.
  public required init(from dictionary: [AnyHashable: Any]) { self.dictionary = dictionary }

  /// Returns ``dictionary``.
  open func serializeToDictionary() -> [AnyHashable: Any] { dictionary }
}
