import GhostlightEmulation
import GhostlightSigning

/// An account: databases in order of creation.
package struct CosmosState: Sendable {
  let configuration: CosmosConfiguration
  var databases: [Database] = []
  /// How many databases there ever were; a new one never gets an old one's RID.
  var databaseCount: UInt32 = 0
  /// How many writes there were; entity tags count them.
  var writes: UInt64 = 0

  package init(_ configuration: CosmosConfiguration) { self.configuration = configuration }

  /// The stamp of the next write.
  mutating func stamp(_ moment: Moment) -> WriteStamp {
    writes += 1
    return WriteStamp(number: writes, seconds: moment.seconds)
  }
}
