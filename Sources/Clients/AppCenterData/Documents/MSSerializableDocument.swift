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
