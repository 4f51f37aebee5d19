/// The row of a table that fits a request.
package struct RouteMatch: Sendable, Hashable {
  package let row: Int
  package let captures: Captures
}
