#if !canImport(CoreData)
  public import Foundation

  /// The data from which a context creates an object.
  ///
  /// Only contexts create it. It is public because ``NSManagedObject/init(materializing:)`` is a
  /// required initialiser of all subclasses. It does not exist in Core Data.
  public struct ObjectMaterialization {
    /// The entity; `nil` means the entity of the class.
    let entity: NSEntityDescription?
    /// The ID and the context of a fault; `nil` for a new object.
    let id: NSManagedObjectID?
    let registry: ObjectRegistry?
    let snapshot: Snapshot?
    /// The context into which a new object is inserted.
    var destination: NSManagedObjectContext?
  }

  /// An object of an entity, in a context.
  ///
  /// Subclass it for each entity, with ``Managed`` properties or with classes from `managedgen`, or
  /// read and set properties by name. An object belongs to the queue of its context. Pass its
  /// ``objectID`` to other queues, not the object. A fault does not have its values in memory yet;
  /// it reads them when one of them is used.
  ///
  /// Unlike Apple's class it has no accessors that are created at run time, and no undo.
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
    /// The current state of an object.
    struct State: OptionSet, Sendable {
      let rawValue: UInt8
      static let fault = State(rawValue: 1)
      static let inserted = State(rawValue: 2)
      static let updated = State(rawValue: 4)
      static let deleted = State(rawValue: 8)
      /// The delete rules of its deletion have been applied.
      static let propagated = State(rawValue: 16)
    }

    /// The entity of the object.
    public final let entity: NSEntityDescription
    final let plan: EntityPlan
    final var storedID: NSManagedObjectID?
    final var registry: ObjectRegistry?
    final var state: State = []
    /// The attributes; empty for a fault.
    final var values: [StoredValue]
    /// The relationships; empty for a fault.
    final var relations: [RelationValue]
    /// The stored values when the object was last read or saved.
    final var snapshot: Snapshot?
    final var changedAttributes = ChangeBits()
    final var changedRelations = ChangeBits()
    /// The earlier values of changed relationships.
    final var committedRelations: [Int: RelationValue] = [:]
    /// The position among the changes of the context, for the order of a save.
    final var changeNumber: UInt64 = 0

    /// Creates a new object, and inserts it into a context if there is one.
    public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
      self.entity = entity
      plan = entity.plan
      values = plan.defaults
      relations = plan.emptyRelations
      super.init()
      if let context { context.insert(self) }
    }

    /// Creates a new object in a context, with the class's entity.
    public convenience init(context moc: NSManagedObjectContext) {
      self.init(entity: moc.knownEntity(of: Self.self), insertInto: moc)
    }

    /// Creates an object for data from a context; only contexts call it.
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

    /// The ID of the object.
    ///
    /// It changes once, when the object is saved for the first time.
    open var objectID: NSManagedObjectID {
      if let storedID { return storedID }
      let id = NSManagedObjectID(temporaryFor: entity)
      storedID = id
      return id
    }

    /// Whether the object was inserted since the last save.
    public final var isInserted: Bool { state.contains(.inserted) }
    /// Whether the object was changed since the last save; `false` for an inserted object.
    public final var isUpdated: Bool { state.contains(.updated) && !isDeleted }
    /// Whether the next save deletes the object.
    public final var isDeleted: Bool { state.contains(.deleted) }
    /// Whether the object's values have not been read yet.
    public final var isFault: Bool { state.contains(.fault) }
    /// Whether the object was inserted, changed or deleted since the last save.
    public final var hasChanges: Bool {
      !state.isDisjoint(with: [.inserted, .updated, .deleted])
    }
    /// Whether attributes that stores save differ from the stored values, or relationships were
    /// changed.
    public final var hasPersistentChangedValues: Bool {
      if isInserted || isDeleted { return true }
      for index in changedAttributes.indices(below: plan.attributes.count)
      where !plan.attributes[index].isTransient {
        guard let snapshot, snapshot.values[index].isSame(as: values[index]) else { return true }
      }
      return !changedRelations.isEmpty
    }
    /// 1 for a fault, otherwise 0.
    public final var faultingState: Int { isFault ? 1 : 0 }

    /// Returns the entity of the class, in the model that was loaded last.
    ///
    /// Models count from the time when a coordinator first uses them. If no model has an entity for the
    /// class, the process ends, as with Core Data.
    open class func entity() -> NSEntityDescription {
      guard let entity = EntityClasses.entity(of: self) else {
        preconditionFailure("No NSEntityDescriptions in any model claim the class '\(self)'")
      }
      return entity
    }

    /// Creates a request for all objects of the class's entity.
    ///
    /// Set its predicate and order, and pass it to ``NSManagedObjectContext/fetch(_:)``.
    open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
      NSFetchRequest(entityName: entity().displayName)
    }

    /// Whether changes of properties that are not in the model are ignored; always `true` here.
    ///
    /// Core Data asks a class for it when an object changes; this module does not.
    open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }

    // MARK: Values by key

    /// Returns the value of a property by its name.
    ///
    /// Numbers are `NSNumber`. A to-many relationship is a `Set<NSManagedObject>`, an ordered one
    /// an `NSOrderedSet`.
    open func value(forKey key: String) -> Any? { propertyValue(key) }
    /// Sets a property by its name.
    open func setValue(_ value: Any?, forKey key: String) { setPropertyValue(value, key) }
    /// Returns the value for a name that is not a property.
    ///
    /// Unless a subclass overrides it, the process ends.
    open func value(forUndefinedKey key: String) -> Any? {
      preconditionFailure(
        "[<\(type(of: self))> valueForUndefinedKey:]: the entity \(entity.displayName) is not key "
          + "value coding-compliant for the key \"\(key)\".")
    }
    /// Sets the value for a name that is not a property.
    ///
    /// Unless a subclass overrides it, the process ends.
    open func setValue(_ value: Any?, forUndefinedKey key: String) {
      preconditionFailure(
        "[<\(type(of: self))> setValue:forUndefinedKey:]: the entity \(entity.displayName) is not "
          + "key value coding-compliant for the key \"\(key)\".")
    }
    /// Called before a primitive value is read.
    open func willAccessValue(forKey key: String?) { fire() }
    /// Called after a primitive value was read.
    open func didAccessValue(forKey key: String?) {}
    /// Called before a primitive value is changed.
    open func willChangeValue(forKey key: String) { willChangeProperty(key) }
    /// Called after a primitive value was changed.
    open func didChangeValue(forKey key: String) {}

    // MARK: Life

    /// Called once after the object was inserted into a context.
    open func awakeFromInsert() {}
    /// Called after the object's values were read.
    open func awakeFromFetch() {}
    /// Called before each save of a changed object.
    ///
    /// It can change the object.
    open func willSave() {}
    /// Called after each save.
    open func didSave() {}
    /// Called before the object is deleted.
    open func prepareForDeletion() {}
    /// Called before the values are discarded.
    open func willTurnIntoFault() {}
    /// Called after the values were discarded.
    open func didTurnIntoFault() {}
    /// Called after a rollback has discarded changes.
    open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}

    // MARK: Validation

    /// Validates a value.
    ///
    /// A subclass overrides it and throws to refuse the value.
    ///
    /// - Throws: nothing; a subclass throws the reason why it refuses the value.
    open func validateValue(_ value: Any?, forKey key: String) throws {}

    /// Validates a new object before it is saved.
    ///
    /// - Throws: The errors of the properties: one of Core Data's validation errors, or an error
    ///   with a list of several.
    open func validateForInsert() throws { try validateProperties() }
    /// Validates a changed object before it is saved.
    ///
    /// - Throws: The errors of the properties: one of Core Data's validation errors, or an error
    ///   with a list of several.
    open func validateForUpdate() throws { try validateProperties() }
    /// Validates an object before it is deleted.
    ///
    /// - Throws: The validation error of a relationship that denies the deletion.
    open func validateForDelete() throws { try validateDeletion() }

    /// A hash of the object's address, because a context has one object for each ID.
    open override var hash: Int { Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

    /// The entity, the ID and the values.
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
  /// Here the only reason is ``rollback``, because undo is not supported and other events do not call
  /// the method. The bits are Apple's.
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
    /// Changes were rolled back.
    public static let rollback = NSSnapshotEventType(rawValue: 1 << 4)
    /// The object was refreshed; never set here.
    public static let refresh = NSSnapshotEventType(rawValue: 1 << 5)
    /// A merge policy changed values; never set here.
    public static let mergePolicy = NSSnapshotEventType(rawValue: 1 << 6)
  }
#endif
