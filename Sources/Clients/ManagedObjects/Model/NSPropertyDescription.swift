#if !canImport(CoreData)
  public import Foundation

  /// A property of an entity: an attribute, a relationship or a fetched property.
  ///
  /// - Source: Core Data, "NSPropertyDescription".
  open class NSPropertyDescription: NSObject {
    /// The entity that declares the property.
    public internal(set) weak var entity: NSEntityDescription?
    /// The name.
    open var name: String = "" { willSet { checkEditable() } }
    /// Whether an object without a value is valid.
    open var isOptional: Bool = true { willSet { checkEditable() } }
    /// Whether values are kept in memory alone.
    open var isTransient: Bool = false { willSet { checkEditable() } }
    /// What an app notes about the property.
    open var userInfo: [AnyHashable: Any]? = [:]
    /// Whether a store should index the values.
    open var isIndexed: Bool = false { willSet { checkEditable() } }
    /// Whether the values go to the system's search index; kept, and without effect here.
    open var isIndexedBySpotlight: Bool = false
    /// The name of the property in an older version of the model, for migration.
    open var renamingIdentifier: String? { willSet { checkEditable() } }
    /// What makes the property another one for ``versionHash`` although nothing else differs.
    open var versionHashModifier: String? { willSet { checkEditable() } }
    /// Predicates that values must pass in addition to the built-in checks.
    open internal(set) var validationPredicates: [NSPredicate] = []
    /// The warnings that go with the predicates.
    open internal(set) var validationWarnings: [Any] = []

    /// A property without a name.
    public override init() { super.init() }

    /// Sets predicates that values must pass, and the texts or codes of their failures.
    open func setValidationPredicates(
      _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?
    ) {
      checkEditable()
      self.validationPredicates = validationPredicates ?? []
      self.validationWarnings = validationWarnings ?? []
    }

    /// A digest of what matters for stored data.
    open var versionHash: Data { Data(ModelDigest.digest(of: digestText)) }

    /// What the digest is made of.
    var digestText: String {
      "\(name)|\(isOptional)|\(isTransient)|\(versionHashModifier ?? "")"
    }

    /// The same property, free to belong to another entity.
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

  /// A property whose value is the result of a fetch.
  ///
  /// It is read and kept; its value is fetched when asked for.
  /// - Source: Core Data, "NSFetchedPropertyDescription".
  open class NSFetchedPropertyDescription: NSPropertyDescription {
    /// The request whose result is the value; `$FETCH_SOURCE` is the object.
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
