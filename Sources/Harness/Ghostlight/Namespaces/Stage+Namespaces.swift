import Synchronization

/// Copying and dropping namespaces.
extension Stage {
  /// Makes `name` a copy of `source` as it is now, in place of what it was.
  ///
  /// - Throws: ``NamespaceProblem`` where a name is none, there are too many, or the stage keeps
  ///   changes and could not.
  @discardableResult
  public func fork(
    _ source: String = defaultNamespace, as name: String
  ) throws(NamespaceProblem) -> Namespace {
    guard NamespaceProblem.isName(name) else { throw .badName(name) }
    let made = inOrder { () -> Result<Made, NamespaceProblem> in
      Result { () throws(NamespaceProblem) in try copy(try view(source), to: name) }
    }
    let (fork, change, _) = try made.get()
    try keep(change)
    return fork
  }

  /// What was replaced is handed out to be freed under no lock, yet by this thread: most forks
  /// differ by little, and a second one would fight over what they share with their source.
  private typealias Made = (fork: Namespace, change: Int64?, replaced: Namespace?)

  /// Nobody uses the copy, and the source does not change, before the change is written down.
  ///
  /// The table is locked only to look and to replace, never while a namespace is waited for. What
  /// clients do meanwhile under the name is replaced with what they do it to.
  private func copy(_ origin: Namespace, to name: String) throws(NamespaceProblem) -> Made {
    if let problem = origin.problem { throw .notKept(problem.description) }
    if let problem = problem(of: name) { throw .notKept(problem.description) }
    // Where changes are written down, those of clients meanwhile must not come behind the fork's.
    let known = spaces.withLock { $0[name] }
    let old = log == nil ? known : try namespace(name)
    old?.retire()
    let (snapshot, change) = origin.cut { moments in
      log?.append(
        Change(namespace: name, moment: moments, milliseconds: 0, .fork(of: origin.name)))
    }
    old?.retired(by: change)
    let fork = Namespace(scene(name), from: snapshot, lastChange: change ?? 0)
    let (hasRoom, replaced) = spaces.withLock { $0.put(fork, limit: configuration.namespaces) }
    guard hasRoom else { throw .tooMany(configuration.namespaces) }
    if let replaced, replaced !== old { replaced.retire() }
    return (fork, change, replaced)
  }

  /// Forgets a namespace; its next use starts from the seeds.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: ``NamespaceProblem`` where the stage keeps changes and could not.
  @discardableResult
  public func drop(_ name: String) throws(NamespaceProblem) -> Bool {
    let dropped = inOrder {
      Result { () throws(NamespaceProblem) -> (Namespace, Int64?)? in
        if let problem = problem(of: name) { throw .notKept(problem.description) }
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
    Leftovers.free(old)
    try keep(change)
    return true
  }

  /// Why a namespace is out of service, where there is one of that name and it is.
  private func problem(of name: String) -> ChangeLogProblem? {
    spaces.withLock { $0[name] }?.problem
  }

  private func keep(_ change: Int64?) throws(NamespaceProblem) {
    guard let change, let log else { return }
    do throws(ChangeLogProblem) {
      guard change != Change.lost else { throw .lost }
      try log.waitUntilDurable(change)
    } catch {
      throw .notKept(error.description)
    }
  }
}
