public import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Synchronization

/// A host for emulators, which keeps their state in namespaces and passes requests to them.
///
/// A test process, the server and a contract run each create one stage. Every test uses its own
/// namespace, so tests can run in parallel. A namespace is created on first use, as a copy of the
/// emulators' seeds.
///
/// All methods are synchronous and can be called from any thread. A stage opens no sockets and no
/// files. To keep changes across restarts, create it with a ``ChangeLog``.
///
/// ```swift
/// import Ghostlight
///
/// let stage = Stage(StageConfiguration(services: [.stackMob()]))
/// var request = Request.json(.post, "/todo", ["title": "Water the plants"])
/// if let field = HTTPField.Name("X-StackMob-API-Key") {
///   request.headers[field] = StackMobConfiguration().developmentKeys.publicKey
/// }
/// let response = stage.respond(to: request, by: "stackmob")  // 201 Created
/// ```
public final class Stage: Sendable {
  /// The configuration that the stage was created with, with the files of its emulators read.
  public let configuration: StageConfiguration
  /// The log that records each change before the client gets its response; `nil` if changes are
  /// kept in memory only.
  let log: (any ChangeLog)?
  private let seeds: [any Backend]
  let spaces: Mutex<NamespaceTable>
  /// The counter of the bytes that the journals of all namespaces use together.
  let journals: JournalBytes
  /// The watchers of all namespaces.
  let watch = StageSubscriptions()
  /// The sentences for the reasons of refused requests.
  let hints = RefusalHints()
  /// The way in which programs of the user's are called.
  let programs = Programs()
  /// A lock that is held while a namespace is copied or dropped, so that a snapshot of all
  /// namespaces is consistent.
  private let order = Mutex(())

  /// The name of the namespace for requests that do not name one: `default`.
  public static let defaultNamespace = NamespaceAddress.defaultName

  /// Creates a stage whose namespaces start with the emulators' seeds.
  ///
  /// - Parameters:
  ///   - configuration: The emulators, the limits and the initial clock.
  ///   - log: The log that records each change before the client gets its response; `nil` keeps
  ///     changes in memory only.
  public init(
    _ configuration: StageConfiguration = StageConfiguration(), log: (any ChangeLog)? = nil
  ) {
    var configuration = configuration
    configuration.services = configuration.services.map { $0.load?() ?? $0 }
    self.configuration = configuration
    self.log = log
    journals = JournalBytes(limit: configuration.journalTotalBytes)
    seeds = configuration.services.map(\.seed)
    let initial = Namespace(
      NamespaceSettings(
        name: Self.defaultNamespace, configuration, seeds: seeds, log: log, journals: journals,
        watch: watch, hints: hints, programs: programs))
    spaces = Mutex(NamespaceTable([Self.defaultNamespace: initial]))
  }

  /// Returns the namespace with a name, and creates it if it does not exist.
  ///
  /// If the stage already has ``StageConfiguration/namespaces`` namespaces, it evicts the least
  /// recently used one that was never changed and has no other owner.
  ///
  /// - Throws: ``NamespaceError`` if the name is not valid or no namespace can be evicted.
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

  /// Returns the settings for a namespace with this name.
  func settings(_ name: String) -> NamespaceSettings {
    NamespaceSettings(
      name: name, configuration, seeds: seeds, log: log, journals: journals, watch: watch,
      hints: hints, programs: programs)
  }

  /// The names of all namespaces, sorted.
  public var namespaceNames: [String] { spaces.withLock { $0.names }.sorted() }

  /// The number of bytes that the journals of all namespaces hold now.
  package var journalByteCount: Int { journals.count }

  /// Runs `body` while no namespace is copied or dropped.
  func inOrder<Result>(_ body: () -> Result) -> Result { order.withLock { _ in body() } }
}

extension Stage {
  /// Passes a request to an emulator, in the namespace that the request names, and waits for the
  /// response.
  ///
  /// Long work runs on the calling thread. A body that would take more than
  /// `Responder.bodyBytes` bytes of memory gets a 502. The thread is blocked while an
  /// ``Service/upstream`` is called; in a task, use ``responder(for:)`` instead.
  ///
  /// A request names its namespace by a path below `/__ghostlight/ns/<namespace>/`, by the header
  /// field `X-Ghostlight-Namespace`, or by a host `<namespace>.localhost`, in this order of
  /// precedence. Otherwise the namespace is `default`.
  ///
  /// - Returns: The emulator's response, or a response with status 400 if the emulator does not
  ///   exist or the namespace cannot be created.
  public func respond(to request: Request, by emulator: String) -> Response {
    guard let position = configuration.services.firstIndex(where: { $0.name == emulator }) else {
      return NamespaceError.response("no emulator is named \"\(emulator)\"")
    }
    return attempt(request, emulator: position).finish()
  }

  /// Returns a responder that passes requests to an emulator, in the namespace that each request
  /// names.
  ///
  /// - Returns: `nil` if the stage does not have an emulator with this name.
  public func responder(for emulator: String) -> Responder? {
    guard let position = configuration.services.firstIndex(where: { $0.name == emulator }) else {
      return nil
    }
    return Responder(
      name: emulator, streamsBodies: configuration.services[position].streamsBodies
    ) { [self] request, rest in
      attempt(request, rest, emulator: position)
    }
  }

  private func attempt(
    _ request: Request, _ rest: BodyStream? = nil, emulator: Int
  ) -> ResponseAttempt {
    do throws(NamespaceError) {
      if let (name, inner) = NamespaceAddress.unwrapped(request) {
        return try attempt(inner, rest, in: name, emulator: emulator)
      }
      return try attempt(request, rest, in: Self.namespaceName(of: request), emulator: emulator)
    } catch {
      return .answered(NamespaceError.response(error.description))
    }
  }

  /// Returns the responder of ``responder(for:)`` that refuses requests whose path, header field and
  /// host name different namespaces.
  ///
  /// Listeners use it, because such a request is a client's mistake. A test in process may name its
  /// own namespace for a request with any host.
  package func strictResponder(for emulator: String) -> Responder? {
    guard let position = configuration.services.firstIndex(where: { $0.name == emulator }) else {
      return nil
    }
    return Responder(
      name: emulator, streamsBodies: configuration.services[position].streamsBodies
    ) { [self] request, rest in
      if let problem = NamespaceAddress.conflict(in: request) {
        return .answered(refusal(of: request, problem, emulator: position))
      }
      return attempt(request, rest, emulator: position)
    }
  }

  /// Returns the refusal of a request that reaches no namespace, in the emulator's own format.
  private func refusal(of request: Request, _ problem: String, emulator: Int) -> Response {
    let moment = Moment(milliseconds: SystemTime.milliseconds(), seed: configuration.seed)
    var response = seeds[emulator].answer(ServiceFailure(.badRequest), to: request, at: moment)
    response.headers[.ghostlightReason] = HeaderText.print(problem)
    return response
  }

  private func attempt(
    _ request: Request, _ rest: BodyStream?, in name: String, emulator: Int
  ) throws(NamespaceError) -> ResponseAttempt {
    let attempt = try namespace(name).attempt(request, rest, emulator: emulator)
    if journals.isOver { trimJournals() }
    return attempt
  }

  /// Clears the journals of the least recently used namespaces, in a separate task.
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

  /// Returns the name of the namespace that the header field or the host of a request selects.
  package static func namespaceName(of request: Request) -> String {
    request.value(of: .ghostlightNamespace) ?? NamespaceAddress.ofHost(request) ?? defaultNamespace
  }
}

/// Copying and dropping namespaces.
extension Stage {
  /// Replaces the namespace `name` with a copy of the current state of `source`, or creates it.
  ///
  /// - Throws: ``NamespaceError`` if a name is not valid, if there are too many namespaces, or if
  ///   the change could not be written to the log.
  @discardableResult
  public func fork(
    _ source: String = defaultNamespace, as name: String
  ) throws(NamespaceError) -> Namespace {
    guard NamespaceError.isName(name) else { throw .badName(name) }
    if let failure { throw .notDurable(failure.description) }
    let made = inOrder { () -> Result<ForkResult, NamespaceError> in
      Result { () throws(NamespaceError) in try copy(try view(source), to: name) }
    }
    let (fork, change, _) = try made.get()
    try waitUntilDurable(change)
    watch.publish(.change(.namespaces, emulator: nil), of: nil)
    return fork
  }

  /// The result of copying a namespace.
  ///
  /// `change` is the number of the change in the log. `replaced` is the namespace that was replaced
  /// or evicted.
  ///
  /// The caller frees `replaced` without holding a lock, on its own thread: most forks differ
  /// little, and a second thread would contend for the storage that they share.
  private typealias ForkResult = (fork: Namespace, change: Int64?, replaced: Namespace?)

  /// Copies a namespace and adds the copy to the table.
  ///
  /// The change is logged while the source is locked and before any client can use the copy. The
  /// namespace table is locked only for a lookup and a replacement, never while this method waits
  /// for a namespace. Changes that clients make to the old namespace in the meantime are discarded
  /// with it.
  private func copy(_ origin: Namespace, to name: String) throws(NamespaceError) -> ForkResult {
    let known = spaces.withLock { $0[name] }
    let old = log == nil ? known : try namespace(name)
    let (snapshot, change) = origin.snapshot { state in
      let moments = state.moments
      // The change is logged while the old namespace is locked, too, because a change that a client
      // makes to it must not be logged after the fork.
      func retire(_ old: inout NamespaceState) -> Int64? {
        let change = log?.append(
          Change(namespace: name, moment: moments, milliseconds: 0, .fork(of: origin.name)))
        old.retire(by: change)
        return change
      }
      return old === origin ? retire(&state) : old?.state.withLock { retire(&$0) }
    }
    let fork = Namespace(settings(name), from: snapshot, lastChange: change ?? 0)
    let (hasRoom, replaced) = spaces.withLock { $0.put(fork, limit: configuration.namespaces) }
    guard hasRoom else { throw .tooMany(configuration.namespaces) }
    if let replaced, replaced !== old { replaced.state.withLock { $0.retire(by: nil) } }
    return (fork, change, replaced)
  }

  /// Deletes a namespace; a later request with its name creates a new one from the emulators'
  /// seeds.
  ///
  /// - Returns: Whether the namespace existed.
  /// - Throws: ``NamespaceError`` if the change could not be written to the log.
  @discardableResult
  public func drop(_ name: String) throws(NamespaceError) -> Bool {
    if let failure { throw .notDurable(failure.description) }
    let dropped = inOrder { () -> (Namespace, Int64?)? in
      guard let old = spaces.withLock({ $0[name] }) else { return nil }
      // The namespace is retired before it is removed, because later changes to it must not be
      // logged after the drop. Clients that use the name from then on get a new namespace.
      let change = old.state.withLock { state in
        let change = log?.append(Change(namespace: name, moment: 0, milliseconds: 0, .drop))
        state.retire(by: change)
        return change
      }
      return (spaces.withLock { $0.remove(name) } ?? old, change)
    }
    guard let (old, change) = dropped else { return false }
    DeferredDeallocation.free(old)
    try waitUntilDurable(change)
    watch.publish(.change(.namespaces, emulator: nil), of: nil)
    watch.end(name)
    return true
  }

  private func waitUntilDurable(_ change: Int64?) throws(NamespaceError) {
    guard let change, let log else { return }
    do throws(ChangeLogError) {
      try log.waitUntilDurable(change)
    } catch {
      throw .notDurable(error.description)
    }
  }
}

/// Lookups of namespaces that do not create them.
extension Stage {
  /// Returns the namespace with a name, or a temporary one with the state that a new namespace
  /// would have.
  ///
  /// The stage does not add a temporary namespace to its table.
  ///
  /// - Throws: ``NamespaceError`` if the name is not valid.
  package func view(_ name: String) throws(NamespaceError) -> Namespace {
    try existing(name) ?? Namespace(settings(name))
  }

  /// Returns the namespace with a name, or `nil` if it does not exist.
  ///
  /// - Throws: ``NamespaceError`` if the name is not valid.
  package func existing(_ name: String) throws(NamespaceError) -> Namespace? {
    if let known = spaces.withLock({ $0[name] }) { return known }
    guard NamespaceError.isName(name) else { throw .badName(name) }
    return nil
  }

  /// The reason why the stage refuses every request until it is created again, or `nil`: a change
  /// could not be written to the log.
  package var failure: ChangeLogError? { log?.failure }

  /// Whether the stage has a log, so that a change has to wait until it is durable.
  package var keepsChanges: Bool { log != nil }
}

/// The namespaces of a stage by name, and the order in which clients used them.
struct NamespaceTable: Sendable {
  private var spaces: [String: Namespace] { didSet { last = nil } }
  /// The most recently used namespace, cached because the next request usually uses it again.
  private var last: (name: String, space: Namespace)?
  /// The number of lookups by clients so far; each namespace stores the number of its latest
  /// lookup.
  private var uses: UInt64 = 0

  init(_ spaces: [String: Namespace]) { self.spaces = spaces }

  var names: [String] { Array(spaces.keys) }
  var all: [Namespace] { Array(spaces.values) }

  /// All namespaces, the most recently used first.
  var byUse: [Namespace] {
    let uses = spaces.values.map { ($0, $0.lastUse.load(ordering: .relaxed)) }
    return uses.sorted { $0.1 > $1.1 }.map(\.0)
  }

  /// The namespace with a name; reading it does not count as a use.
  subscript(name: String) -> Namespace? {
    get { spaces[name] }
    set { spaces[name] = newValue }
  }

  /// Returns the namespace with a name and marks it as the most recently used, or returns `nil` if
  /// it does not exist.
  mutating func use(_ name: String) -> Namespace? {
    if last?.name != name { last = spaces[name].map { (name, $0) } }
    guard let space = last?.space else { return nil }
    uses &+= 1
    space.lastUse.store(uses, ordering: .relaxed)
    return space
  }

  /// Removes and returns the namespace with a name, or returns `nil` if it does not exist.
  mutating func remove(_ name: String) -> Namespace? { spaces.removeValue(forKey: name) }

  /// Evicts a namespace if the table already has `limit` namespaces.
  ///
  /// The method evicts the least recently used namespace that is unchanged and has no other owner.
  ///
  /// - Returns: Whether one more namespace can be added, and the evicted namespace. The caller
  ///   frees the evicted namespace after releasing the lock.
  mutating func makeRoom(limit: Int) -> (hasRoom: Bool, evicted: Namespace?) {
    guard spaces.count >= limit else { return (true, nil) }
    // Clear the cached reference, because it would count as another owner of the namespace.
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

  /// Adds a namespace, or replaces the namespace with the same name.
  ///
  /// If the table is full, another namespace is evicted.
  ///
  /// - Returns: Whether the namespace was added, and the namespace that was replaced or evicted.
  ///   The caller frees the latter after releasing the lock.
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

  /// Returns whether a namespace is unchanged and has no other owner, such as a request in
  /// progress, a subscriber or a test.
  private mutating func isEvictable(at index: Dictionary<String, Namespace>.Index) -> Bool {
    guard spaces.keys[index] != Stage.defaultNamespace,
      isKnownUniquelyReferenced(&spaces.values[index])
    else { return false }
    return spaces.values[index].isUntouched
  }
}

extension Namespace {
  /// Whether the namespace differs from a new one at most in its journal and its number of moments.
  fileprivate var isUntouched: Bool {
    state.withLockIfAvailable { !$0.isTouched && !$0.isRetired } ?? false
  }
}
