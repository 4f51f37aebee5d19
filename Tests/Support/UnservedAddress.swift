/// The address of a local port on which no server listens.
///
/// The system never assigns this port. A port that was merely free a moment ago may already belong
/// to another test.
package enum UnservedAddress {
  package static let port = 1
  package static let url = "http://127.0.0.1:\(port)"
}
