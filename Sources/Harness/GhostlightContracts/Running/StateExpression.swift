import GhostlightCore

/// An expression over the values of provider states, such as `/notes/${id}`.
struct StateExpression {
  /// Text as it is, or the name of a value.
  private enum Piece {
    case text(String)
    case name(String)
  }

  private let pieces: [Piece]

  init(_ text: String) {
    var pieces: [Piece] = []
    var rest = text[...]
    while let open = rest.firstRange(of: "${"),
      let close = rest[open.upperBound...].firstIndex(of: "}")
    {
      if open.lowerBound > rest.startIndex {
        pieces.append(.text(String(rest[..<open.lowerBound])))
      }
      pieces.append(.name(String(rest[open.upperBound..<close])))
      rest = rest[rest.index(after: close)...]
    }
    // An expression without a brace is a bare name.
    if pieces.isEmpty {
      pieces = [.name(text)]
    } else if !rest.isEmpty {
      pieces.append(.text(String(rest)))
    }
    self.pieces = pieces
  }

  /// The value that the expression has.
  ///
  /// - Throws: ``ContractExecutorProblem`` where no state answered a name.
  func value(_ values: JSONObject, _ type: String?) throws(ContractExecutorProblem) -> JSON {
    if pieces.count == 1, case .name(let name) = pieces[0] {
      return try value(of: name, values).converted(to: type)
    }
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let part): text += part
      case .name(let name): text += try value(of: name, values).plainText
      }
    }
    return JSON.string(text).converted(to: type)
  }

  private func value(
    of name: String, _ values: JSONObject
  ) throws(ContractExecutorProblem) -> JSON {
    guard let value = values[name] else {
      let known = values.keys.joined(separator: ", ")
      throw ContractExecutorProblem(
        "no provider state answered \"\(name)\"; they answered: \(known.isEmpty ? "nothing" : known)"
      )
    }
    return value
  }
}

extension JSON {
  /// The value as one of Pact's data types; as it is where it cannot become one.
  fileprivate func converted(to type: String?) -> JSON {
    switch type {
    case "STRING": .string(plainText)
    case "INTEGER": Int64(plainText).map(JSON.integer) ?? self
    case "FLOAT", "DECIMAL": Double(plainText).map(JSON.double) ?? self
    case "BOOLEAN": plainText == "true" ? true : plainText == "false" ? false : self
    default: self
    }
  }
}
