#if !canImport(CoreData)
  public import Foundation

  /// The data from which a context creates an object.
  ///
  /// Only contexts create it. It is public because ``NSManagedObject/init(materializing:)`` is a
  /// required initialiser of all subclasses. It does not exist in Core Data.
  public struct ObjectMaterialization {
    /// The entity; `nil` means the entity of the object's class.
    let entity: NSEntityDescription?
    /// The ID of a fault; `nil` for a new object.
    let id: NSManagedObjectID?
    let registry: ObjectRegistry?
    let snapshot: Snapshot?
    /// The context into which a new object is inserted; `nil` for none.
    var destination: NSManagedObjectContext?
  }

  /// An object of an entity, which belongs to a context.
  ///
  /// Subclass it for each entity, with ``Managed`` properties or with the classes that `managedgen`
  /// generates, or read and set properties by name. An object can be used only on the queue of its
  /// context. Pass its ``objectID`` to other queues, not the object. A fault is an object whose
  /// values are not in memory yet; it reads them when the app uses one of them.
  ///
  /// Unlike Apple's class, it does not have accessors that are created at run time, and no undo.
  ///
  /// ```swift
  /// import ManagedObjects
  ///
  /// nonisolated class Todo: NSManagedObject {
  ///   @Managed("title") var title: String?
  ///
  ///   override func willSave() {
  ///     if title == nil { title = "Untitled" }
  ///   }
  /// }
  /// ```
  ///
  /// - Source: Core Data, "NSManagedObject".
  nonisolated open class NSManagedObject: NSObject, NSFetchRequestResult {
    /// The state of an object in its context.
    struct State: OptionSet, Sendable {
      let rawValue: UInt8
      static let fault = State(rawValue: 1)
      static let inserted = State(rawValue: 2)
      static let updated = State(rawValue: 4)
      static let deleted = State(rawValue: 8)
      /// The object is deleted, and the delete rules of its relationships have been applied.
      static let propagated = State(rawValue: 16)
    }

    /// The entity of the object.
    public final let entity: NSEntityDescription
    final let plan: EntityPlan
    final var storedID: NSManagedObjectID?
    final var registry: ObjectRegistry?
    final var state: State = []
    /// The attributes' values, in the order of the plan; empty for a fault.
    final var values: [StoredValue]
    /// The relationships' objects, in the order of the plan; empty for a fault.
    final var relations: [RelationValue]
    /// The stored values as they were last read or saved; `nil` if they are not known.
    final var snapshot: Snapshot?
    final var changedAttributes = ChangeBits()
    final var changedRelations = ChangeBits()
    /// The last read or saved value of each changed relationship, keyed by the relationship's
    /// index.
    final var committedRelations: [Int: RelationValue] = [:]
    /// The position of the object's first unsaved change in the context; a save uses this order.
    final var changeNumber: UInt64 = 0

    /// Creates a new object of an entity.
    ///
    /// - Parameters:
    ///   - entity: The object's entity.
    ///   - context: The context into which the object is inserted; `nil` for none.
    public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
      self.entity = entity
      plan = entity.plan
      values = plan.defaults
      relations = plan.emptyRelations
      super.init()
      if let context { context.insert(self) }
    }

    /// Creates a new object of the class's entity, and inserts it into a context.
    public convenience init(context moc: NSManagedObjectContext) {
      self.init(entity: moc.knownEntity(of: Self.self), insertInto: moc)
    }

    /// Creates an object as a context describes it; only contexts call it.
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

    /// The context of the object; `nil` after the context was released or has removed the object.
    public final var managedObjectContext: NSManagedObjectContext? { registry?.context }

    /// The object's ID.
    ///
    /// It is temporary for a new object. It changes once, when the object gets its permanent ID.
    open var objectID: NSManagedObjectID {
      if let storedID { return storedID }
      let id = NSManagedObjectID(temporaryFor: entity)
      storedID = id
      return id
    }

    /// Whether the object is new and has not been saved.
    public final var isInserted: Bool { state.contains(.inserted) }
    /// Whether the object has unsaved changes; `false` if it is new or deleted.
    public final var isUpdated: Bool { state.contains(.updated) && !isDeleted }
    /// Whether the next save deletes the object.
    public final var isDeleted: Bool { state.contains(.deleted) }
    /// Whether the object's values are not in memory.
    public final var isFault: Bool { state.contains(.fault) }
    /// Whether the object has an insertion, a change or a deletion that is not saved.
    public final var hasChanges: Bool {
      !state.isDisjoint(with: [.inserted, .updated, .deleted])
    }
    /// Whether a save would change the stored object.
    ///
    /// It is `false` if only transient attributes changed, or if attributes were set to their
    /// stored values.
    public final var hasPersistentChangedValues: Bool {
      if isInserted || isDeleted { return true }
      for index in changedAttributes.indices(below: plan.attributes.count)
      where !plan.attributes[index].isTransient {
        guard let snapshot, snapshot.values[index].isSame(as: values[index]) else { return true }
      }
      return !changedRelations.isEmpty
    }
    /// The object's faulting state as a number: 1 for a fault, otherwise 0.
    public final var faultingState: Int { isFault ? 1 : 0 }

    /// Returns the class's entity, in the model that a coordinator started to use last.
    ///
    /// If no such model has an entity for the class, the process ends, as in Core Data.
    open class func entity() -> NSEntityDescription {
      guard let entity = EntityClasses.entity(of: self) else {
        preconditionFailure("No NSEntityDescriptions in any model claim the class '\(self)'")
      }
      return entity
    }

    /// Creates a request for all objects of the class's entity.
    ///
    /// Set its predicate and sort descriptors, and pass it to ``NSManagedObjectContext/fetch(_:)``.
    open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
      NSFetchRequest(entityName: entity().displayName)
    }

    /// Whether changes of properties that are not in the model are ignored; always `true` here.
    ///
    /// Core Data asks the class when an object changes. This module never reads the property.
    open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }

    // MARK: Values by key

    /// Returns the value of the property with a name.
    ///
    /// Numbers are `NSNumber`. A to-many relationship is a `Set<NSManagedObject>`, an ordered one
    /// an `NSOrderedSet`.
    open func value(forKey key: String) -> Any? { propertyValue(key) }
    /// Sets the value of the property with a name.
    open func setValue(_ value: Any?, forKey key: String) { setPropertyValue(value, key) }
    /// Called when the app reads a name that is not a property of the entity.
    ///
    /// The default implementation ends the process. A subclass can return a value instead.
    open func value(forUndefinedKey key: String) -> Any? {
      preconditionFailure(
        "[<\(type(of: self))> valueForUndefinedKey:]: the entity \(entity.displayName) is not key "
          + "value coding-compliant for the key \"\(key)\".")
    }
    /// Called when the app sets a name that is not a property of the entity.
    ///
    /// The default implementation ends the process. A subclass can store the value instead.
    open func setValue(_ value: Any?, forUndefinedKey key: String) {
      preconditionFailure(
        "[<\(type(of: self))> setValue:forUndefinedKey:]: the entity \(entity.displayName) is not "
          + "key value coding-compliant for the key \"\(key)\".")
    }
    /// Reads the values of a fault; call it before ``primitiveValue(forKey:)``.
    open func willAccessValue(forKey key: String?) { fire() }
    /// Does nothing; call it after ``primitiveValue(forKey:)``.
    open func didAccessValue(forKey key: String?) {}
    /// Records a change of a property; call it before ``setPrimitiveValue(_:forKey:)``.
    open func willChangeValue(forKey key: String) { willChangeProperty(key) }
    /// Does nothing; call it after ``setPrimitiveValue(_:forKey:)``.
    open func didChangeValue(forKey key: String) {}

    // MARK: Life

    /// Called once, after the object was inserted into a context as a new object.
    open func awakeFromInsert() {}
    /// Called after the values of a fault were read.
    open func awakeFromFetch() {}
    /// Called before each save of a changed object; it can change the object.
    open func willSave() {}
    /// Called after each save of the object.
    open func didSave() {}
    /// Called before the object is marked for deletion.
    open func prepareForDeletion() {}
    /// Called before the object becomes a fault and loses its values.
    open func willTurnIntoFault() {}
    /// Called after the object has become a fault and lost its values.
    open func didTurnIntoFault() {}
    /// Called after a rollback has discarded the object's changes.
    open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}

    // MARK: Validation

    /// Validates a property's value, in addition to the checks that the model declares.
    ///
    /// The default implementation accepts all values. A subclass can override it.
    ///
    /// - Throws: Nothing by default; a subclass throws the reason why it rejects the value.
    open func validateValue(_ value: Any?, forKey key: String) throws {}

    /// Validates a new object before it is saved.
    ///
    /// - Throws: The validation error of the invalid property. If several properties are invalid,
    ///   an error that lists their errors under `NSDetailedErrorsKey`.
    open func validateForInsert() throws { try validateProperties() }
    /// Validates a changed object before it is saved.
    ///
    /// - Throws: The validation error of the invalid property. If several properties are invalid,
    ///   an error that lists their errors under `NSDetailedErrorsKey`.
    open func validateForUpdate() throws { try validateProperties() }
    /// Validates an object before it is deleted.
    ///
    /// - Throws: A validation error if a relationship with the deny rule still has objects.
    open func validateForDelete() throws { try validateDeletion() }

    /// A hash of the object's memory address, because a context has only one object for each ID.
    open override var hash: Int { Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

    /// The object's entity, ID and values as a string.
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

  /// The reason why ``NSManagedObject/awake(fromSnapshotEvents:)`` is called.
  ///
  /// Here the only reason is ``rollback``: undo is not supported, and other events do not call the
  /// method. The bits are Apple's.
  public struct NSSnapshotEventType: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// An insertion was undone; never set here.
    public static let undoInsertion = NSSnapshotEventType(rawValue: 1 << 1)
    /// A deletion was undone; never set here.
    public static let undoDeletion = NSSnapshotEventType(rawValue: 1 << 2)
    /// A change was undone; never set here.
    public static let undoUpdate = NSSnapshotEventType(rawValue: 1 << 3)
    /// The context discarded its changes.
    public static let rollback = NSSnapshotEventType(rawValue: 1 << 4)
    /// The object was refreshed; never set here.
    public static let refresh = NSSnapshotEventType(rawValue: 1 << 5)
    /// A merge policy changed values; never set here.
    public static let mergePolicy = NSSnapshotEventType(rawValue: 1 << 6)
  }
#endif
