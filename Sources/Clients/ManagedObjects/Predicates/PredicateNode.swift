#if !canImport(CoreData)
  package import Foundation

  /// A predicate, parsed; what stores translate.
  package indirect enum PredicateNode {
    case constant(Bool)
    case comparison(PredicateComparison)
    case and([PredicateNode])
    case or([PredicateNode])
    case not(PredicateNode)
    /// A predicate that is code or another class's.
    case foreign(NSPredicate)
  }

  /// A comparison of two expressions.
  package struct PredicateComparison {
    /// The operators.
    package enum Operator: String, Sendable {
      case equal = "=="
      case notEqual = "!="
      case less = "<"
      case lessOrEqual = "<="
      case greater = ">"
      case greaterOrEqual = ">="
      case between = "BETWEEN"
      case isIn = "IN"
      case contains = "CONTAINS"
      case beginsWith = "BEGINSWITH"
      case endsWith = "ENDSWITH"
      case like = "LIKE"
      case matches = "MATCHES"
    }

    /// How many elements of a collection on the left must fulfil the comparison.
    package enum Modifier: String, Sendable {
      case direct = ""
      case any = "ANY"
      case all = "ALL"
    }

    package var left: PredicateExpression
    package var comparison: Operator
    package var right: PredicateExpression
    package var modifier: Modifier = .direct
    /// Whether case is ignored.
    package var ignoresCase = false
    /// Whether diacritics are ignored.
    package var ignoresDiacritics = false
    /// Whether texts are in a common form already: compared as they are.
    package var isNormalized = false
  }

  /// An expression of a predicate.
  package indirect enum PredicateExpression {
    /// A value, as it was given.
    case constant(PredicateConstant)
    /// The names of properties, of an expression or of the object itself.
    case keyPath(PredicateExpression?, String)
    case evaluatedObject
    case variable(String)
    case aggregate([PredicateExpression])
    case function(String, [PredicateExpression])
    case subquery(PredicateExpression, variable: String, PredicateNode)
    case ternary(PredicateNode, PredicateExpression, PredicateExpression)
  }

  /// A value in a predicate.
  package struct PredicateConstant {
    let operand: Operand
    /// Whether it was written as true or false, which are numbers otherwise.
    let isBoolean: Bool

    init(_ operand: Operand, isBoolean: Bool = false) {
      self.operand = operand
      self.isBoolean = isBoolean
    }

    /// A value that an app gave.
    package init(value: Any?) {
      operand = Operand(value)
      isBoolean = value is Bool && !(value is Int)
    }

    /// The value as Foundation has it: numbers as `NSNumber`, collections as arrays.
    package var value: Any? { operand.external }
  }

  extension NSPredicate {
    /// The predicate as a tree; what is not parsed is foreign.
    package var node: PredicateNode {
      switch self {
      case let parsed as ParsedPredicate: return parsed.tree
      case let compound as NSCompoundPredicate:
        let parts = compound.subpredicates.map(\.node)
        switch compound.compoundPredicateType {
        case .and: return .and(parts)
        case .or: return .or(parts)
        case .not: return .not(parts.first ?? .constant(true))
        }
      default: return .foreign(self)
      }
    }

    /// The predicate with values in the place of variables.
    final func substituting(_ variables: [String: Any]) -> NSPredicate {
      switch self {
      case let parsed as ParsedPredicate:
        return ParsedPredicate(parsed.tree.substituting(variables.mapValues { Operand($0) }))
      case let compound as NSCompoundPredicate:
        return NSCompoundPredicate(
          type: compound.compoundPredicateType,
          subpredicates: compound.subpredicates.map { $0.substituting(variables) })
      default: return self
      }
    }
  }

  extension PredicateNode {
    func substituting(_ variables: [String: Operand]) -> PredicateNode {
      switch self {
      case .constant, .foreign: return self
      case .and(let parts): return .and(parts.map { $0.substituting(variables) })
      case .or(let parts): return .or(parts.map { $0.substituting(variables) })
      case .not(let part): return .not(part.substituting(variables))
      case .comparison(var comparison):
        comparison.left = comparison.left.substituting(variables)
        comparison.right = comparison.right.substituting(variables)
        return .comparison(comparison)
      }
    }
  }

  extension PredicateExpression {
    func substituting(_ variables: [String: Operand]) -> PredicateExpression {
      switch self {
      case .constant, .evaluatedObject: return self
      case .variable(let name):
        return variables[name].map { .constant(PredicateConstant($0)) } ?? self
      case .keyPath(let base, let path):
        return .keyPath(base?.substituting(variables), path)
      case .aggregate(let elements):
        return .aggregate(elements.map { $0.substituting(variables) })
      case .function(let name, let arguments):
        return .function(name, arguments.map { $0.substituting(variables) })
      case .subquery(let collection, let name, let predicate):
        var others = variables
        others[name] = nil
        return .subquery(
          collection.substituting(variables), variable: name, predicate.substituting(others))
      case .ternary(let condition, let yes, let no):
        return .ternary(
          condition.substituting(variables), yes.substituting(variables),
          no.substituting(variables))
      }
    }
  }
#endif
