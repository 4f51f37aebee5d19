#if !canImport(CoreData)
  public import Foundation
  import Synchronization

  /// An entity: what its objects are called, have and are related to.
  ///
  /// Free to change until a coordinator uses its model.
  /// - Source: Core Data, "NSEntityDescription".
  open class NSEntityDescription: NSObject {
    /// The model that the entity belongs to.
    public internal(set) weak var managedObjectModel: NSManagedObjectModel?
    /// The name.
    open var name: String? { willSet { checkEditable() } }
    /// The name of the class of the objects, as `NSStringFromClass` says it.
    open var managedObjectClassName: String = "NSManagedObject" { willSet { checkEditable() } }
    /// The class of the objects itself, for classes that no name leads to.
    ///
    /// Not in Core Data: on Linux no name leads to nested and private classes.
    open var managedObjectClass: NSManagedObject.Type? { willSet { checkEditable() } }
    /// Whether there are objects of sub-entities only.
    open var isAbstract: Bool = false { willSet { checkEditable() } }
    /// What an app notes about the entity.
    open var userInfo: [AnyHashable: Any]? = [:]
    /// What makes the entity another one for ``versionHash`` although nothing else differs.
    open var versionHashModifier: String? { willSet { checkEditable() } }
    /// The name of the entity in an older version of the model, for migration.
    open var renamingIdentifier: String? { willSet { checkEditable() } }
    /// Names of properties whose values, taken together, no two objects may share.
    open var uniquenessConstraints: [[Any]] = [] { willSet { checkEditable() } }
    /// The indexes.
    open var indexes: [NSFetchIndexDescription] = [] {
      willSet { checkEditable() }
      didSet { for index in indexes { index.entity = self } }
    }

    /// The entity that this one inherits from.
    public internal(set) weak var superentity: NSEntityDescription?
    /// The entities that inherit from this one.
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
    /// Whether a coordinator uses the model.
    var isFrozen = false

    /// An entity without name and properties.
    public override init() { super.init() }

    /// The properties, those of super-entities first.
    ///
    /// Setting them leaves inherited ones where they are.
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

    /// The properties by name, inherited ones included.
    open var propertiesByName: [String: NSPropertyDescription] {
      properties.reduce(into: [:]) { $0[$1.name] = $1 }
    }
    /// The attributes by name, inherited ones included.
    open var attributesByName: [String: NSAttributeDescription] {
      propertiesByName.compactMapValues { $0 as? NSAttributeDescription }
    }
    /// The relationships by name, inherited ones included.
    open var relationshipsByName: [String: NSRelationshipDescription] {
      propertiesByName.compactMapValues { $0 as? NSRelationshipDescription }
    }
    /// The sub-entities by name.
    open var subentitiesByName: [String: NSEntityDescription] {
      subentities.reduce(into: [:]) { $0[$1.name ?? ""] = $1 }
    }

    /// The relationships whose objects are of an entity.
    open func relationships(
      forDestination entity: NSEntityDescription
    ) -> [NSRelationshipDescription] {
      properties.compactMap { $0 as? NSRelationshipDescription }
        .filter { $0.destinationEntity === entity }
    }

    /// Whether the entity is another one or inherits from it.
    open func isKindOf(entity: NSEntityDescription) -> Bool {
      var candidate: NSEntityDescription? = self
      while let known = candidate {
        if known === entity { return true }
        candidate = known.superentity
      }
      return false
    }

    /// A digest of what matters for stored data.
    open var versionHash: Data { Data(ModelDigest.digest(of: digestText)) }

    private var digestText: String {
      let properties = properties.filter {
        !$0.isTransient && !($0 is NSFetchedPropertyDescription)
      }
      .map(\.digestText).sorted().joined(separator: "\n")
      return "\(name ?? "")|\(isAbstract)|\(superentity?.name ?? "")|\(versionHashModifier ?? "")\n"
        + properties
    }

    /// The entity at the top of the inheritance.
    final var root: NSEntityDescription {
      var top = self
      while let above = top.superentity { top = above }
      return top
    }

    /// The entity and all that inherit from it.
    final var family: [NSEntityDescription] { [self] + subentities.flatMap(\.family) }

    /// Where each property stands in an object's storage.
    final var plan: EntityPlan {
      lazyPlan.withLock { plan in
        if let plan { return plan }
        let made = EntityPlan(self)
        plan = made
        return made
      }
    }

    /// The class of the objects.
    package final var managedObjectType: NSManagedObject.Type { plan.objectClass }

    private func forgetPlan() {
      lazyPlan.withLock { $0 = nil }
      for entity in subentities { entity.forgetPlan() }
    }

    private func checkEditable() { precondition(!isFrozen, "Can't modify an immutable model.") }

    /// Fixes the entity, with the plan of its properties.
    final func freeze() {
      forgetPlan()
      _ = plan
      isFrozen = true
    }

    /// The name, or none in words.
    final var displayName: String { name ?? "(unnamed)" }

    /// The entity of a name in the model of a context.
    open class func entity(
      forEntityName entityName: String, in context: NSManagedObjectContext
    ) -> NSEntityDescription? {
      context.model?.entitiesByName[entityName]
    }

    /// A new object of the entity of a name.
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
