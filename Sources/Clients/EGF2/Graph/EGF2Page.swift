public import Foundation

/// Some objects of an edge, or some that a search has found.
public struct EGF2Page {
  /// The objects, in the server's order.
  public let objects: [NSObject]
  /// How many there are in all, beyond this page too.
  public let count: Int
}
