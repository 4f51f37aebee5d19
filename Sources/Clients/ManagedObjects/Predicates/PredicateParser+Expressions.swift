#if !canImport(CoreData)
  import Foundation

  /// Parses sums, products, key paths and literals.
  extension PredicateParser {
    mutating func additive() throws(PredicateFormatError) -> Item {
      var item = try multiplicative()
      while let name = additiveOperator {
        position += 1
        let left = try expression(of: item)
        item = .expression(
          .function(name, [left, try expression(of: try multiplicative())]))
      }
      return item
    }

    private var additiveOperator: String? {
      switch token {
      case .symbol("+"): "+"
      case .symbol("-"): "-"
      default: word.flatMap { ["UNION", "INTERSECT", "MINUS"].contains($0) ? $0 : nil }
      }
    }

    private mutating func multiplicative() throws(PredicateFormatError) -> Item {
      var item = try power()
      while token == .symbol("*") || token == .symbol("/") {
        let name = token == .symbol("*") ? "*" : "/"
        position += 1
        let left = try expression(of: item)
        item = .expression(.function(name, [left, try expression(of: try power())]))
      }
      return item
    }

    private mutating func power() throws(PredicateFormatError) -> Item {
      let item = try postfix()
      guard consume("**") else { return item }
      let left = try expression(of: item)
      return .expression(.function("**", [left, try expression(of: try power())]))
    }

    private mutating func postfix() throws(PredicateFormatError) -> Item {
      if consume("-") {
        let operand = try expression(of: try postfix())
        if case .constant(let constant) = operand {
          let negated = Arithmetic.apply(.subtract, .integer(0), constant.operand)
          return .expression(.constant(PredicateConstant(negated)))
        }
        return .expression(
          .function("-", [.constant(PredicateConstant(.integer(0))), operand]))
      }
      var item = try primary()
      while true {
        if consume(".") {
          item = .expression(try member(of: try expression(of: item)))
        } else if token == .symbol("["), case .expression(let base) = item {
          position += 1
          item = .expression(.function("[]", [base, try index()]))
          try expect("]")
        } else {
          return item
        }
      }
    }

    private mutating func index() throws(PredicateFormatError) -> PredicateExpression {
      for word in ["FIRST", "LAST", "SIZE"] where consumeWord(word) {
        return .constant(PredicateConstant(.text(word)))
      }
      return try expression(of: try additive())
    }

    /// Parses the name or collection operator after a dot, and appends it to a key path.
    private mutating func member(
      of base: PredicateExpression
    ) throws(PredicateFormatError) -> PredicateExpression {
      let name: String
      switch token {
      case .word(let text), .name(let text): name = text
      case .keyOperator(let text): name = "@\(text)"
      case .argument("K"): name = try keyArgument()
      default: throw failure("a name is missing")
      }
      position += 1
      switch base {
      case .keyPath(let inner, let path): return .keyPath(inner, "\(path).\(name)")
      case .evaluatedObject: return .keyPath(nil, name)
      default: return .keyPath(base, name)
      }
    }

    private mutating func keyArgument() throws(PredicateFormatError) -> String {
      guard nextArgument < arguments.count else { throw failure("an argument is missing") }
      defer { nextArgument += 1 }
      guard case .text(let path) = arguments[nextArgument] else {
        throw failure("the argument of %K is not a string")
      }
      return path
    }

    private mutating func primary() throws(PredicateFormatError) -> Item {
      switch token {
      case .text(let text): return literal(.text(text))
      case .integer(let value): return literal(.integer(value))
      case .double(let value): return literal(.double(value))
      case .variable(let name):
        position += 1
        return .expression(.variable(name))
      case .keyOperator(let name):
        position += 1
        return .expression(.keyPath(nil, "@\(name)"))
      case .name(let name):
        position += 1
        return .expression(.keyPath(nil, name))
      case .argument(let form): return .expression(try argument(form))
      case .symbol("("):
        position += 1
        let item = try disjunction()
        try expect(")")
        return item
      case .symbol("{"): return .expression(try aggregate())
      case .word(let text): return try named(text)
      case .symbol, .end: throw failure("an expression is missing")
      }
    }

    private mutating func literal(_ operand: Operand) -> Item {
      position += 1
      return .expression(.constant(PredicateConstant(operand)))
    }

    private mutating func argument(
      _ form: String
    ) throws(PredicateFormatError) -> PredicateExpression {
      if form == "K" {
        let path = try keyArgument()
        position += 1
        return .keyPath(nil, path)
      }
      guard nextArgument < arguments.count else { throw failure("an argument is missing") }
      let operand = arguments[nextArgument]
      let raw = rawArguments[nextArgument]
      if form != "@", operand.doubleValue == nil, form != "s", form.lowercased() != "c" {
        throw failure("the argument of %\(form) is not a number")
      }
      nextArgument += 1
      position += 1
      if "diuldqzhuxo".contains(form.lowercased().prefix(1)), let value = operand.doubleValue,
        case .double = operand, form != "lf"
      {
        return .constant(
          PredicateConstant(.integer(Int64(exactly: value.rounded(.towardZero)) ?? 0)))
      }
      return .constant(PredicateConstant(operand, isBoolean: raw is Bool && !(raw is NSNumber)))
    }

    private mutating func aggregate() throws(PredicateFormatError) -> PredicateExpression {
      position += 1
      var elements: [PredicateExpression] = []
      if consume("}") { return .aggregate([]) }
      repeat { elements.append(try expression(of: try additive())) } while consume(",")
      try expect("}")
      return .aggregate(elements)
    }

    /// Parses what starts with a word: a literal, a function or a property name.
    private mutating func named(_ text: String) throws(PredicateFormatError) -> Item {
      let upper = text.uppercased()
      position += 1
      switch upper {
      case "TRUE", "YES": return boolean(true)
      case "FALSE", "NO": return boolean(false)
      case "NULL", "NIL": return .expression(.constant(PredicateConstant(.null)))
      case "SELF": return .expression(.evaluatedObject)
      case "AND", "OR", "NOT", "IN", "BETWEEN", "LIKE", "MATCHES", "CONTAINS", "BEGINSWITH",
        "ENDSWITH", "ANY", "SOME", "ALL", "NONE", "TRUEPREDICATE", "FALSEPREDICATE":
        position -= 1
        throw failure("the reserved word \(upper) is not an expression")
      default: break
      }
      guard token == .symbol("(") else {
        if let path = try selectorFunction(text) { return .expression(path) }
        return .expression(.keyPath(nil, text))
      }
      return .expression(try call(text, upper))
    }

    private func boolean(_ value: Bool) -> Item {
      .expression(.constant(PredicateConstant(.integer(value ? 1 : 0), isBoolean: true)))
    }

    /// Parses a function whose name has several labels, such as `add:to:(1, 2)`.
    private mutating func selectorFunction(
      _ first: String
    ) throws(PredicateFormatError) -> PredicateExpression? {
      guard token == .symbol(":") else { return nil }
      var name = "\(first):"
      position += 1
      while case .word(let part) = token {
        position += 1
        try expect(":")
        name += "\(part):"
      }
      guard token == .symbol("(") else { throw failure("the arguments of \(name) are missing") }
      return try call(name, name.uppercased())
    }

    private mutating func call(
      _ name: String, _ upper: String
    ) throws(PredicateFormatError) -> PredicateExpression {
      let start = position
      try expect("(")
      if upper == "SUBQUERY" { return try subquery() }
      if upper == "TERNARY" {
        let condition = try predicate(of: try disjunction())
        try expect(",")
        let yes = try expression(of: try additive())
        try expect(",")
        let no = try expression(of: try additive())
        try expect(")")
        return .ternary(condition, yes, no)
      }
      var arguments: [PredicateExpression] = []
      if !consume(")") {
        repeat { arguments.append(try expression(of: try additive())) } while consume(",")
        try expect(")")
      }
      var function = name
      if upper == "FUNCTION" || upper == "CAST" {
        function = upper
        if upper == "FUNCTION", arguments.count >= 2, case .constant(let constant) = arguments[1],
          case .text(let selector) = constant.operand
        {
          // In `FUNCTION(object, 'method:', …)`, the constant names a method, which is called on
          // the first argument with the remaining arguments.
          function = selector
          arguments.remove(at: 1)
        }
      }
      guard PredicateFunction.isKnown(function, arguments.count) else {
        position = start
        throw failure("the function \(function) is unknown or has invalid arguments")
      }
      return .function(function, arguments)
    }

    private mutating func subquery() throws(PredicateFormatError) -> PredicateExpression {
      let collection = try expression(of: try additive())
      try expect(",")
      guard case .variable(let name) = token else { throw failure("a variable is missing") }
      position += 1
      try expect(",")
      let predicate = try predicate(of: try disjunction())
      try expect(")")
      return .subquery(collection, variable: name, predicate)
    }
  }
#endif
