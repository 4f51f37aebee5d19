#if !canImport(CoreData)
  public import Foundation
  import Synchronization

  // Unchecked: all properties are constants, and `reference` is treated as an immutable value.
  /// The identity of a managed object, valid in all contexts of its store.
  ///
  /// A new object has a temporary ID, which the object's first save replaces by a permanent one. A
  /// permanent ID and its URI identify the object until the store is deleted, even after a restart of
  /// the app. An ID is immutable and can be used on any thread.
  ///
  /// - Source: Core Data, "NSManagedObjectID".
  open class NSManagedObjectID: NSObject, @unchecked Sendable {
    /// The part of the ID that distinguishes the objects of an entity.
    enum Key: Hashable, Sendable {
      case temporary(UInt64)
      /// The row's key in a store of a class that is built into this module.
      case row(Int64)
      /// The reference object of an app's incremental store, as a string.
      case reference(String)

      /// A hash that is cheap to compute and well distributed even for consecutive numbers.
      var spread: Int {
        switch self {
        case .temporary(let number): Int(truncatingIfNeeded: ~number &* 0x9E37_79B9_7F4A_7C15)
        case .row(let number):
          Int(truncatingIfNeeded: UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15)
        case .reference(let text): text.hashValue
        }
      }
    }

    /// The entity of the object that the ID identifies.
    public let entity: NSEntityDescription
    let key: Key
    /// The app's value for the object; `nil` unless the store is an incremental one.
    let reference: AnyHashable?
    /// The identifier of the store.
    ///
    /// It is stored here because an ID can exist longer than its store.
    let storeIdentifier: String
    private let storeReference: WeakStore
    final let hashed: Int

    private static let counter = Atomic<UInt64>(0)

    /// Creates a temporary ID for an object that is not in a store.
    init(temporaryFor entity: NSEntityDescription) {
      self.entity = entity
      key = .temporary(Self.counter.add(1, ordering: .relaxed).newValue)
      reference = nil
      storeIdentifier = ""
      storeReference = .none
      hashed = key.spread
    }

    /// Creates the permanent ID of an object in a store.
    init(
      entity: NSEntityDescription, key: Key, reference: AnyHashable? = nil,
      store: NSPersistentStore
    ) {
      self.entity = entity
      self.key = key
      self.reference = reference
      storeIdentifier = store.identifierText
      storeReference = store.weakReference
      hashed = key.spread
    }

    /// Whether the ID is temporary, because the object has not been saved yet.
    open var isTemporaryID: Bool { if case .temporary = key { true } else { false } }

    /// The object's store; `nil` for a temporary ID, and after the store was released.
    open var persistentStore: NSPersistentStore? { storeReference.store }

    /// Returns the ID as a URI: `x-coredata://<store>/<Entity>/p<key>`.
    open func uriRepresentation() -> URL {
      let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "/"))
      func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: allowed) ?? text
      }
      let tail =
        switch key {
        case .temporary(let number): "t\(String(number, radix: 16, uppercase: true))"
        case .row(let number): "p\(number)"
        case .reference(let text): "p\(escaped(text))"
        }
      let text = "x-coredata://\(escaped(storeIdentifier))/\(escaped(entity.displayName))/\(tail)"
      return URL(string: text) ?? URL(fileURLWithPath: text)
    }

    /// Returns whether another ID belongs to the same managed object.
    open override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? NSManagedObjectID else { return false }
      return isSame(as: other)
    }

    /// A hash of the ID's key; equal IDs have equal hashes.
    open override var hash: Int { hashed }

    /// The URI of the ID.
    open override var description: String { "\(uriRepresentation().absoluteString)" }

    final func isSame(as other: NSManagedObjectID) -> Bool {
      if self === other { return true }
      return hashed == other.hashed && key == other.key
        && (entity === other.entity || entity.root.name == other.entity.root.name)
        && storeIdentifier == other.storeIdentifier
    }

    /// Returns whether this ID comes before `other` in results without a sort order.
    final func precedes(_ other: NSManagedObjectID) -> Bool {
      switch (key, other.key) {
      case (.row(let left), .row(let right)): left < right
      case (.temporary(let left), .temporary(let right)): left < right
      case (.reference(let left), .reference(let right)): left < right
      case (.temporary, _): false
      case (_, .temporary): true
      case (.row, _): true
      case (_, .row): false
      }
    }
  }

  /// A weak reference to a store.
  // Unchecked: `store` is set only once, and the runtime synchronises weak references.
  final class WeakStore: @unchecked Sendable {
    private(set) weak var store: NSPersistentStore?

    /// The store reference of temporary IDs, which do not have a store.
    static let none = WeakStore(nil)

    init(_ store: NSPersistentStore?) { self.store = store }
  }

  /// A dictionary key for an ID, which is faster than `AnyHashable`.
  struct IDKey: Hashable, Sendable {
    let id: NSManagedObjectID

    init(_ id: NSManagedObjectID) { self.id = id }

    static func == (left: IDKey, right: IDKey) -> Bool { left.id.isSame(as: right.id) }

    func hash(into hasher: inout Hasher) { hasher.combine(id.hashed) }
  }
#endif
