#if !canImport(CoreData)
  import Foundation

  /// What a typed property reads and writes; opaque.
  public struct ManagedPropertyValue {
    enum Content {
      case stored(StoredValue)
      case related(RelationValue)
      case objects([NSManagedObject])
    }

    let content: Content

    init(_ content: Content) { self.content = content }

    var stored: StoredValue { if case .stored(let value) = content { value } else { .null } }

    var objects: [NSManagedObject] {
      switch content {
      case .stored: []
      case .related(let value): value.objects
      case .objects(let objects): objects
      }
    }
  }

  /// A type that properties of managed objects can have.
  public protocol ManagedValue {
    /// The value, or `nil` where there is none of the type.
    static func read(_ value: ManagedPropertyValue) -> Self?
    /// What stands for no value, where the type has something.
    static var absent: Self? { get }
    /// The value as properties keep it.
    var managed: ManagedPropertyValue { get }
  }

  /// A property of a managed object's class, written by hand: where Apple has `@NSManaged`.
  ///
  /// ```swift
  /// @Managed("title") var title: String?
  /// ```
  @propertyWrapper
  public struct Managed<Value: ManagedValue> {
    private let key: String

    /// A property under its name in the model.
    public init(_ key: String) { self.key = key }

    /// Never used: the value is the object's.
    @available(*, unavailable, message: "@Managed stands in subclasses of NSManagedObject")
    public var wrappedValue: Value {
      get { preconditionFailure("@Managed stands in subclasses of NSManagedObject") }
      set { _ = newValue }
    }

    /// The value of the object.
    public static subscript<Owner: NSManagedObject>(
      _enclosingInstance owner: Owner,
      wrapped _: ReferenceWritableKeyPath<Owner, Value>,
      storage storage: ReferenceWritableKeyPath<Owner, Self>
    ) -> Value {
      get { owner.managedValue(forKey: owner[keyPath: storage].key) }
      set { owner.setManagedValue(newValue, forKey: owner[keyPath: storage].key) }
    }
  }

  extension NSManagedObject {
    /// The value of a property, typed; for generated classes.
    public final func managedValue<Value: ManagedValue>(forKey key: String) -> Value {
      let value: ManagedPropertyValue
      switch plan.slots[key] {
      case .attribute(let index):
        fire()
        value = ManagedPropertyValue(.stored(values[index]))
      case .relationship(let index): value = ManagedPropertyValue(.related(resolved(index)))
      case .fetched(let index):
        value = ManagedPropertyValue(
          .objects(Self.objects(of: fetchedValue(plan.fetchedProperties[index])) ?? []))
      case nil: value = ManagedPropertyValue(.stored(Self.wrap(self.value(forUndefinedKey: key))))
      }
      guard let read = Value.read(value) ?? Value.absent else {
        preconditionFailure("'\(entity.displayName).\(key)' has no value of type \(Value.self)")
      }
      return read
    }

    /// Sets a property, typed; for generated classes.
    public final func setManagedValue<Value: ManagedValue>(_ value: Value, forKey key: String) {
      let managed = value.managed
      switch plan.slots[key] {
      case .attribute(let index):
        setAttribute(index, to: adapted(managed.stored, plan.attributes[index]))
      case .relationship(let index):
        fire()
        if plan.relationships[index].isToMany {
          setMany(index, to: managed.objects)
        } else {
          setOne(index, to: managed.objects.first)
        }
      case .fetched, nil: setValue(value, forUndefinedKey: key)
      }
    }

    private static func wrap(_ value: Any?) -> StoredValue {
      value.map(StoredValue.object) ?? .null
    }

    /// The value in the attribute's own type.
    private func adapted(
      _ value: StoredValue, _ attribute: NSAttributeDescription
    ) -> StoredValue {
      switch (value, attribute.attributeType) {
      case (.text, .stringAttributeType), (.integer, .integer64AttributeType),
        (.double, .doubleAttributeType), (.boolean, .booleanAttributeType),
        (.date, .dateAttributeType), (.null, _):
        return value
      default:
        guard
          let adapted = StoredValue.coerced(value.external(.integer64AttributeType), for: attribute)
        else {
          preconditionFailure(
            "Unacceptable type of value for attribute: property = \"\(attribute.name)\"")
        }
        return adapted
      }
    }
  }
#endif
