#if !canImport(CoreData)
  public import Foundation

  /// What a fetched object is made of; only contexts make one.
  public struct ObjectMaterialization {
    /// The entity; `nil` for that of the class.
    let entity: NSEntityDescription?
    /// The id and the context of a fault; `nil` of a new object.
    let id: NSManagedObjectID?
    let registry: ObjectRegistry?
    let snapshot: Snapshot?
    /// The context that a new object is inserted into.
    var destination: NSManagedObjectContext?
  }

  /// An object of an entity, in a context.
  ///
  /// It belongs to the queue of its context.
  /// - Source: Core Data, "NSManagedObject".
  nonisolated open class NSManagedObject: NSObject, NSFetchRequestResult {
    /// What an object is at the moment.
    struct State: OptionSet, Sendable {
      let rawValue: UInt8
      static let fault = State(rawValue: 1)
      static let inserted = State(rawValue: 2)
      static let updated = State(rawValue: 4)
      static let deleted = State(rawValue: 8)
      /// Its deletion was carried over to related objects.
      static let propagated = State(rawValue: 16)
    }

    /// The entity.
    public final let entity: NSEntityDescription
    final let plan: EntityPlan
    final var storedID: NSManagedObjectID?
    final var registry: ObjectRegistry?
    final var state: State = []
    /// The attributes; none of a fault.
    final var values: [StoredValue]
    /// The relationships; none of a fault.
    final var relations: [RelationValue]
    /// What the store had when the object was last read or saved.
    final var snapshot: Snapshot?
    final var changedAttributes = ChangeBits()
    final var changedRelations = ChangeBits()
    /// The relationships as they were before they were changed.
    final var committedRelations: [Int: RelationValue] = [:]
    /// The place among the changes of the context, for an order of saving.
    final var changeNumber: UInt64 = 0

    /// A new object, inserted into a context if there is one.
    public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
      self.entity = entity
      plan = entity.plan
      values = plan.defaults
      relations = plan.emptyRelations
      super.init()
      if let context { context.insert(self) }
    }

    /// A new object of the class's entity, in a context.
    public convenience init(context moc: NSManagedObjectContext) {
      self.init(entity: moc.knownEntity(of: Self.self), insertInto: moc)
    }

    /// An object that exists in a store; contexts call it.
    public required convenience init(materializing materialization: ObjectMaterialization) {
      let context = materialization.destination
      guard let entity = materialization.entity ?? context?.knownEntity(of: Self.self) else {
        preconditionFailure("\(Self.self) needs an entity or a context")
      }
      self.init(entity: entity, insertInto: context)
      guard let id = materialization.id else { return }
      values = []
      relations = []
      storedID = id
      registry = materialization.registry
      snapshot = materialization.snapshot
      state = .fault
    }

    deinit {
      if let registry, let storedID { registry.forget(storedID) }
    }

    /// The context, as long as it is there.
    public final var managedObjectContext: NSManagedObjectContext? { registry?.context }

    /// The id, which changes once when the object is saved for the first time.
    open var objectID: NSManagedObjectID {
      if let storedID { return storedID }
      let id = NSManagedObjectID(temporaryFor: entity)
      storedID = id
      return id
    }

    /// Whether the object is new since the last save.
    public final var isInserted: Bool { state.contains(.inserted) }
    /// Whether the object was changed since the last save, and is not new.
    public final var isUpdated: Bool { state.contains(.updated) && !isDeleted }
    /// Whether the next save deletes the object.
    public final var isDeleted: Bool { state.contains(.deleted) }
    /// Whether the values are not there yet.
    public final var isFault: Bool { state.contains(.fault) }
    /// Whether the object is new, changed or deleted.
    public final var hasChanges: Bool {
      !state.isDisjoint(with: [.inserted, .updated, .deleted])
    }
    /// Whether values that stores keep differ from the stored ones.
    public final var hasPersistentChangedValues: Bool {
      if isInserted || isDeleted { return true }
      for index in changedAttributes.indices(below: plan.attributes.count)
      where !plan.attributes[index].isTransient {
        guard let snapshot, snapshot.values[index].isSame(as: values[index]) else { return true }
      }
      return !changedRelations.isEmpty
    }
    /// 1 for a fault, else 0.
    public final var faultingState: Int { isFault ? 1 : 0 }

    /// The entity of the class, in the model that was loaded last.
    open class func entity() -> NSEntityDescription {
      guard let entity = EntityClasses.entity(of: self) else {
        preconditionFailure("No NSEntityDescriptions in any model claim the class '\(self)'")
      }
      return entity
    }

    /// A request for all objects of the class's entity.
    open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
      NSFetchRequest(entityName: entity().displayName)
    }

    /// Whether objects of the class keep values that were set from outside; always.
    open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }

    // MARK: Values by key

    /// The value of a property, by its name.
    ///
    /// Numbers come as `NSNumber`; relationships to many as `Set<NSManagedObject>`, ordered ones as
    /// `NSOrderedSet`.
    open func value(forKey key: String) -> Any? { propertyValue(key) }
    /// Sets a property, by its name.
    open func setValue(_ value: Any?, forKey key: String) { setPropertyValue(value, key) }
    /// The value for a name that is no property; the app stops here unless a subclass answers.
    open func value(forUndefinedKey key: String) -> Any? {
      preconditionFailure(
        "[<\(type(of: self))> valueForUndefinedKey:]: the entity \(entity.displayName) is not key "
          + "value coding-compliant for the key \"\(key)\".")
    }
    /// Takes the value for a name that is no property; the app stops here unless a subclass does.
    open func setValue(_ value: Any?, forUndefinedKey key: String) {
      preconditionFailure(
        "[<\(type(of: self))> setValue:forUndefinedKey:]: the entity \(entity.displayName) is not "
          + "key value coding-compliant for the key \"\(key)\".")
    }
    /// Called before a value is read past the property.
    open func willAccessValue(forKey key: String?) { fire() }
    /// Called after a value is read past the property.
    open func didAccessValue(forKey key: String?) {}
    /// Called before a value is changed past the property.
    open func willChangeValue(forKey key: String) { willChangeProperty(key) }
    /// Called after a value is changed past the property.
    open func didChangeValue(forKey key: String) {}

    // MARK: Life

    /// Called once when the object is new.
    open func awakeFromInsert() {}
    /// Called when the object's values have come.
    open func awakeFromFetch() {}
    /// Called before each save of a changed object; may change it.
    open func willSave() {}
    /// Called after each save.
    open func didSave() {}
    /// Called when the object is about to be deleted.
    open func prepareForDeletion() {}
    /// Called before the values go.
    open func willTurnIntoFault() {}
    /// Called when the values are gone.
    open func didTurnIntoFault() {}
    /// Called after a rollback brought stored values back.
    open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}

    // MARK: Validation

    /// Checks a value; subclasses may refuse it.
    ///
    /// - Throws: nothing; what a subclass throws refuses the value.
    open func validateValue(_ value: Any?, forKey key: String) throws {}

    /// Checks a new object.
    ///
    /// - Throws: what is wrong with the properties: a validation error of Core Data, or several in
    ///   one.
    open func validateForInsert() throws { try validateProperties() }
    /// Checks a changed object.
    ///
    /// - Throws: what is wrong with the properties: a validation error of Core Data, or several in
    ///   one.
    open func validateForUpdate() throws { try validateProperties() }
    /// Checks an object that is to be deleted.
    ///
    /// - Throws: the validation error of a relationship that denies the deletion.
    open func validateForDelete() throws { try validateDeletion() }

    /// Where the object is in memory: a context has one object of an id.
    open override var hash: Int { Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

    /// The entity, the id and the values.
    open override var description: String {
      let data =
        isFault
        ? "<fault>"
        : plan.attributes.enumerated().map { index, attribute in
          let value = values[index].external(attribute.attributeType)
          return "\(attribute.name) = \(value.map { "\($0)" } ?? "nil")"
        }.joined(separator: "; ")
      return "<\(type(of: self))> (entity: \(entity.displayName); id: \(objectID); data: \(data))"
    }
  }

  /// Why ``NSManagedObject/awake(fromSnapshotEvents:)`` is called.
  public struct NSSnapshotEventType: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set of its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// An insertion was undone.
    public static let undoInsertion = NSSnapshotEventType(rawValue: 1 << 1)
    /// A deletion was undone.
    public static let undoDeletion = NSSnapshotEventType(rawValue: 1 << 2)
    /// A change was undone.
    public static let undoUpdate = NSSnapshotEventType(rawValue: 1 << 3)
    /// Changes were rolled back.
    public static let rollback = NSSnapshotEventType(rawValue: 1 << 4)
    /// The object was refreshed.
    public static let refresh = NSSnapshotEventType(rawValue: 1 << 5)
    /// A merge policy changed values.
    public static let mergePolicy = NSSnapshotEventType(rawValue: 1 << 6)
  }
#endif
