#if !canImport(CoreData)
  public import Foundation
  import Synchronization

  /// The description of an entity: its name, the class of its objects, its properties and its
  /// super-entity.
  ///
  /// Create it in code, or load it with an ``NSManagedObjectModel`` from a file. It can be changed
  /// until a coordinator uses its model; after that a change ends the process, and it can be read
  /// from any thread. Unlike Apple's class it also has ``managedObjectClass``, for classes that
  /// cannot be found by name.
  ///
  /// ```swift
  /// import ManagedObjects
  ///
  /// func todoEntity(_ properties: [NSPropertyDescription]) -> NSEntityDescription {
  ///   let entity = NSEntityDescription()
  ///   entity.name = "Todo"
  ///   entity.properties = properties
  ///   entity.uniquenessConstraints = [["title"]]
  ///   return entity
  /// }
  /// ```
  ///
  /// - Source: Core Data, "NSEntityDescription".
  open class NSEntityDescription: NSObject {
    /// The model that contains the entity; `nil` before the entity is added to a model.
    public internal(set) weak var managedObjectModel: NSManagedObjectModel?
    /// The entity's name, which must be unique in its model.
    open var name: String? { willSet { checkEditable() } }
    /// The name of the class of the entity's objects, in the format of `NSStringFromClass`.
    open var managedObjectClassName: String = "NSManagedObject" { willSet { checkEditable() } }
    /// The class of the entity's objects, for classes that cannot be found by name.
    ///
    /// It takes precedence over ``managedObjectClassName``. It does not exist in Core Data. On
    /// Linux, nested and private classes cannot be found by name.
    open var managedObjectClass: NSManagedObject.Type? { willSet { checkEditable() } }
    /// Whether the entity has no objects of its own, so that only its sub-entities can have
    /// objects.
    open var isAbstract: Bool = false { willSet { checkEditable() } }
    /// Arbitrary values that an app attaches to the entity.
    open var userInfo: [AnyHashable: Any]? = [:]
    /// A string that is part of ``versionHash``; change it to mark an otherwise equal entity as
    /// new.
    open var versionHashModifier: String? { willSet { checkEditable() } }
    /// The entity's name in an older version of the model, for migration; `nil` if the name is the
    /// same.
    open var renamingIdentifier: String? { willSet { checkEditable() } }
    /// Groups of property names whose values identify an object.
    ///
    /// No two objects can have the same values for all properties of a group.
    open var uniquenessConstraints: [[Any]] = [] { willSet { checkEditable() } }
    /// The indexes that stores create for the entity.
    open var indexes: [NSFetchIndexDescription] = [] {
      willSet { checkEditable() }
      didSet { for index in indexes { index.entity = self } }
    }

    /// The entity from which this one inherits.
    public internal(set) weak var superentity: NSEntityDescription?
    /// The entities that inherit directly from this one.
    open var subentities: [NSEntityDescription] = [] {
      willSet { checkEditable() }
      didSet {
        for entity in oldValue where entity.superentity === self { entity.superentity = nil }
        for entity in subentities { entity.superentity = self }
        forgetPlan()
      }
    }

    /// The properties that the entity itself declares.
    private(set) var ownProperties: [NSPropertyDescription] = []
    private let lazyPlan = Mutex<EntityPlan?>(nil)
    /// Whether a coordinator uses the entity's model, so that the entity must not change.
    var isFrozen = false

    /// Creates an entity that does not have a name or properties yet.
    public override init() { super.init() }

    /// The inherited properties, followed by those that the entity itself declares.
    ///
    /// Setting the array replaces only the properties that the entity itself declares.
    open var properties: [NSPropertyDescription] {
      get { (superentity?.properties ?? []) + ownProperties }
      set {
        checkEditable()
        let inherited = Set((superentity?.properties ?? []).map(ObjectIdentifier.init))
        ownProperties = newValue.filter { !inherited.contains(ObjectIdentifier($0)) }
        for property in ownProperties { property.entity = self }
        forgetPlan()
      }
    }

    /// All properties of the entity, including inherited ones, keyed by name.
    open var propertiesByName: [String: NSPropertyDescription] {
      properties.reduce(into: [:]) { $0[$1.name] = $1 }
    }
    /// All attributes of the entity, including inherited ones, keyed by name.
    open var attributesByName: [String: NSAttributeDescription] {
      propertiesByName.compactMapValues { $0 as? NSAttributeDescription }
    }
    /// All relationships of the entity, including inherited ones, keyed by name.
    open var relationshipsByName: [String: NSRelationshipDescription] {
      propertiesByName.compactMapValues { $0 as? NSRelationshipDescription }
    }
    /// The entities that inherit directly from this one, keyed by name.
    open var subentitiesByName: [String: NSEntityDescription] {
      subentities.reduce(into: [:]) { $0[$1.name ?? ""] = $1 }
    }

    /// Returns the relationships whose related objects belong to the given entity.
    open func relationships(
      forDestination entity: NSEntityDescription
    ) -> [NSRelationshipDescription] {
      properties.compactMap { $0 as? NSRelationshipDescription }
        .filter { $0.destinationEntity === entity }
    }

    /// Returns whether this entity equals another one, or inherits from it.
    open func isKindOf(entity: NSEntityDescription) -> Bool {
      var candidate: NSEntityDescription? = self
      while let known = candidate {
        if known === entity { return true }
        candidate = known.superentity
      }
      return false
    }

    /// A digest of those settings of the entity that determine the form of stored data.
    open var versionHash: Data { Data(ModelDigest.digest(of: digestText)) }

    private var digestText: String {
      let properties = properties.filter {
        !$0.isTransient && !($0 is NSFetchedPropertyDescription)
      }
      .map(\.digestText).sorted().joined(separator: "\n")
      return "\(name ?? "")|\(isAbstract)|\(superentity?.name ?? "")|\(versionHashModifier ?? "")\n"
        + properties
    }

    /// The top-most super-entity, or the entity itself.
    final var root: NSEntityDescription {
      var top = self
      while let above = top.superentity { top = above }
      return top
    }

    /// The entity and all entities that inherit from it.
    final var family: [NSEntityDescription] { [self] + subentities.flatMap(\.family) }

    /// The indexes of the properties in an object's storage.
    final var plan: EntityPlan {
      lazyPlan.withLock { plan in
        if let plan { return plan }
        let made = EntityPlan(self)
        plan = made
        return made
      }
    }

    package final var managedObjectType: NSManagedObject.Type { plan.objectClass }

    private func forgetPlan() {
      lazyPlan.withLock { $0 = nil }
      for entity in subentities { entity.forgetPlan() }
    }

    private func checkEditable() { precondition(!isFrozen, "Can't modify an immutable model.") }

    /// Marks the entity as unchangeable, and creates its plan.
    final func freeze() {
      forgetPlan()
      _ = plan
      isFrozen = true
    }

    /// The entity's name for error messages, which shows a placeholder if there is no name.
    final var displayName: String { name ?? "(unnamed)" }

    /// Returns the entity with a name in a context's model, or `nil` if there is none.
    open class func entity(
      forEntityName entityName: String, in context: NSManagedObjectContext
    ) -> NSEntityDescription? {
      context.model?.entitiesByName[entityName]
    }

    /// Creates an object of the entity with a name, and inserts it into a context.
    ///
    /// If the context's model does not have the entity, the process ends, as in Core Data.
    open class func insertNewObject(
      forEntityName entityName: String, into context: NSManagedObjectContext
    ) -> NSManagedObject {
      guard let entity = entity(forEntityName: entityName, in: context) else {
        preconditionFailure(
          "+entityForName: could not locate an NSManagedObjectModel for entity name '\(entityName)'"
        )
      }
      return context.makeInserted(entity)
    }
  }
#endif
