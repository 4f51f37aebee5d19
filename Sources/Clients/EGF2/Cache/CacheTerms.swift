/// What reading the cache depends on.
struct CacheTerms: Sendable {
  let types: ModelTypes
  /// The size of a page that is asked for without a count.
  let defaultPageSize: Int
}
