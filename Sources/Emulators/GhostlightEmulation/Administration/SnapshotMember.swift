/// A member of an object in a snapshot.
package struct SnapshotMember: Sendable {
  package let key: String
  package let reader: SnapshotReader
}
