/// The four methods of a collection.
///
/// What they answer may be used several times, and asks nothing before one of its own methods does.
///
/// - Source: protocol reference C.7.
extension CRUD {
  /// Reads from a collection: what a query matches, everything where there is none.
  ///
  /// Conditions that are added to the query later do not count.
  @discardableResult
  public func get(collection: String, queryBuilder: QueryBuilder? = nil) -> Get {
    Get(self, collection, FilterText(queryBuilder))
  }

  /// Reads from a collection by a query in the service's own language, such as
  /// `{"age":{"$gt":30}}`.
  ///
  /// The text is sent as it is; `nil` and empty text ask for everything.
  @discardableResult
  public func get(collection: String, query: String?) -> Get {
    Get(self, collection, FilterText(query))
  }

  /// Creates objects in a collection, and changes their states.
  @discardableResult
  public func post(collection: String) -> Post { Post(self, collection) }

  /// Updates objects of a collection.
  @discardableResult
  public func patch(collection: String) -> Patch { Patch(self, collection) }

  /// Deletes objects of a collection for good.
  @discardableResult
  public func delete(collection: String) -> Delete { Delete(self, collection) }
}
