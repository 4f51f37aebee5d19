import Foundation

/// What a graph knows at the moment.
struct GraphState: Sendable {
  var serverURL: URL?
  var maxPageSize = 50
  var defaultPageSize = 20
  var isObjectPaginationMode = false
  var types = ModelTypes()
  var showCacheLogs = false
  var account: Account
  var cache: GraphCache
  /// Grows with each logout: what was asked for before is not kept after it.
  var epoch = 0
  var notificationObjects: [NotificationKey: NotificationObject] = [:]

  /// What reading the cache depends on.
  var terms: CacheTerms { CacheTerms(types: types, defaultPageSize: max(0, defaultPageSize)) }

  /// Lets somebody in, who may be another than `me` was before.
  mutating func enter(_ token: String) {
    account.token = token
    account.userID = nil
    cache.forgetEdges(of: Self.me)
  }

  /// Notes whose token it is, unless that is no longer in use; what `me` has is theirs.
  mutating func recognize(_ id: String, by token: String?) {
    guard account.token == token else { return }
    account.userID = id
    cache.moveEdges(of: Self.me, to: id)
  }

  /// What stands for the user among ids.
  static let me = "me"

  /// An id, where `me` stands for the user if known.
  func resolved(_ id: String) -> String { id == Self.me ? account.userID ?? id : id }
}
