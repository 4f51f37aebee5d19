import GhostlightEmulation
import Synchronization

/// The namespaces of a stage by their names, in the order of their use.
struct NamespaceTable: Sendable {
  private var spaces: [String: Namespace]
  /// Counts the lookups of clients, which is what "recently" means here.
  private var uses: UInt64 = 0

  init(_ spaces: [String: Namespace]) { self.spaces = spaces }

  var count: Int { spaces.count }
  var names: [String] { Array(spaces.keys) }
  var all: [Namespace] { Array(spaces.values) }

  /// All of them, the least recently used one last.
  var byUse: [Namespace] {
    let uses = spaces.values.map { ($0, $0.lastUse.load(ordering: .relaxed)) }
    return uses.sorted { $0.1 > $1.1 }.map(\.0)
  }

  /// The namespace of a name; looking does not count as use.
  subscript(name: String) -> Namespace? {
    get { spaces[name] }
    set { spaces[name] = newValue }
  }

  /// The namespace of a name, which is the most recently used one from now on.
  mutating func use(_ name: String) -> Namespace? {
    guard let space = spaces[name] else { return nil }
    uses &+= 1
    space.lastUse.store(uses, ordering: .relaxed)
    return space
  }

  /// Takes the namespace of a name out.
  mutating func remove(_ name: String) -> Namespace? { spaces.removeValue(forKey: name) }

  /// Makes room for another namespace where there are `limit` already: the least recently used one
  /// goes of those that nobody holds and that are as a first use would find them.
  ///
  /// - Returns: Whether there is room, and what was taken out, to be freed under no lock.
  mutating func makeRoom(limit: Int) -> (hasRoom: Bool, evicted: Namespace?) {
    guard spaces.count >= limit else { return (true, nil) }
    var oldest: (index: Dictionary<String, Namespace>.Index, use: UInt64)?
    var index = spaces.startIndex
    while index != spaces.endIndex {
      let use = spaces.values[index].lastUse.load(ordering: .relaxed)
      if use < oldest?.use ?? .max, isEvictable(at: index) { oldest = (index, use) }
      spaces.formIndex(after: &index)
    }
    guard let oldest, spaces.count == limit else { return (false, nil) }
    return (true, spaces.remove(at: oldest.index).value)
  }

  /// Puts a namespace in the place of the one of its name, or where there is room.
  ///
  /// - Returns: Whether there was a place, and what was taken out, to be freed under no lock.
  mutating func put(_ space: Namespace, limit: Int) -> (hasPlace: Bool, replaced: Namespace?) {
    var replaced: Namespace?
    if spaces[space.name] == nil {
      let (hasRoom, evicted) = makeRoom(limit: limit)
      guard hasRoom else { return (false, nil) }
      replaced = evicted
    }
    if let old = spaces.updateValue(space, forKey: space.name) { replaced = old }
    return (true, replaced)
  }

  /// A namespace that is held elsewhere answers something at this moment, has a subscriber, or is
  /// in the hands of a test.
  private mutating func isEvictable(at index: Dictionary<String, Namespace>.Index) -> Bool {
    guard spaces.keys[index] != Stage.defaultNamespace,
      isKnownUniquelyReferenced(&spaces.values[index])
    else { return false }
    return spaces.values[index].isUntouched
  }
}

extension Namespace {
  /// Whether only its journal and its count of moments tell it from a new one.
  fileprivate var isUntouched: Bool {
    state.withLockIfAvailable { !$0.isTouched && $0.problem == nil && !$0.isRetired } ?? false
  }
}
