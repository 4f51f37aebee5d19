import AppCenterData

/// What a handler saw of a page.
struct SeenPage: Sendable, Equatable {
  var items: [Seen]?
  var code: Int?
  var message: String?
  var status: Int?
  var hasNext: Bool

  init(_ page: MSPage, hasNext: Bool) {
    items = page.items?.map { Seen($0) }
    code = page.error?.code
    message = page.error?.localizedDescription
    status = page.error?.userInfo[MSHttpCodeKey] as? Int
    self.hasNext = hasNext
  }

  /// The documents' ids.
  var ids: [String?]? { items?.map(\.id) }
}
