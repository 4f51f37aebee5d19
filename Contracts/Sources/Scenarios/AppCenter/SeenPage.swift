package import AppCenterData

/// What a handler saw of a page.
package struct SeenPage: Sendable, Equatable {
  package var items: [Seen]?
  package var code: Int?
  package var message: String?
  package var status: Int?
  package var hasNext: Bool

  package init(_ page: MSPage, hasNext: Bool) {
    items = page.items?.map { Seen($0) }
    code = page.error?.code
    message = page.error?.localizedDescription
    status = page.error?.userInfo[MSHttpCodeKey] as? Int
    self.hasNext = hasNext
  }

  /// The documents' ids.
  package var ids: [String?]? { items?.map(\.id) }
}
