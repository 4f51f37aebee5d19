import AppCenterScenarios

@testable import AppCenterData

extension World {
  /// The rows of a partition's table, as they are.
  func rows(_ partition: String = World.partition) throws -> [DocumentRow] {
    try DataService.of(context).store.write(partition) { database, table in
      try table.rows(database, partition)
    } ?? []
  }
}
