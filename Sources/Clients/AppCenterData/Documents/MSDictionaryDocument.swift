/// A document without a class of its own.
open class MSDictionaryDocument: MSSerializableDocument {
  /// The members.
  public let dictionary: [AnyHashable: Any]

  /// A document of members.
  public required init(from dictionary: [AnyHashable: Any]) { self.dictionary = dictionary }

  /// The members.
  open func serializeToDictionary() -> [AnyHashable: Any] { dictionary }
}
