#if !canImport(CoreData)
  import Foundation

  /// Reads values at key paths, which can contain collection operators such as `@count`.
  ///
  /// - Source: Key-Value Coding Programming Guide, "Using Collection Operators".
  enum KeyPathReader {
    /// Returns the value at a key path, as a Foundation type.
    static func value(of object: Any?, path: String) -> Any? {
      if path == "self" || path == "SELF" { return object }
      if !path.contains("."), !path.hasPrefix("@"), let subject = object as? any KeyedSubject {
        return subject.subjectValue(forKey: path)
      }
      return operand(of: Operand(object), path: path).external
    }

    static func operand(of object: Operand, path: String) -> Operand {
      if !path.utf8.contains(UInt8(ascii: ".")), !path.hasPrefix("@") {
        return step(object, path)
      }
      var names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...]
      var current = object
      while let name = names.popFirst() {
        if name.hasPrefix("@") {
          return apply(String(name.dropFirst()), to: current, rest: names.joined(separator: "."))
        }
        current = step(current, name)
      }
      return current
    }

    private static func step(_ value: Operand, _ name: String) -> Operand {
      if name == "self" || name == "SELF" { return value }
      switch value {
      case .null: return .null
      case .object(let id, let subject):
        if let subject { return subject.operand(forKey: name) }
        return name == "objectID" ? .object(id, nil) : .null
      case .dictionary(let values): return Operand(values[name])
      case .collection(let elements, let isOrdered):
        // A key path through two to-many relationships returns one flat collection, as it does in
        // stores.
        var results: [Operand] = []
        for element in elements {
          switch step(element, name) {
          case .collection(let inner, _): results += inner
          case let single: results.append(single)
          }
        }
        return .collection(results, isOrdered: isOrdered)
      case .text(let text): return name == "length" ? .integer(Int64(text.utf16.count)) : .null
      case .other(let other):
        return (other as? any KeyedSubject)?.operand(forKey: name) ?? .null
      default: return .null
      }
    }

    private static func apply(_ name: String, to value: Operand, rest: String) -> Operand {
      if name == "count" {
        if rest.isEmpty { return .integer(Int64(value.elements.count)) }
        return .integer(Int64(operand(of: value, path: rest).elements.count))
      }
      let values = (rest.isEmpty ? value : operand(of: value, path: rest)).elements
      switch name {
      case "sum": return Aggregate.sum(values)
      case "avg": return Aggregate.average(values)
      case "min": return Aggregate.least(values)
      case "max": return Aggregate.greatest(values)
      case "unionOfObjects", "unionOfArrays", "unionOfSets":
        return .collection(values.filter { !$0.isNull }, isOrdered: true)
      case "distinctUnionOfObjects", "distinctUnionOfArrays", "distinctUnionOfSets":
        var seen: Set<Operand> = []
        return .collection(
          values.filter { !$0.isNull && seen.insert($0).inserted }, isOrdered: false)
      default: return .null
      }
    }
  }

  /// The sum, average, minimum or maximum of several values.
  ///
  /// Null values are ignored.
  enum Aggregate {
    static func sum(_ values: [Operand]) -> Operand {
      values.reduce(.integer(0)) { sum, value in
        value.isNull ? sum : Arithmetic.apply(.add, sum, value)
      }
    }

    static func average(_ values: [Operand]) -> Operand {
      let present = values.filter { !$0.isNull }
      guard !present.isEmpty else { return .null }
      switch sum(present) {
      case .decimal(let sum): return .decimal(sum / Decimal(present.count))
      case .integer(let sum): return .double(Double(sum) / Double(present.count))
      case .double(let sum): return .double(sum / Double(present.count))
      default: return .null
      }
    }

    static func least(_ values: [Operand]) -> Operand {
      values.filter { !$0.isNull }.min { $0.ordered(before: $1) == .orderedAscending } ?? .null
    }

    static func greatest(_ values: [Operand]) -> Operand {
      values.filter { !$0.isNull }.max { $0.ordered(before: $1) == .orderedAscending } ?? .null
    }
  }

  /// Arithmetic with numbers.
  ///
  /// The result is an integer if both operands are integers, and a decimal if one operand is a
  /// decimal.
  enum Arithmetic: String, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case power = "**"
    case modulus

    static func apply(_ operation: Arithmetic, _ left: Operand, _ right: Operand) -> Operand {
      switch (left, right) {
      case (.integer(let left), .integer(let right)):
        return integers(operation, left, right)
          ?? .double(doubles(operation, Double(left), Double(right)))
      case (.decimal, .integer), (.decimal, .decimal), (.integer, .decimal):
        guard let first = left.decimalValue, let second = right.decimalValue else { return .null }
        return decimals(operation, first, second)
      case (.date(let date), _):
        guard let seconds = right.doubleValue else { return .null }
        switch operation {
        case .add: return .date(date + seconds)
        case .subtract: return .date(date - seconds)
        default: return .null
        }
      default:
        guard let first = left.doubleValue, let second = right.doubleValue else { return .null }
        return .double(doubles(operation, first, second))
      }
    }

    private static func integers(
      _ operation: Arithmetic, _ left: Int64, _ right: Int64
    ) -> Operand? {
      let result: (partialValue: Int64, overflow: Bool)
      switch operation {
      case .add: result = left.addingReportingOverflow(right)
      case .subtract: result = left.subtractingReportingOverflow(right)
      case .multiply: result = left.multipliedReportingOverflow(by: right)
      case .divide:
        guard right != 0 else { return .null }
        // Only a division without a remainder has an integer result; otherwise, `nil` causes a
        // division of floating-point numbers.
        guard left != .min, left % right == 0 else { return nil }
        return .integer(left / right)
      case .modulus:
        guard right != 0, left != .min else { return .null }
        return .integer(left % right)
      case .power: return nil
      }
      return result.overflow ? nil : .integer(result.partialValue)
    }

    private static func decimals(
      _ operation: Arithmetic, _ left: Decimal, _ right: Decimal
    ) -> Operand {
      switch operation {
      case .add: .decimal(left + right)
      case .subtract: .decimal(left - right)
      case .multiply: .decimal(left * right)
      case .divide: right.isZero ? .null : .decimal(left / right)
      case .power, .modulus:
        .double(
          doubles(
            operation, NSDecimalNumber(decimal: left).doubleValue,
            NSDecimalNumber(decimal: right).doubleValue))
      }
    }

    private static func doubles(_ operation: Arithmetic, _ left: Double, _ right: Double) -> Double
    {
      switch operation {
      case .add: left + right
      case .subtract: left - right
      case .multiply: left * right
      case .divide: left / right
      case .power: Foundation.pow(left, right)
      case .modulus: left.truncatingRemainder(dividingBy: right)
      }
    }
  }

  extension Operand {
    var doubleValue: Double? {
      switch self {
      case .integer(let value): Double(value)
      case .double(let value): value
      case .decimal(let value): NSDecimalNumber(decimal: value).doubleValue
      default: nil
      }
    }

    fileprivate var decimalValue: Decimal? {
      switch self {
      case .integer(let value): Decimal(value)
      case .decimal(let value): value
      default: nil
      }
    }
  }
#endif
