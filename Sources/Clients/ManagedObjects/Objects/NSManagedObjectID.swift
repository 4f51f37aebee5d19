#if !canImport(CoreData)
  public import Foundation
  import Synchronization

  /// The identity of a managed object, valid in all contexts and, once permanent, for ever.
  ///
  /// - Source: Core Data, "NSManagedObjectID".
  // Unchecked: all it has is constant; a store's reference is a value.
  open class NSManagedObjectID: NSObject, @unchecked Sendable {
    /// What tells an object from all others of its entity.
    enum Key: Hashable, Sendable {
      case temporary(UInt64)
      /// The number of a row.
      case row(Int64)
      /// The reference of an incremental store; the text and what it was made of.
      case reference(String)

      /// A hash that costs little: numbers that follow each other lie apart in it.
      var spread: Int {
        switch self {
        case .temporary(let number): Int(truncatingIfNeeded: ~number &* 0x9E37_79B9_7F4A_7C15)
        case .row(let number):
          Int(truncatingIfNeeded: UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15)
        case .reference(let text): text.hashValue
        }
      }
    }

    /// The entity of the object.
    public let entity: NSEntityDescription
    let key: Key
    /// What an incremental store called the object.
    let reference: AnyHashable?
    /// The store, by its identifier: ids outlive stores.
    let storeIdentifier: String
    private let storeReference: WeakStore
    final let hashed: Int

    private static let counter = Atomic<UInt64>(0)

    /// An id for an object that no store knows.
    init(temporaryFor entity: NSEntityDescription) {
      self.entity = entity
      key = .temporary(Self.counter.add(1, ordering: .relaxed).newValue)
      reference = nil
      storeIdentifier = ""
      storeReference = .none
      hashed = key.spread
    }

    /// An id in a store.
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

    /// Whether no store knows the object yet.
    open var isTemporaryID: Bool { if case .temporary = key { true } else { false } }

    /// The store of the object.
    open var persistentStore: NSPersistentStore? { storeReference.store }

    /// The id as a URI: `x-coredata://<store>/<Entity>/p<key>`.
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

    /// Ids are equal when they name one object.
    open override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? NSManagedObjectID else { return false }
      return isSame(as: other)
    }

    /// The hash that goes with equality.
    open override var hash: Int { hashed }

    /// The URI.
    open override var description: String { "\(uriRepresentation().absoluteString)" }

    final func isSame(as other: NSManagedObjectID) -> Bool {
      if self === other { return true }
      return hashed == other.hashed && key == other.key
        && (entity === other.entity || entity.root.name == other.entity.root.name)
        && storeIdentifier == other.storeIdentifier
    }

    /// An order among ids, for results that must not be arbitrary.
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

  /// A store that may go.
  // Unchecked: set once, and the runtime guards weak references.
  final class WeakStore: @unchecked Sendable {
    private(set) weak var store: NSPersistentStore?

    /// No store at all.
    static let none = WeakStore(nil)

    init(_ store: NSPersistentStore?) { self.store = store }
  }

  /// An id as the key of a dictionary, compared without boxes.
  struct IDKey: Hashable, Sendable {
    let id: NSManagedObjectID

    init(_ id: NSManagedObjectID) { self.id = id }

    static func == (left: IDKey, right: IDKey) -> Bool { left.id.isSame(as: right.id) }

    func hash(into hasher: inout Hasher) { hasher.combine(id.hashed) }
  }
#endif
