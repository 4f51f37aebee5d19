#if !canImport(CoreData)
  public import Foundation
  import Synchronization

  /// The name of a transformer.
  public struct NSValueTransformerName: RawRepresentable, Sendable, Hashable {
    /// The name.
    public let rawValue: String
    /// The name of a text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name of a text.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// Archives by key; the classes of the values are not checked on Linux.
    public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName(
      "NSSecureUnarchiveFromData")
    /// Archives by key.
    public static let keyedUnarchiveFromDataTransformerName = NSValueTransformerName(
      "NSKeyedUnarchiveFromData")
  }

  /// Makes values of one kind of values of another; Foundation has none on Linux.
  ///
  /// - Source: Foundation, "ValueTransformer".
  open class ValueTransformer: NSObject, ValueTransformerName {
    /// A transformer that may be used by any thread.
    private struct Entry: @unchecked Sendable {
      let transformer: ValueTransformer
    }

    private static let known = Mutex<[NSValueTransformerName: Entry]>([:])

    /// A transformer.
    public override init() { super.init() }

    /// Makes a transformer known by a name; `nil` makes it unknown.
    public class func setValueTransformer(
      _ transformer: ValueTransformer?, forName name: NSValueTransformerName
    ) {
      let entry = transformer.map { Entry(transformer: $0) }
      known.withLock { $0[name] = entry }
    }

    /// The names of the known transformers.
    public class func valueTransformerNames() -> [NSValueTransformerName] {
      known.withLock { Array($0.keys) }
    }

    /// Whether values can be made back.
    open class func allowsReverseTransformation() -> Bool { true }
    /// The class of what is made.
    open class func transformedValueClass() -> AnyClass { NSObject.self }

    /// The value that is made of a value.
    open func transformedValue(_ value: Any?) -> Any? { value }
    /// The value that a value was made of.
    open func reverseTransformedValue(_ value: Any?) -> Any? { transformedValue(value) }

    /// The transformer of a name.
    public class func transformer(forName name: NSValueTransformerName) -> ValueTransformer? {
      named(name.rawValue)
    }

    static func named(_ name: String) -> ValueTransformer? {
      known.withLock { $0[NSValueTransformerName(name)] }?.transformer
    }
  }

  /// A type whose objects are found by their names.
  ///
  /// Foundation's `init(forName:)` returns an object that exists already. Only an initialiser of a
  /// protocol can do so in Swift.
  public protocol ValueTransformerName {}

  extension ValueTransformerName where Self: ValueTransformer {
    /// Returns the transformer that is known by a name, or `nil` if there is none of this class.
    public init?(forName name: NSValueTransformerName) {
      guard let known = ValueTransformer.named(name.rawValue) as? Self else { return nil }
      self = known
    }
  }
#endif
