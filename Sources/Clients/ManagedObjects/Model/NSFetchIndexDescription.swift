#if !canImport(CoreData)
  public import Foundation

  /// An index of an entity; the SQLite store makes one of SQL.
  ///
  /// - Source: Core Data, "NSFetchIndexDescription".
  open class NSFetchIndexDescription: NSObject {
    /// The name.
    open var name: String
    /// What is indexed, in order.
    open var elements: [NSFetchIndexElementDescription]
    /// The entity that declares the index.
    public internal(set) weak var entity: NSEntityDescription?
    /// Which rows are indexed; kept, and without effect here: all are.
    open var partialIndexPredicate: NSPredicate?

    /// An index of elements.
    public init(name: String, elements: [NSFetchIndexElementDescription]?) {
      self.name = name
      self.elements = elements ?? []
    }
  }

  /// How an element is indexed.
  public enum NSFetchIndexElementType: UInt, Sendable, Hashable {
    /// In the order of the values.
    case binary = 0
    /// In space; indexed in the order of the values here.
    case rTree = 1
  }

  /// A part of an index.
  ///
  /// - Source: Core Data, "NSFetchIndexElementDescription".
  open class NSFetchIndexElementDescription: NSObject {
    /// The indexed property.
    public let property: NSPropertyDescription?
    /// The name of the indexed property.
    public let propertyName: String?
    /// How the values are indexed.
    open var collationType: NSFetchIndexElementType
    /// Whether small values come first.
    open var isAscending: Bool = true

    /// An index of a property's values.
    public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
      self.property = property
      self.propertyName = property.name
      self.collationType = collationType
    }
  }
#endif
