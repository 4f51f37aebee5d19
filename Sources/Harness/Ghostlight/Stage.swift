public import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Synchronization

/// Hosts the emulators: in a test process, behind the server, under a contract run.
///
/// ```swift
/// let stage = Stage()
/// let response = stage.respond(to: .json(.post, "/todo", ["title": "x"]), by: "stackmob")
/// ```
public final class Stage: Sendable {
  /// What the stage was made with.
  public let configuration: StageConfiguration
  /// Where changes are written down before they are answered.
  let log: (any ChangeLog)?
  private let seeds: [any Backend]
  let spaces: Mutex<NamespaceTable>
  /// What the journals of all namespaces hold together.
  let journals: JournalBytes
  /// Who watches the namespaces.
  let watch = StageWatch()
  /// Held while namespaces are copied or dropped, so that a snapshot is before or after it in all.
  private let order = Mutex(())

  /// The namespace of requests that name none.
  public static let defaultNamespace = NamespaceAddress.defaultName

  /// Makes a stage; every namespace starts as a fork of the emulators' seeds.
  ///
  /// With a log, whatever changes a namespace is written down before it is answered.
  public init(
    _ configuration: StageConfiguration = StageConfiguration(), log: (any ChangeLog)? = nil
  ) {
    self.configuration = configuration
    self.log = log
    journals = JournalBytes(limit: configuration.journalTotalBytes)
    seeds = configuration.emulators.map(\.seed)
    let initial = Namespace(
      NamespaceSettings(
        name: Self.defaultNamespace, configuration, seeds: seeds, log: log, journals: journals,
        watch: watch))
    spaces = Mutex(NamespaceTable([Self.defaultNamespace: initial]))
  }

  /// The namespace of a name; it appears on first use.
  ///
  /// Where there are as many as there may be, the least recently used one goes of those that were
  /// never changed and that nobody holds.
  ///
  /// - Throws: ``NamespaceError`` where the name is none or there are too many.
  public func namespace(
    _ name: String = defaultNamespace
  ) throws(NamespaceError) -> Namespace {
    if let known = spaces.withLock({ $0.use(name) }) { return known }
    return try make(name)
  }

  private func make(_ name: String) throws(NamespaceError) -> Namespace {
    guard NamespaceError.isName(name) else { throw .badName(name) }
    let fresh = Namespace(settings(name))
    let (found, evicted) = spaces.withLock { spaces -> (Namespace?, Namespace?) in
      if let known = spaces.use(name) { return (known, nil) }
      let (hasRoom, evicted) = spaces.makeRoom(limit: configuration.namespaces)
      guard hasRoom else { return (nil, nil) }
      spaces[name] = fresh
      return (spaces.use(name), evicted)
    }
    if let evicted { DeferredDeallocation.free(evicted) }
    guard let found else { throw .tooMany(configuration.namespaces) }
    watch.publish(.change(.namespaces, emulator: nil), of: nil)
    return found
  }

  /// What a namespace of a name is told.
  func settings(_ name: String) -> NamespaceSettings {
    NamespaceSettings(
      name: name, configuration, seeds: seeds, log: log, journals: journals, watch: watch)
  }

  /// The names of all namespaces, sorted.
  public var namespaceNames: [String] { spaces.withLock { $0.names }.sorted() }

  /// What the journals of all namespaces hold at present, in bytes.
  package var journalByteCount: Int { journals.count }

  /// Lets `body` run while no namespace is copied or dropped.
  func inOrder<Result>(_ body: () -> Result) -> Result { order.withLock { _ in body() } }
}

extension Stage {
  /// Lets an emulator answer a request, in the namespace that the request names.
  ///
  /// A namespace is named by a path below `/__ghostlight/ns/<namespace>/`, as addresses in answers
  /// may have it, else by the field `X-Ghostlight-Namespace`, else by a host
  /// `<namespace>.localhost`, else it is `default`.
  public func respond(to request: Request, by emulator: String) -> Response {
    guard let position = configuration.emulators.firstIndex(where: { $0.name == emulator }) else {
      return NamespaceError.response("no emulator is named \"\(emulator)\"")
    }
    return respond(to: request, emulator: position)
  }

  /// An emulator as something that answers requests.
  ///
  /// - Returns: `nil` where the stage has no emulator of that name.
  public func responder(for emulator: String) -> Responder? {
    guard let position = configuration.emulators.firstIndex(where: { $0.name == emulator }) else {
      return nil
    }
    var responder = Responder(name: emulator) { [self] request in
      respond(to: request, emulator: position)
    }
    responder.attempt = { [self] request in
      do throws(NamespaceError) {
        if let (name, inner) = NamespaceAddress.unwrapped(request) {
          return try attempt(inner, in: name, emulator: position)
        }
        return try attempt(request, in: Self.namespaceName(of: request), emulator: position)
      } catch {
        return .answered(NamespaceError.response(error.description))
      }
    }
    return responder
  }

  private func respond(to request: Request, emulator: Int) -> Response {
    do throws(NamespaceError) {
      if let (name, inner) = NamespaceAddress.unwrapped(request) {
        return try respond(to: inner, in: name, emulator: emulator)
      }
      return try respond(to: request, in: Self.namespaceName(of: request), emulator: emulator)
    } catch {
      return NamespaceError.response(error.description)
    }
  }

  private func respond(
    to request: Request, in name: String, emulator: Int
  ) throws(NamespaceError) -> Response {
    let response = try namespace(name).respond(to: request, emulator: emulator)
    if journals.isOver { trimJournals() }
    return response
  }

  private func attempt(
    _ request: Request, in name: String, emulator: Int
  ) throws(NamespaceError) -> ResponseAttempt {
    let attempt = try namespace(name).attempt(request, emulator: emulator)
    if journals.isOver { trimJournals() }
    return attempt
  }

  /// Drops the journals of the least recently used namespaces, away from whoever noticed.
  private func trimJournals() {
    Task.detached { [self] in
      var rest = spaces.withLock { $0.byUse }
      journals.trim {
        guard let space = rest.popLast() else { return false }
        space.clearJournal()
        return true
      }
    }
  }

  /// The namespace that a request is for.
  package static func namespaceName(of request: Request) -> String {
    if let name = request.value(of: .ghostlightNamespace) { return name }
    let mayBeName = request.authority.utf8.withContiguousStorageIfAvailable {
      $0.contains(UInt8(ascii: "l"))
    }
    guard mayBeName ?? true else { return defaultNamespace }
    let host = request.host
    guard host.hasSuffix(NamespaceAddress.ending) else { return defaultNamespace }
    return String(host.dropLast(NamespaceAddress.ending.count))
  }
}

/// Copying and dropping namespaces.
extension Stage {
  /// Makes `name` a copy of `source` as it is now, in place of what it was.
  ///
  /// - Throws: ``NamespaceError`` where a name is none, there are too many, or the stage keeps
  ///   changes and could not.
  @discardableResult
  public func fork(
    _ source: String = defaultNamespace, as name: String
  ) throws(NamespaceError) -> Namespace {
    guard NamespaceError.isName(name) else { throw .badName(name) }
    let made = inOrder { () -> Result<Made, NamespaceError> in
      Result { () throws(NamespaceError) in try copy(try view(source), to: name) }
    }
    let (fork, change, _) = try made.get()
    try keep(change)
    watch.publish(.change(.namespaces, emulator: nil), of: nil)
    return fork
  }

  /// What was replaced is handed out to be freed under no lock, yet by this thread: most forks
  /// differ by little, and a second one would fight over what they share with their source.
  private typealias Made = (fork: Namespace, change: Int64?, replaced: Namespace?)

  /// Nobody uses the copy, and the source does not change, before the change is written down.
  ///
  /// The table is locked only to look and to replace, never while a namespace is waited for. What
  /// clients do meanwhile under the name is replaced with what they do it to.
  private func copy(_ origin: Namespace, to name: String) throws(NamespaceError) -> Made {
    if let problem = origin.problem { throw .notDurable(problem.description) }
    if let problem = problem(of: name) { throw .notDurable(problem.description) }
    // Where changes are written down, those of clients meanwhile must not come behind the fork's.
    let known = spaces.withLock { $0[name] }
    let old = log == nil ? known : try namespace(name)
    old?.retire()
    let (snapshot, change) = origin.snapshot { moments in
      log?.append(
        Change(namespace: name, moment: moments, milliseconds: 0, .fork(of: origin.name)))
    }
    old?.retired(by: change)
    let fork = Namespace(settings(name), from: snapshot, lastChange: change ?? 0)
    let (hasRoom, replaced) = spaces.withLock { $0.put(fork, limit: configuration.namespaces) }
    guard hasRoom else { throw .tooMany(configuration.namespaces) }
    if let replaced, replaced !== old { replaced.retire() }
    return (fork, change, replaced)
  }

  /// Forgets a namespace; its next use starts from the seeds.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: ``NamespaceError`` where the stage keeps changes and could not.
  @discardableResult
  public func drop(_ name: String) throws(NamespaceError) -> Bool {
    let dropped = inOrder {
      Result { () throws(NamespaceError) -> (Namespace, Int64?)? in
        if let problem = problem(of: name) { throw .notDurable(problem.description) }
        guard let old = spaces.withLock({ $0[name] }) else { return nil }
        // Retired before it is taken out: what is done to it later comes behind the drop, and
        // whoever uses the name then finds another.
        old.retire()
        let change = log?.append(Change(namespace: name, moment: 0, milliseconds: 0, .drop))
        old.retired(by: change)
        return (spaces.withLock { $0.remove(name) } ?? old, change)
      }
    }
    guard let (old, change) = try dropped.get() else { return false }
    DeferredDeallocation.free(old)
    try keep(change)
    watch.publish(.change(.namespaces, emulator: nil), of: nil)
    watch.end(name)
    return true
  }

  /// Why a namespace is out of service, where there is one of that name and it is.
  private func problem(of name: String) -> ChangeLogError? {
    spaces.withLock { $0[name] }?.problem
  }

  private func keep(_ change: Int64?) throws(NamespaceError) {
    guard let change, let log else { return }
    do throws(ChangeLogError) {
      guard change != Change.lost else { throw .lost }
      try log.waitUntilDurable(change)
    } catch {
      throw .notDurable(error.description)
    }
  }
}

/// Looking at namespaces without making them.
extension Stage {
  /// The namespace of a name, or where nobody has used it yet what its first use would find; the
  /// stage does not keep that.
  ///
  /// - Throws: ``NamespaceError`` where the name is none.
  package func view(_ name: String) throws(NamespaceError) -> Namespace {
    try existing(name) ?? Namespace(settings(name))
  }

  /// The namespace of a name, where somebody has used it.
  ///
  /// - Throws: ``NamespaceError`` where the name is none.
  package func existing(_ name: String) throws(NamespaceError) -> Namespace? {
    if let known = spaces.withLock({ $0[name] }) { return known }
    guard NamespaceError.isName(name) else { throw .badName(name) }
    return nil
  }

  /// Whether changes are written down before they are answered, so that making one may wait.
  package var keepsChanges: Bool { log != nil }
}

/// The namespaces of a stage by their names, in the order of their use.
struct NamespaceTable: Sendable {
  private var spaces: [String: Namespace] { didSet { last = nil } }
  /// The one that was used last, which most clients want again.
  private var last: (name: String, space: Namespace)?
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
    if last?.name != name { last = spaces[name].map { (name, $0) } }
    guard let space = last?.space else { return nil }
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
    // So that it does not count as held.
    last = nil
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
