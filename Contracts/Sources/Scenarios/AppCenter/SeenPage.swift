package import AppCenterData

/// The properties of a page that the SDK passed to a completion handler.
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

  package var ids: [String?]? { items?.map(\.id) }
}
