#if !canImport(CoreData)
  import Foundation

  /// The value of a typed property, in a form that only this module can read.
  ///
  /// ``ManagedValue`` converts between it and a property's Swift type. Apps never create it. It
  /// does not exist in Core Data.
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

  /// A Swift type that ``Managed`` properties can have.
  ///
  /// The Swift types of attribute values conform to it, as do ``NSManagedObject``, sets and arrays
  /// of objects, and optionals of all of these. Generated classes use it too. It does not exist in
  /// Core Data, where `@NSManaged` uses the Objective-C runtime.
  public protocol ManagedValue {
    /// Converts a property's value to this type, or returns `nil` if the value has a different
    /// type.
    static func read(_ value: ManagedPropertyValue) -> Self?
    /// The value to return for a property that has no value, or `nil` if this type has no such
    /// default.
    static var absent: Self? { get }
    /// The value in the form in which objects store it.
    var managed: ManagedPropertyValue { get }
  }

  /// A property wrapper for the properties of a managed object's class, in place of Apple's
  /// `@NSManaged`.
  ///
  /// Use it in a subclass of ``NSManagedObject``. The argument is the property's name in the model,
  /// and the property's type must conform to ``ManagedValue``. Read and set the property only on
  /// the queue of the object's context.
  ///
  /// ```swift
  /// import ManagedObjects
  ///
  /// nonisolated class Todo: NSManagedObject {
  ///   @Managed("title") var title: String?
  /// }
  /// ```
  @propertyWrapper
  public struct Managed<Value: ManagedValue> {
    private let key: String

    /// Creates a wrapper for the property with this name in the model.
    public init(_ key: String) { self.key = key }

    /// Unavailable, because the wrapper needs the enclosing object to find the value.
    @available(
      *, unavailable, message: "@Managed can only be used in subclasses of NSManagedObject"
    )
    public var wrappedValue: Value {
      get { preconditionFailure("@Managed can only be used in subclasses of NSManagedObject") }
      set { _ = newValue }
    }

    /// The property's value in the enclosing object.
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
    /// Returns a property's value as a Swift type; generated classes call it.
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

    /// Sets a property's value from a Swift type; generated classes call it.
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

    /// Converts a value to the type that the attribute declares.
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
