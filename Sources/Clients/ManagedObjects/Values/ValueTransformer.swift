#if !canImport(CoreData)
  public import Foundation
  import Synchronization

  /// The name of a value transformer.
  ///
  /// Register a transformer under it with ``ValueTransformer/setValueTransformer(_:forName:)``, and
  /// use it as ``NSAttributeDescription/valueTransformerName``.
  public struct NSValueTransformerName: RawRepresentable, Sendable, Hashable {
    /// The text of the name.
    public let rawValue: String
    /// Creates a name from a text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a name from a text.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// A keyed archive.
    ///
    /// On Linux the classes of the values are not checked.
    public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName(
      "NSSecureUnarchiveFromData")
    /// A keyed archive.
    public static let keyedUnarchiveFromDataTransformerName = NSValueTransformerName(
      "NSKeyedUnarchiveFromData")
  }

  /// A conversion between the values of a transformable attribute and their stored bytes.
  ///
  /// Subclass it, override both transformations, and register an instance under a name before a
  /// store is opened. Foundation does not have this class on Linux. Stores call a transformer on
  /// any thread.
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
    /// A transformer that any thread can use.
    private struct Entry: @unchecked Sendable {
      let transformer: ValueTransformer
    }

    private static let known = Mutex<[NSValueTransformerName: Entry]>([:])

    /// Creates a transformer that returns values unchanged, unless a subclass overrides it.
    public override init() { super.init() }

    /// Registers a transformer under a name; `nil` removes it.
    ///
    /// An attribute with that name uses the transformer from then on. It can be called from any
    /// thread.
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

    /// Returns the transformed value of a value.
    ///
    /// For an attribute this is the `Data` that a store saves.
    open func transformedValue(_ value: Any?) -> Any? { value }
    /// Returns the original value of a transformed value.
    ///
    /// For an attribute this is the value that the app reads.
    open func reverseTransformedValue(_ value: Any?) -> Any? { transformedValue(value) }

    /// Returns the transformer that is registered under a name, or `nil`.
    public class func transformer(forName name: NSValueTransformerName) -> ValueTransformer? {
      named(name.rawValue)
    }

    static func named(_ name: String) -> ValueTransformer? {
      known.withLock { $0[NSValueTransformerName(name)] }?.transformer
    }
  }

  /// The protocol that gives ``ValueTransformer`` the initialiser `init(forName:)`.
  ///
  /// Foundation's initialiser returns an existing object. In Swift only an initialiser of a
  /// protocol can do so. Only ``ValueTransformer`` conforms.
  public protocol ValueTransformerName {}

  extension ValueTransformerName where Self: ValueTransformer {
    /// Returns the transformer that is registered under a name, or `nil` if there is none of this
    /// class.
    public init?(forName name: NSValueTransformerName) {
      guard let known = ValueTransformer.named(name.rawValue) as? Self else { return nil }
      self = known
    }
  }
#endif
