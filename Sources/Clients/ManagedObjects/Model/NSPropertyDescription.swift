#if !canImport(CoreData)
  public import Foundation

  /// The description of a property of an entity: an attribute, a relationship or a fetched
  /// property.
  ///
  /// Use one of the subclasses. A property can be changed until a coordinator uses the model; after
  /// that a change ends the process.
  ///
  /// - Source: Core Data, "NSPropertyDescription".
  open class NSPropertyDescription: NSObject {
    /// The entity that declares the property; `nil` before the property is added to an entity.
    public internal(set) weak var entity: NSEntityDescription?
    /// The property's name, which must be unique in its entity.
    open var name: String = "" { willSet { checkEditable() } }
    /// Whether an object can be saved without a value of the property.
    open var isOptional: Bool = true { willSet { checkEditable() } }
    /// Whether values exist only in memory and are never stored.
    open var isTransient: Bool = false { willSet { checkEditable() } }
    /// Arbitrary values that an app attaches to the property.
    open var userInfo: [AnyHashable: Any]? = [:]
    /// Whether the SQLite store creates an index for the attribute; other stores ignore it.
    open var isIndexed: Bool = false { willSet { checkEditable() } }
    /// Whether the system's search indexes the values; this property has no effect here.
    open var isIndexedBySpotlight: Bool = false
    /// The property's name in an older version of the model, for migration; `nil` if it is the
    /// same.
    open var renamingIdentifier: String? { willSet { checkEditable() } }
    /// A string that is part of ``versionHash``; change it to mark an otherwise equal property as
    /// new.
    open var versionHashModifier: String? { willSet { checkEditable() } }
    /// The predicates that a value must fulfil, in addition to the built-in checks.
    open internal(set) var validationPredicates: [NSPredicate] = []
    /// The messages or error codes for values that violate ``validationPredicates``, in the same
    /// order.
    open internal(set) var validationWarnings: [Any] = []

    /// Creates a property that does not have a name yet.
    public override init() { super.init() }

    /// Sets the predicates that a value must fulfil, and a message or error code for each
    /// predicate.
    open func setValidationPredicates(
      _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?
    ) {
      checkEditable()
      self.validationPredicates = validationPredicates ?? []
      self.validationWarnings = validationWarnings ?? []
    }

    /// A digest of those settings of the property that determine the form of stored data.
    open var versionHash: Data { Data(ModelDigest.digest(of: digestText)) }

    /// The string from which ``versionHash`` is computed.
    var digestText: String {
      "\(name)|\(isOptional)|\(isTransient)|\(versionHashModifier ?? "")"
    }

    /// Returns a copy that can belong to a different entity.
    func duplicate() -> NSPropertyDescription {
      let copy = NSPropertyDescription()
      copy.copyCommon(from: self)
      return copy
    }

    final func copyCommon(from other: NSPropertyDescription) {
      name = other.name
      isOptional = other.isOptional
      isTransient = other.isTransient
      userInfo = other.userInfo
      isIndexed = other.isIndexed
      isIndexedBySpotlight = other.isIndexedBySpotlight
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
  /// The property is read-only, and its value is fetched each time it is read. Unlike in Core Data,
  /// the object does not cache the value.
  ///
  /// - Source: Core Data, "NSFetchedPropertyDescription".
  open class NSFetchedPropertyDescription: NSPropertyDescription {
    /// The request whose results are the property's value.
    ///
    /// In its predicate, the variable `$FETCH_SOURCE` is the object that has the property.
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
      willSet { checkEditable() }
    }

    override func duplicate() -> NSPropertyDescription {
      let copy = NSFetchedPropertyDescription()
      copy.copyCommon(from: self)
      copy.fetchRequest = fetchRequest
      return copy
    }
  }
#endif
