/// A number that JSON does not have.
package struct UnfitNumber: Error {
  /// The number as a `Double`, or the digits that make none.
  package let value: any Sendable
}
