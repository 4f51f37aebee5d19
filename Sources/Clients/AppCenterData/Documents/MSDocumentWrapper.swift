public import Foundation
import GhostlightCore

/// A document with what is known about it, or why there is none.
///
/// - Source: protocol reference C3.
public final class MSDocumentWrapper {
  /// The document as JSON text.
  public let jsonValue: String?
  /// The document as an instance of the class that the call named.
  public let deserializedValue: (any MSSerializableDocument)?
  /// The partition; where a call failed or deleted, as the call named it.
  public let partition: String?
  /// The document's id.
  public let documentId: String?
  /// The entity tag of the version that the service last told of.
  public let eTag: String?
  /// When the service last saw it change.
  public let lastUpdatedDate: Date?
  /// Why the call failed.
  public let error: MSDataError?
  /// Whether the document comes from the device, not the service; false with an error.
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

/// Which document a call was about.
public final class MSDocumentMetadata: Sendable {
  /// The partition, `user-` and the account's id.
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
/// In a class that is not final the initialiser is `required`.
public protocol MSSerializableDocument {
  /// Reads an instance of a document's members: texts, numbers, truth values, `NSNull`, arrays and
  /// dictionaries.
  init(from dictionary: [AnyHashable: Any])

  /// The members, under names that are texts.
  func serializeToDictionary() -> [AnyHashable: Any]
}

/// A document without a class of its own.
open class MSDictionaryDocument: MSSerializableDocument {
  /// The members.
  public let dictionary: [AnyHashable: Any]

  /// A document of members.
  public required init(from dictionary: [AnyHashable: Any]) { self.dictionary = dictionary }

  /// The members.
  open func serializeToDictionary() -> [AnyHashable: Any] { dictionary }
}
