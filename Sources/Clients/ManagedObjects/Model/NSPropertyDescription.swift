#if !canImport(CoreData)
  public import Foundation

  /// The description of a property of an entity: an attribute, a relationship or a fetched
  /// property.
  ///
  /// Use one of the subclasses. It can be changed until a coordinator uses the model; after that a
  /// change ends the process.
  ///
  /// - Source: Core Data, "NSPropertyDescription".
  open class NSPropertyDescription: NSObject {
    /// The entity that declares the property.
    public internal(set) weak var entity: NSEntityDescription?
    /// The name of the property.
    open var name: String = "" { willSet { checkEditable() } }
    /// Whether an object without a value is valid.
    open var isOptional: Bool = true { willSet { checkEditable() } }
    /// Whether values are only in memory and not stored.
    open var isTransient: Bool = false { willSet { checkEditable() } }
    /// Any values that an app stores with the property.
    open var userInfo: [AnyHashable: Any]? = [:]
    /// Whether a store should index the values.
    open var isIndexed: Bool = false { willSet { checkEditable() } }
    /// Whether the system's search indexes the values; stored, but without effect here.
    open var isIndexedBySpotlight: Bool = false
    /// The name of the property in an older version of the model, for migration.
    open var renamingIdentifier: String? { willSet { checkEditable() } }
    /// A text that changes ``versionHash`` although the property itself is the same.
    open var versionHashModifier: String? { willSet { checkEditable() } }
    /// Predicates that must be true for values, in addition to the built-in checks.
    open internal(set) var validationPredicates: [NSPredicate] = []
    /// The warnings that belong to the predicates.
    open internal(set) var validationWarnings: [Any] = []

    /// Creates a property without a name.
    public override init() { super.init() }

    /// Sets predicates that must be true for values, and the texts or codes for values that violate
    /// them.
    open func setValidationPredicates(
      _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?
    ) {
      checkEditable()
      self.validationPredicates = validationPredicates ?? []
      self.validationWarnings = validationWarnings ?? []
    }

    /// A digest of the property's parts that stored data depend on.
    open var versionHash: Data { Data(ModelDigest.digest(of: digestText)) }

    /// The text from which the digest is computed.
    var digestText: String {
      "\(name)|\(isOptional)|\(isTransient)|\(versionHashModifier ?? "")"
    }

    /// Returns a copy that can belong to a different entity.
    func duplicate() -> NSPropertyDescription {
      let copy = NSPropertyDescription()
      copy.takeCommon(from: self)
      return copy
    }

    final func takeCommon(from other: NSPropertyDescription) {
      name = other.name
      isOptional = other.isOptional
      isTransient = other.isTransient
      userInfo = other.userInfo
      isIndexed = other.isIndexed
      renamingIdentifier = other.renamingIdentifier
      versionHashModifier = other.versionHashModifier
      validationPredicates = other.validationPredicates
      validationWarnings = other.validationWarnings
    }

    final func checkEditable() {
      precondition(!(entity?.isFrozen ?? false), "Can't modify an immutable model.")
    }
  }

  /// The description of a property whose value is the result of a fetch.
  ///
  /// The value is fetched whenever it is read, and it is read-only. Unlike at Apple's, it is not
  /// cached in the object.
  ///
  /// - Source: Core Data, "NSFetchedPropertyDescription".
  open class NSFetchedPropertyDescription: NSPropertyDescription {
    /// The request whose results are the value.
    ///
    /// In its predicate, `$FETCH_SOURCE` is the object.
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
      willSet { checkEditable() }
    }

    override func duplicate() -> NSPropertyDescription {
      let copy = NSFetchedPropertyDescription()
      copy.takeCommon(from: self)
      copy.fetchRequest = fetchRequest
      return copy
    }
  }
#endif
