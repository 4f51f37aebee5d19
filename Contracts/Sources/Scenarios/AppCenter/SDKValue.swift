import GhostlightCore

/// A result or notification of the SDK, converted to a value that can be compared.
package enum SDKValue: Equatable {
  /// A document that the SDK passed to a completion handler.
  case document(Seen)
  /// A page of a list that the SDK passed to a completion handler.
  case page(items: [Seen]?, hasNext: Bool, code: Int? = nil, status: Int? = nil)
  /// An operation that the SDK reported to its delegate.
  case operation(Listener.RemoteOperation)
  /// A description of any other value.
  case words(String)

  package static func page(_ page: SeenPage) -> SDKValue {
    .page(items: page.items, hasNext: page.hasNext, code: page.code, status: page.status)
  }
}

extension [SDKValue] {
  /// The values with entity tags numbered in the order of their appearance: `tag 1`, `tag 2`.
  package var withNumberedTags: [SDKValue] {
    var names: [String: String] = [:]
    func name(_ tag: String?) -> String? {
      guard let tag else { return nil }
      let name = names[tag] ?? "tag \(names.count + 1)"
      names[tag] = name
      return name
    }
    func numbered(_ seen: Seen) -> Seen {
      var seen = seen
      seen.eTag = name(seen.eTag)
      return seen
    }
    return map { value in
      switch value {
      case .document(let seen): return .document(numbered(seen))
      case .page(let items, let hasNext, let code, let status):
        return .page(items: items?.map(numbered), hasNext: hasNext, code: code, status: status)
      case .operation(var operation):
        operation.eTag = name(operation.eTag)
        return .operation(operation)
      case .words: return value
      }
    }
  }
}
