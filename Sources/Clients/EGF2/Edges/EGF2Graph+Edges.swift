/// Links between objects.
///
/// - Source: protocol reference B7.
extension EGF2Graph {
  /// Creates an object on an edge; the parameters must contain `object_type`.
  ///
  /// Keys are names of fields, or of the model's properties.
  public func createObject(
    withParameters parameters: [String: Any], forSource source: String, onEdge edge: String,
    completion: ObjectBlock?
  ) {
    createCall(parameters, source, edge).deliver(to: completion)
  }

  /// Puts an existing object on an edge.
  public func addObject(
    withId id: String, forSource source: String, toEdge edge: String,
    completion: @escaping Completion
  ) {
    addCall(id, source, edge).deliver(to: completion)
  }

  /// Takes an object off an edge; the object itself stays.
  public func deleteObject(
    withId id: String, forSource source: String, fromEdge edge: String,
    completion: @escaping Completion
  ) {
    removeCall(id, source, edge).deliver(to: completion)
  }
}
