/// Where a stage writes its changes down before it answers.
public protocol ChangeLog: Sendable {
  /// The number of the last change that was taken, 0 for none.
  var last: Int64 { get }

  /// Takes the next change and answers its number, greater than all before.
  ///
  /// Called under the lock of the change's namespace, so it must be quick and only queue.
  func append(_ change: Change) -> Int64

  /// Waits until the change of this number, and so all before it, outlive the process.
  ///
  /// Called outside all locks; whoever comes first writes for all that wait.
  ///
  /// - Throws: ``ChangeLogProblem`` where it cannot be written; the client is then not told that
  ///   its change was kept.
  func settle(_ number: Int64) throws(ChangeLogProblem)
}
