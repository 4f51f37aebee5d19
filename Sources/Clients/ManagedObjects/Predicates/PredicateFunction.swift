#if !canImport(CoreData)
  import Foundation

  /// The functions that a predicate can call, such as `now()` and `sum:`.
  ///
  /// - Source: Predicate Programming Guide, "BNF Definition of Cocoa Predicates", and NSExpression,
  ///   "init(forFunction:arguments:)".
  enum PredicateFunction {
    private static let counts: [String: ClosedRange<Int>] = [
      "sum": 1...64, "sum:": 1...1, "count": 1...64, "count:": 1...1, "min": 1...64, "min:": 1...1,
      "max": 1...64, "max:": 1...1, "average": 1...64, "average:": 1...1, "median": 1...64,
      "median:": 1...1, "mode": 1...64, "mode:": 1...1, "stddev": 1...64, "stddev:": 1...1,
      "sqrt": 1...1, "sqrt:": 1...1, "log": 1...1, "log:": 1...1, "ln": 1...1, "ln:": 1...1,
      "exp": 1...1, "exp:": 1...1, "floor": 1...1, "floor:": 1...1, "ceiling": 1...1,
      "ceiling:": 1...1, "abs": 1...1, "abs:": 1...1, "trunc": 1...1, "trunc:": 1...1,
      "uppercase": 1...1, "uppercase:": 1...1, "lowercase": 1...1, "lowercase:": 1...1,
      "length": 1...1, "length:": 1...1, "now": 0...0, "noindex": 1...1, "CAST": 2...2,
      "add:to:": 2...2, "from:subtract:": 2...2, "multiply:by:": 2...2, "divide:by:": 2...2,
      "modulus:by:": 2...2, "raise:toPower:": 2...2, "bitwiseAnd:with:": 2...2,
      "bitwiseOr:with:": 2...2, "bitwiseXor:with:": 2...2, "leftshift:by:": 2...2,
      "rightshift:by:": 2...2, "onesComplement:": 1...1, "distinct": 1...1, "distinct:": 1...1,
      "+": 2...2, "-": 2...2, "*": 2...2, "/": 2...2, "**": 2...2, "[]": 2...2,
      "UNION": 2...2, "INTERSECT": 2...2, "MINUS": 2...2, "lowercaseString": 1...1,
      "uppercaseString": 1...1, "valueForKey:": 2...2, "valueForKeyPath:": 2...2,
    ]

    static func isKnown(_ name: String, _ count: Int) -> Bool {
      counts[name]?.contains(count) ?? false
    }

    static func apply(_ name: String, _ arguments: [Operand]) -> Operand {
      let first = arguments.first ?? .null
      let second = arguments.dropFirst().first ?? .null
      switch name {
      case "+", "add:to:": return Arithmetic.apply(.add, first, second)
      case "-", "from:subtract:": return Arithmetic.apply(.subtract, first, second)
      case "*", "multiply:by:": return Arithmetic.apply(.multiply, first, second)
      case "/", "divide:by:": return Arithmetic.apply(.divide, first, second)
      case "**", "raise:toPower:": return Arithmetic.apply(.power, first, second)
      case "modulus:by:": return Arithmetic.apply(.modulus, first, second)
      case "[]": return element(of: first, second)
      case "CAST": return cast(first, second)
      case "now": return .date(Date())
      case "noindex": return first
      case "valueForKey:", "valueForKeyPath:":
        guard case .text(let path) = second else { return .null }
        return KeyPathReader.operand(of: first, path: path)
      default: break
      }
      if let value = ofText(name, first) { return value }
      if let value = ofNumber(name, first) { return value }
      if let value = ofBits(name, first, second) { return value }
      return ofCollection(name, arguments)
    }

    private static func ofText(_ name: String, _ value: Operand) -> Operand? {
      switch name {
      case "uppercase", "uppercase:", "uppercaseString":
        guard case .text(let text) = value else { return .null }
        return .text(text.uppercased())
      case "lowercase", "lowercase:", "lowercaseString":
        guard case .text(let text) = value else { return .null }
        return .text(text.lowercased())
      case "length", "length:":
        guard case .text(let text) = value else { return .null }
        return .integer(Int64(text.utf16.count))
      default: return nil
      }
    }

    private static func ofNumber(_ name: String, _ value: Operand) -> Operand? {
      let functions: [String: (Double) -> Double] = [
        "sqrt": Foundation.sqrt, "log": Foundation.log10, "ln": Foundation.log,
        "exp": Foundation.exp, "floor": Foundation.floor, "ceiling": Foundation.ceil,
        "abs": { Swift.abs($0) }, "trunc": Foundation.trunc,
      ]
      let bare = name.hasSuffix(":") ? String(name.dropLast()) : name
      guard let function = functions[bare] else { return nil }
      if case .integer(let whole) = value, ["floor", "ceiling", "trunc", "abs"].contains(bare) {
        return .integer(bare == "abs" && whole != .min ? Swift.abs(whole) : whole)
      }
      guard let number = value.doubleValue else { return .null }
      return .double(function(number))
    }

    private static func ofBits(_ name: String, _ left: Operand, _ right: Operand) -> Operand? {
      guard name.hasPrefix("bitwise") || name.hasSuffix("shift:by:") || name == "onesComplement:"
      else { return nil }
      guard case .integer(let left) = left else { return .null }
      if name == "onesComplement:" { return .integer(~left) }
      guard case .integer(let right) = right else { return .null }
      switch name {
      case "bitwiseAnd:with:": return .integer(left & right)
      case "bitwiseOr:with:": return .integer(left | right)
      case "bitwiseXor:with:": return .integer(left ^ right)
      case "leftshift:by:": return .integer(left << right)
      default: return .integer(left >> right)
      }
    }

    private static func ofCollection(_ name: String, _ arguments: [Operand]) -> Operand {
      let first = arguments.first ?? .null
      let all = arguments.count == 1 ? first.elements : arguments
      let bare = name.hasSuffix(":") ? String(name.dropLast()) : name
      switch bare {
      case "sum": return Aggregate.sum(all)
      case "count": return .integer(Int64(all.count))
      case "min": return Aggregate.least(all)
      case "max": return Aggregate.greatest(all)
      case "average": return Aggregate.average(all)
      case "distinct":
        var seen: Set<Operand> = []
        return .collection(all.filter { seen.insert($0).inserted }, isOrdered: false)
      case "median", "mode", "stddev": return statistic(bare, all)
      default: break
      }
      let other = arguments.dropFirst().first?.elements ?? []
      switch name {
      case "UNION":
        let extra = other.filter { !first.elements.contains($0) }
        return .collection(first.elements + extra, isOrdered: false)
      case "INTERSECT":
        return .collection(first.elements.filter(other.contains), isOrdered: false)
      case "MINUS":
        return .collection(first.elements.filter { !other.contains($0) }, isOrdered: false)
      default: return .null
      }
    }

    private static func statistic(_ name: String, _ values: [Operand]) -> Operand {
      let numbers = values.compactMap(\.doubleValue).sorted()
      guard !numbers.isEmpty else { return .null }
      switch name {
      case "median":
        let middle = numbers.count / 2
        return .double(
          numbers.count % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2)
      case "stddev":
        let mean = numbers.reduce(0, +) / Double(numbers.count)
        let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return .double((variance / Double(numbers.count)).squareRoot())
      default:
        let counts = numbers.reduce(into: [Double: Int]()) { $0[$1, default: 0] += 1 }
        let most = counts.values.max() ?? 0
        return .collection(
          counts.filter { $0.value == most }.keys.sorted().map(Operand.double), isOrdered: true)
      }
    }

    private static func element(of collection: Operand, _ index: Operand) -> Operand {
      let elements = collection.elements
      switch index {
      case .text("FIRST"): return elements.first ?? .null
      case .text("LAST"): return elements.last ?? .null
      case .text("SIZE"): return .integer(Int64(elements.count))
      case .integer(let position):
        return elements.indices.contains(Int(position)) ? elements[Int(position)] : .null
      case .text(let key):
        return KeyPathReader.operand(of: collection, path: key)
      default: return .null
      }
    }

    private static func cast(_ value: Operand, _ type: Operand) -> Operand {
      guard case .text(let name) = type else { return .null }
      switch (name, value) {
      case ("NSDate", .date): return value
      case ("NSDate", _):
        guard let seconds = value.doubleValue ?? text(value).flatMap(Double.init) else {
          return .null
        }
        return .date(Date(timeIntervalSinceReferenceDate: seconds))
      case ("NSNumber", .date(let date)): return .double(date.timeIntervalSinceReferenceDate)
      case ("NSNumber", .text(let text)):
        return Int64(text).map(Operand.integer) ?? Double(text).map(Operand.double) ?? .null
      case ("NSDecimalNumber", .text(let text)):
        return Decimal(string: text).map(Operand.decimal) ?? .null
      case ("NSString", .text): return value
      case ("NSString", _): return .text("\(value.external.map { "\($0)" } ?? "")")
      case ("NSUUID", .text(let text)): return UUID(uuidString: text).map(Operand.uuid) ?? .null
      case ("NSURL", .text(let text)): return URL(string: text).map(Operand.url) ?? .null
      default: return value
      }
    }

    private static func text(_ value: Operand) -> String? {
      if case .text(let text) = value { text } else { nil }
    }
  }
#endif
