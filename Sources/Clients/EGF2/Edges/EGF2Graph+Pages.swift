/// Pages of edges, newest link first.
///
/// `after` is the id of the last object that the caller has, nil for the first page; without a
/// count, or with a negative one, the server decides.
///
/// - Source: protocol reference B7 and B8.
extension EGF2Graph {
  /// Gets the first page of an edge, from the cache if it is there.
  public func objects(forSource source: String, edge: String, completion: ObjectsBlock?) {
    objects(forSource: source, edge: edge, after: nil, completion: completion)
  }

  /// Gets a page of an edge, from the cache if it is there.
  public func objects(
    forSource source: String, edge: String, after: String?, completion: ObjectsBlock?
  ) {
    objects(forSource: source, edge: edge, after: after, expand: [], completion: completion)
  }

  /// Gets a page of an edge with what is to be expanded, from the cache if all of it is there.
  public func objects(
    forSource source: String, edge: String, after: String?, expand: [String],
    completion: ObjectsBlock?
  ) {
    objects(
      forSource: source, edge: edge, after: after, expand: expand, count: -1,
      completion: completion)
  }

  /// Gets so many objects of an edge with what is to be expanded, from the cache if all is there.
  public func objects(
    forSource source: String, edge: String, after: String?, expand: [String], count: Int,
    completion: ObjectsBlock?
  ) {
    pageCall(source, edge, after, expand, count).deliver(to: completion)
  }

  /// Gets the first page of an edge from the server; cached pages are dropped for it.
  public func refreshObjects(forSource source: String, edge: String, completion: ObjectsBlock?) {
    refreshObjects(forSource: source, edge: edge, after: nil, completion: completion)
  }

  /// Gets a page of an edge from the server, and caches it.
  public func refreshObjects(
    forSource source: String, edge: String, after: String?, completion: ObjectsBlock?
  ) {
    refreshObjects(
      forSource: source, edge: edge, after: after, expand: [], completion: completion)
  }

  /// Gets a page of an edge with what is to be expanded from the server, and caches all of it.
  public func refreshObjects(
    forSource source: String, edge: String, after: String?, expand: [String],
    completion: ObjectsBlock?
  ) {
    refreshObjects(
      forSource: source, edge: edge, after: after, expand: expand, count: -1,
      completion: completion)
  }

  /// Gets so many objects of an edge with what is to be expanded from the server.
  public func refreshObjects(
    forSource source: String, edge: String, after: String?, expand: [String], count: Int,
    completion: ObjectsBlock?
  ) {
    refreshPageCall(source, edge, after, expand, count).deliver(to: completion)
  }
}
