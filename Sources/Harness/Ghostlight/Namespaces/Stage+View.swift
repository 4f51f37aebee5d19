import Synchronization

/// Looking at namespaces without making them.
extension Stage {
  /// The namespace of a name, or where nobody has used it yet what its first use would find; the
  /// stage does not keep that.
  ///
  /// - Throws: ``NamespaceProblem`` where the name is none.
  package func view(_ name: String) throws(NamespaceProblem) -> Namespace {
    try existing(name) ?? Namespace(scene(name))
  }

  /// The namespace of a name, where somebody has used it.
  ///
  /// - Throws: ``NamespaceProblem`` where the name is none.
  package func existing(_ name: String) throws(NamespaceProblem) -> Namespace? {
    if let known = spaces.withLock({ $0[name] }) { return known }
    guard NamespaceProblem.isName(name) else { throw .badName(name) }
    return nil
  }

  /// Whether changes are written down before they are answered, so that making one may wait.
  package var keepsChanges: Bool { log != nil }
}
