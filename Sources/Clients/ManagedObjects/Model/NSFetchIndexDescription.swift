#if !canImport(CoreData)
  public import Foundation

  /// The description of an index of an entity.
  ///
  /// Set it in ``NSEntityDescription/indexes``. The SQLite store creates an SQL index for it; other
  /// stores ignore it. Unlike at Apple's, ``partialIndexPredicate`` has no effect.
  ///
  /// - Source: Core Data, "NSFetchIndexDescription".
  open class NSFetchIndexDescription: NSObject {
    /// The name of the index.
    open var name: String
    /// The indexed properties, in the order of the index.
    open var elements: [NSFetchIndexElementDescription]
    /// The entity that declares the index.
    public internal(set) weak var entity: NSEntityDescription?
    /// A condition on the indexed rows; stored, but without effect here: all rows are indexed.
    open var partialIndexPredicate: NSPredicate?

    /// Creates an index of properties.
    public init(name: String, elements: [NSFetchIndexElementDescription]?) {
      self.name = name
      self.elements = elements ?? []
    }
  }

  /// The kind of an element of an index.
  ///
  /// Only ``binary`` has an effect here: the SQLite store treats both kinds alike. The raw values
  /// are Apple's.
  public enum NSFetchIndexElementType: UInt, Sendable, Hashable {
    /// Sorted by value.
    case binary = 0
    /// Spatial; here sorted by value too.
    case rTree = 1
  }

  /// An element of an index: a property, its kind and its direction.
  ///
  /// An ``NSFetchIndexDescription`` has one or more elements. Several elements index combinations
  /// of values.
  ///
  /// - Source: Core Data, "NSFetchIndexElementDescription".
  open class NSFetchIndexElementDescription: NSObject {
    /// The indexed property.
    public let property: NSPropertyDescription?
    /// The name of the indexed property.
    public let propertyName: String?
    /// The kind of the index.
    open var collationType: NSFetchIndexElementType
    /// Whether small values come first.
    open var isAscending: Bool = true

    /// Creates an element for a property's values.
    public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
      self.property = property
      self.propertyName = property.name
      self.collationType = collationType
    }
  }
#endif
