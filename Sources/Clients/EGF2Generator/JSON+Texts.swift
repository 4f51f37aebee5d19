import GhostlightCore

extension JSON {
  /// The elements of an array of strings; `nil` where this is none.
  var texts: [String]? {
    let texts = array?.compactMap(\.string)
    return texts?.count == array?.count ? texts : .none
  }
}
