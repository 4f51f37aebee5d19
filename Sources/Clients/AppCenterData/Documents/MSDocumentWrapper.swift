public import Foundation
import GhostlightCore

/// The result of a call about a document: the document and its metadata, or an error.
///
/// Handlers and asynchronous calls get it; apps do not create it. Check ``error`` first in a
/// handler. After a deletion there is no document. A wrapper is immutable, but the model in it
/// belongs to the thread that got it.
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
  /// The document as JSON text; `nil` after a failure or deletion.
  public let jsonValue: String?
  /// The document as an instance of the class that the call named; `nil` after a failure or
  /// deletion.
  public let deserializedValue: (any MSSerializableDocument)?
  /// The full name of the partition.
  ///
  /// After a failure or deletion it is the name that the call had.
  public let partition: String?
  /// The document's id.
  public let documentId: String?
  /// The entity tag of the version that the service last sent; `nil` if it never sent one.
  public let eTag: String?
  /// The time when the service last changed the document; `nil` if it is unknown.
  public let lastUpdatedDate: Date?
  /// The reason why the call failed; `nil` after success.
  public let error: MSDataError?
  /// Whether the document comes from the device, not from the service; `false` after a failure.
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

/// The identity and version of a document, for a delegate.
///
/// ``MSRemoteOperationDelegate`` gets it after a document that was created or replaced offline has
/// been stored by the service. It is immutable and can be used from any thread.
public final class MSDocumentMetadata: Sendable {
  /// The partition: `user-` and the account's id.
  public let partition: String?
  /// The document's id.
  public let documentId: String?
  /// The entity tag of the stored version.
  public let eTag: String?

  init(partition: String?, documentId: String?, eTag: String?) {
    self.partition = partition
    self.documentId = documentId
    self.eTag = eTag
  }
}

/// A class whose instances are stored as documents.
///
/// Conform a class of the app to it and pass it to the calls of ``MSData``. The dictionaries can
/// contain strings, numbers, Boolean values, `NSNull`, arrays and dictionaries; any other value
/// makes a call fail with 102. In a class that is not final the initializer is `required`.
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
  /// Creates an instance from a document's members.
  init(from dictionary: [AnyHashable: Any])

  /// Returns the document's members.
  ///
  /// All keys must be strings.
  func serializeToDictionary() -> [AnyHashable: Any]
}

/// A document without its own class, as a dictionary.
///
/// Use it to read documents whose members an app does not know in advance, or subclass it. Numbers
/// are `Int` or `Double`, and JSON's null is `NSNull`.
open class MSDictionaryDocument: MSSerializableDocument {
  /// The members of the document, by name.
  public let dictionary: [AnyHashable: Any]

  /// Creates a document with these members.
  public required init(from dictionary: [AnyHashable: Any]) { self.dictionary = dictionary }

  /// Returns ``dictionary``.
  open func serializeToDictionary() -> [AnyHashable: Any] { dictionary }
}
