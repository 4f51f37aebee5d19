/// An address at which no server listens.
///
/// A port that was free a moment ago may belong to another test by now; this one is never assigned.
package enum UnservedAddress {
  package static let port = 1
  package static let url = "http://127.0.0.1:\(port)"
}
