import GhostlightCore

/// A value at a concrete path.
struct PathMatch {
  let path: PactPath
  let value: JSON
}

extension PactPath {
  /// The values that the expression finds, in the order of the document.
  func matches(in json: JSON) -> [PathMatch] {
    var found = [PathMatch(path: .root, value: json)]
    for step in steps { found = found.flatMap { $0.children(step) } }
    return found
  }
}

extension PathMatch {
  fileprivate func children(_ step: PactPathStep) -> [PathMatch] {
    switch (step, value) {
    case (.member(let name), .object(let object)):
      object[name].map { [PathMatch(path: path.appending(step), value: $0)] } ?? []
    case (.element(let index), .array(let array)) where array.indices.contains(index):
      [PathMatch(path: path.appending(step), value: array[index])]
    case (.anyMember, .object(let object)):
      object.map { PathMatch(path: path.appending(.member($0.key)), value: $0.value) }
    case (.anyElement, .array(let array)), (.anyMember, .array(let array)):
      array.enumerated().map {
        PathMatch(path: path.appending(.element($0.offset)), value: $0.element)
      }
    default: []
    }
  }
}
