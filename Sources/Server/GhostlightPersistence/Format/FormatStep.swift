import GRDB

/// Makes a database of one format one of the next.
struct FormatStep: Sendable {
  /// The format that it starts from.
  let format: Int
  /// Does the work, in a transaction that is not ours to end.
  let convert: @Sendable (Database) throws -> Void
}
