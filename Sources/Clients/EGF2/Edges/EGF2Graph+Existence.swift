public import Foundation

extension EGF2Graph {
  /// Looks whether an object is on an edge; at the server, unless the cache lists it.
  ///
  /// - Source: protocol reference B7.
  public func doesObject(
    withId id: String, existForSource source: String, onEdge edge: String,
    completion: @escaping (Bool, NSError?) -> Swift.Void
  ) {
    existenceCall(id, source, edge).deliver(to: completion)
  }
}
