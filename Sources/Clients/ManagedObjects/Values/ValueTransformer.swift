#if !canImport(CoreData)
  public import Foundation
  import Synchronization

  /// The name of a value transformer.
  ///
  /// Register a transformer with ``ValueTransformer/setValueTransformer(_:forName:)``, and use the
  /// same name as an attribute's ``NSAttributeDescription/valueTransformerName``.
  public struct NSValueTransformerName: RawRepresentable, Sendable, Hashable {
    /// The name as a string.
    public let rawValue: String
    /// Creates a name from a string.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a name from a string.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// The built-in transformer that archives values with `NSKeyedArchiver`.
    ///
    /// On Linux, the classes of unarchived values are not checked.
    public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName(
      "NSSecureUnarchiveFromData")
    /// The built-in transformer that archives values with `NSKeyedArchiver`.
    public static let keyedUnarchiveFromDataTransformerName = NSValueTransformerName(
      "NSKeyedUnarchiveFromData")
  }

  /// A conversion between the values of a transformable attribute and their stored bytes.
  ///
  /// Subclass it, override both transformations, and register an instance under a name before you
  /// open a store. Foundation does not have this class on Linux. Stores call a transformer on any
  /// thread.
  ///
  /// ```swift
  /// import ManagedObjects
  ///
  /// final class TextTransformer: ValueTransformer {
  ///   override func transformedValue(_ value: Any?) -> Any? {
  ///     (value as? String).map { Data($0.utf8) }
  ///   }
  ///
  ///   override func reverseTransformedValue(_ value: Any?) -> Any? {
  ///     (value as? Data).map { String(decoding: $0, as: UTF8.self) }
  ///   }
  /// }
  ///
  /// func registerTransformer() {
  ///   ValueTransformer.setValueTransformer(
  ///     TextTransformer(), forName: NSValueTransformerName("TextTransformer"))
  /// }
  /// ```
  ///
  /// - Source: Foundation, "ValueTransformer".
  open class ValueTransformer: NSObject, ValueTransformerName {
    /// Unchecked: registered transformers must allow calls on any thread.
    private struct Entry: @unchecked Sendable {
      let transformer: ValueTransformer
    }

    private static let known = Mutex<[NSValueTransformerName: Entry]>([:])

    /// Creates a transformer; its methods return values unchanged unless a subclass overrides them.
    public override init() { super.init() }

    /// Registers a transformer under a name; `nil` removes the name.
    ///
    /// Attributes with this ``NSAttributeDescription/valueTransformerName`` use the transformer
    /// from then on. The method can be called from any thread.
    public class func setValueTransformer(
      _ transformer: ValueTransformer?, forName name: NSValueTransformerName
    ) {
      let entry = transformer.map { Entry(transformer: $0) }
      known.withLock { $0[name] = entry }
    }

    /// Returns the names of all registered transformers.
    public class func valueTransformerNames() -> [NSValueTransformerName] {
      known.withLock { Array($0.keys) }
    }

    /// Returns whether the transformation can be reversed.
    open class func allowsReverseTransformation() -> Bool { true }
    /// Returns the class of the transformed values.
    open class func transformedValueClass() -> AnyClass { NSObject.self }

    /// Converts a value; for an attribute, the result is the `Data` that a store saves.
    open func transformedValue(_ value: Any?) -> Any? { value }
    /// Converts a transformed value back; for an attribute, the result is the value that the app
    /// reads.
    open func reverseTransformedValue(_ value: Any?) -> Any? { transformedValue(value) }

    /// Returns the transformer that is registered under a name, or `nil` if there is none.
    public class func transformer(forName name: NSValueTransformerName) -> ValueTransformer? {
      named(name.rawValue)
    }

    static func named(_ name: String) -> ValueTransformer? {
      known.withLock { $0[NSValueTransformerName(name)] }?.transformer
    }
  }

  /// A protocol that adds the initialiser `init(forName:)` to ``ValueTransformer``.
  ///
  /// Foundation's initialiser returns an existing object. In Swift, only a protocol's initialiser
  /// can do so. Only ``ValueTransformer`` conforms.
  public protocol ValueTransformerName {}

  extension ValueTransformerName where Self: ValueTransformer {
    /// Returns the transformer that is registered under a name, as an instance of this class.
    ///
    /// It is `nil` if there is no transformer with this name, or if it has a different class.
    public init?(forName name: NSValueTransformerName) {
      guard let known = ValueTransformer.named(name.rawValue) as? Self else { return nil }
      self = known
    }
  }
#endif
