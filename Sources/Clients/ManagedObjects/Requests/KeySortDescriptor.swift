#if !canImport(CoreData)
  public import Foundation

  /// A protocol that adds initialisers with key paths as strings to `NSSortDescriptor`.
  ///
  /// Foundation's own initialisers with strings are unavailable on Linux. Only `NSSortDescriptor`
  /// conforms. The SQLite store sorts by such a descriptor in SQL. A descriptor with a comparator
  /// block is applied in memory.
  ///
  /// ```swift
  /// import ManagedObjects
  ///
  /// func sort(_ request: NSFetchRequest<NSManagedObject>) {
  ///   request.sortDescriptors = [
  ///     NSSortDescriptor(key: "due", ascending: true), NSSortDescriptor(key: "title", ascending: true),
  ///   ]
  /// }
  /// ```
  public protocol SortDescriptorKey {}

  extension NSSortDescriptor: SortDescriptorKey {}

  extension SortDescriptorKey where Self: NSSortDescriptor {
    /// Creates a descriptor that compares the values at a key path.
    public init(key: String?, ascending: Bool) {
      self = Self.made(KeySortDescriptor(key: key ?? "self", ascending: ascending, comparator: nil))
    }

    /// Creates a descriptor that compares the values at a key path with a block.
    public init(key: String?, ascending: Bool, comparator cmptr: @escaping Comparator) {
      self = Self.made(
        KeySortDescriptor(key: key ?? "self", ascending: ascending, comparator: cmptr))
    }

    /// The key path as a string; `nil` if the descriptor was created with a Swift key path.
    public var key: String? { (self as NSSortDescriptor as? KeySortDescriptor)?.path }

    private static func made(_ descriptor: KeySortDescriptor) -> Self {
      guard let made = descriptor as? Self else {
        preconditionFailure("\(Self.self) cannot be created from a key")
      }
      return made
    }
  }

  /// A sort descriptor that compares the values at a key path.
  final class KeySortDescriptor: NSSortDescriptor {
    let path: String
    private let isAscending: Bool
    private let compares: Comparator?

    init(key: String, ascending: Bool, comparator: Comparator?) {
      path = key
      isAscending = ascending
      compares = comparator
      super.init(keyPath: \NSObject.hash, ascending: ascending)
    }

    required init?(coder: NSCoder) { nil }

    /// Whether stores can apply the descriptor, because it does not have a comparator block.
    var isPlain: Bool { compares == nil }

    override var ascending: Bool { isAscending }

    override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
      let left = KeyPathReader.value(of: object1, path: path)
      let right = KeyPathReader.value(of: object2, path: path)
      let result: ComparisonResult
      if let compares {
        result = compares(left as Any, right as Any)
      } else {
        result = Operand(left).ordered(before: Operand(right))
      }
      guard !isAscending else { return result }
      switch result {
      case .orderedAscending: return .orderedDescending
      case .orderedDescending: return .orderedAscending
      case .orderedSame: return .orderedSame
      }
    }

    override var reversedSortDescriptor: Any {
      KeySortDescriptor(key: path, ascending: !isAscending, comparator: compares)
    }
  }

  /// A key path and a direction by which stores can sort.
  struct SortKey: Sendable, Hashable {
    let path: String
    let isAscending: Bool
  }

  extension [NSSortDescriptor] {
    /// The sort keys for stores, or `nil` if a descriptor compares with a block or a Swift key
    /// path.
    var keys: [SortKey]? {
      var keys: [SortKey] = []
      for descriptor in self {
        guard let keyed = descriptor as? KeySortDescriptor, keyed.isPlain else { return nil }
        keys.append(SortKey(path: keyed.path, isAscending: keyed.ascending))
      }
      return keys
    }

    /// Returns the objects, sorted by the descriptors.
    ///
    /// Objects that compare as equal keep their order.
    func sorted<Value>(_ objects: [Value]) -> [Value] {
      guard !isEmpty, objects.count > 1 else { return objects }
      return objects.enumerated().sorted { left, right in
        for descriptor in self {
          switch descriptor.compare(left.element, to: right.element) {
          case .orderedAscending: return true
          case .orderedDescending: return false
          case .orderedSame: continue
          }
        }
        return left.offset < right.offset
      }.map(\.element)
    }
  }
#endif
