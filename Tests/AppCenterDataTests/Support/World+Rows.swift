import AppCenterScenarios

@testable import AppCenterData

extension World {
  /// Returns all rows of a partition on the device.
  func rows(_ partition: String = World.partition) throws -> [DocumentRow] {
    try DataService.of(context).store.write(partition) { database, table in
      try table.rows(database, partition)
    } ?? []
  }
}
