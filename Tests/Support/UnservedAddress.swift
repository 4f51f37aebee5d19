/// Where nobody listens, and never will.
///
/// A port that was free a moment ago may be another test's by now; this one is given to nobody.
package enum UnservedAddress {
  package static let port = 1
  package static let url = "http://127.0.0.1:\(port)"
}
