#if !canImport(CoreData)
  public import Foundation

  /// The description of an index of an entity's objects.
  ///
  /// Add it to ``NSEntityDescription/indexes``. The SQLite store creates an SQL index for it; other
  /// stores ignore it. Unlike in Core Data, ``partialIndexPredicate`` has no effect.
  ///
  /// - Source: Core Data, "NSFetchIndexDescription".
  open class NSFetchIndexDescription: NSObject {
    /// The index's name, which must be unique in its entity.
    open var name: String
    /// The indexed properties; the first one is the most significant.
    open var elements: [NSFetchIndexElementDescription]
    /// The entity that declares the index; `nil` before the index is added to an entity.
    public internal(set) weak var entity: NSEntityDescription?
    /// The condition for indexing an object; it has no effect here, and all objects are indexed.
    open var partialIndexPredicate: NSPredicate?

    /// Creates an index with the given elements.
    public init(name: String, elements: [NSFetchIndexElementDescription]?) {
      self.name = name
      self.elements = elements ?? []
    }
  }

  /// The data structure of an index element.
  ///
  /// The SQLite store uses ``binary`` for both kinds. The raw values are Apple's.
  public enum NSFetchIndexElementType: UInt, Sendable, Hashable {
    /// Sorts the objects by value.
    case binary = 0
    /// Apple's spatial index; here the same as ``binary``.
    case rTree = 1
  }

  /// An element of an index: a property, its kind and its direction.
  ///
  /// An ``NSFetchIndexDescription`` has one or more elements. An index with several elements covers
  /// the combinations of their values.
  ///
  /// - Source: Core Data, "NSFetchIndexElementDescription".
  open class NSFetchIndexElementDescription: NSObject {
    /// The indexed property.
    public let property: NSPropertyDescription?
    /// The name of the indexed property.
    public let propertyName: String?
    /// The data structure of the element.
    open var collationType: NSFetchIndexElementType
    /// Whether the index contains values in ascending order.
    open var isAscending: Bool = true

    /// Creates an element that indexes a property's values.
    public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
      self.property = property
      self.propertyName = property.name
      self.collationType = collationType
    }
  }
#endif
