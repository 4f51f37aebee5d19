#if !canImport(CoreData)
  import Foundation
  import GhostlightPatterns
  import Synchronization

  /// Evaluates predicates for one object.
  struct PredicateEvaluation {
    let object: Operand
    var variables: [String: Operand]

    func holds(_ node: PredicateNode) -> Bool {
      switch node {
      case .constant(let value): return value
      case .and(let parts): return parts.allSatisfy(holds)
      case .or(let parts): return parts.contains(where: holds)
      case .not(let part): return !holds(part)
      case .foreign(let predicate):
        return predicate.evaluate(
          with: object.external, substitutionVariables: variables.mapValues { $0.external as Any })
      case .comparison(let comparison): return holds(comparison)
      }
    }

    private func holds(_ comparison: PredicateComparison) -> Bool {
      let left = value(of: comparison.left)
      let right = value(of: comparison.right)
      switch comparison.modifier {
      case .direct: return compare(left, right, comparison)
      case .any: return left.elements.contains { compare($0, right, comparison) }
      case .all: return left.elements.allSatisfy { compare($0, right, comparison) }
      }
    }

    func value(of expression: PredicateExpression) -> Operand {
      switch expression {
      case .constant(let constant): return constant.operand
      case .evaluatedObject: return object
      case .variable(let name): return variables[name] ?? .null
      case .keyPath(nil, let path): return KeyPathReader.operand(of: object, path: path)
      case .keyPath(let base?, let path):
        return KeyPathReader.operand(of: value(of: base), path: path)
      case .aggregate(let elements):
        return .collection(elements.map(value), isOrdered: true)
      case .function(let name, let arguments):
        return PredicateFunction.apply(name, arguments.map(value))
      case .subquery(let collection, let variable, let predicate):
        let elements = value(of: collection).elements.filter { element in
          var inner = self
          inner.variables[variable] = element
          return inner.holds(predicate)
        }
        return .collection(elements, isOrdered: true)
      case .ternary(let condition, let yes, let no):
        return value(of: holds(condition) ? yes : no)
      }
    }

    private func compare(
      _ left: Operand, _ right: Operand, _ comparison: PredicateComparison
    ) -> Bool {
      let folding = TextFolding(comparison)
      let left = folding.isPlain ? left : folding.apply(left)
      // The regular expression of `MATCHES` is not folded; to ignore case, it is compiled with an
      // option instead.
      let right =
        folding.isPlain || comparison.comparison == .matches ? right : folding.apply(right)
      switch comparison.comparison {
      case .equal: return left.isEqual(to: right)
      case .notEqual: return !left.isEqual(to: right)
      case .less: return left.order(to: right) == .orderedAscending
      case .lessOrEqual: return left.order(to: right).map { $0 != .orderedDescending } ?? false
      case .greater: return left.order(to: right) == .orderedDescending
      case .greaterOrEqual: return left.order(to: right).map { $0 != .orderedAscending } ?? false
      case .between:
        let bounds = right.elements
        guard bounds.count == 2, let low = left.order(to: bounds[0]),
          let high = left.order(to: bounds[1])
        else { return false }
        return low != .orderedAscending && high != .orderedDescending
      case .isIn: return Self.contains(right, left)
      case .contains: return Self.contains(left, right)
      case .beginsWith, .endsWith, .like, .matches:
        guard case .text(let text) = left, case .text(let part) = right else { return false }
        return Self.compare(text, part, comparison)
      }
    }

    private static func contains(_ collection: Operand, _ element: Operand) -> Bool {
      switch (collection, element) {
      case (.text(let text), .text(let part)): return contains(text, part)
      case (.collection(let elements, _), _): return elements.contains { $0.isEqual(to: element) }
      case (.dictionary(let values), _):
        return values.values.contains { Operand($0).isEqual(to: element) }
      default: return false
      }
    }

    /// Returns whether `text` contains `part`, compared byte by byte.
    private static func contains(_ text: String, _ part: String) -> Bool {
      let text = Array(text.utf8)
      let part = Array(part.utf8)
      guard let first = part.first else { return true }
      guard part.count <= text.count else { return false }
      for start in 0...(text.count - part.count)
      where text[start] == first && text[start..<(start + part.count)].elementsEqual(part) {
        return true
      }
      return false
    }

    private static func compare(
      _ text: String, _ part: String, _ comparison: PredicateComparison
    ) -> Bool {
      switch comparison.comparison {
      case .beginsWith: return text.utf8.starts(with: part.utf8)
      case .endsWith: return text.utf8.reversed().starts(with: part.utf8.reversed())
      case .like: return LikePattern.matches(text, part)
      default:
        let pattern = PatternCache.shared.pattern(part, ignoresCase: comparison.ignoresCase)
        return pattern?.matches(text) ?? false
      }
    }
  }

  /// Removes differences in case and diacritics, depending on the options of a comparison.
  struct TextFolding {
    private let options: String.CompareOptions

    init(_ comparison: PredicateComparison) {
      var options: String.CompareOptions = []
      if comparison.ignoresCase { options.insert(.caseInsensitive) }
      if comparison.ignoresDiacritics { options.insert(.diacriticInsensitive) }
      self.options = options
    }

    var isPlain: Bool { options.isEmpty }

    func apply(_ operand: Operand) -> Operand {
      switch operand {
      case .text(let text): .text(text.folding(options: options, locale: nil))
      case .collection(let elements, let isOrdered):
        .collection(elements.map(apply), isOrdered: isOrdered)
      default: operand
      }
    }
  }

  /// Matches `LIKE` patterns: `*` is any string, `?` any character, and a backslash escapes both.
  enum LikePattern {
    private enum Step {
      case many
      case one
      case exact(Character)
    }

    /// Returns whether a string matches a pattern as a whole.
    ///
    /// The search goes back only to the last `*`, so the time is at most proportional to the
    /// product of both lengths.
    static func matches(_ text: String, _ pattern: String) -> Bool {
      let text = Array(text)
      let steps = steps(of: pattern)
      var position = 0
      var step = 0
      var lastMany: Int?
      var retry = 0
      while position < text.count {
        if step < steps.count, case .many = steps[step] {
          lastMany = step
          retry = position
          step += 1
        } else if step < steps.count, accepts(steps[step], text[position]) {
          step += 1
          position += 1
        } else if let many = lastMany {
          retry += 1
          position = retry
          step = many + 1
        } else {
          return false
        }
      }
      while step < steps.count, case .many = steps[step] { step += 1 }
      return step == steps.count
    }

    private static func accepts(_ step: Step, _ character: Character) -> Bool {
      switch step {
      case .one: true
      case .exact(let exact): exact.utf8.elementsEqual(character.utf8)
      case .many: false
      }
    }

    private static func steps(of pattern: String) -> [Step] {
      var steps: [Step] = []
      var isEscaped = false
      for character in pattern {
        if isEscaped {
          steps.append(.exact(character))
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "*" {
          steps.append(.many)
        } else {
          steps.append(character == "?" ? .one : .exact(character))
        }
      }
      return steps
    }
  }

  /// A cache of compiled regular expressions, which removes all of them when it has over 200
  /// entries.
  final class PatternCache: Sendable {
    private struct Key: Hashable {
      let text: String
      let ignoresCase: Bool
    }

    static let shared = PatternCache()
    private let known = Mutex<[Key: CompiledPattern?]>([:])

    /// Returns a regular expression that matches a whole string, or `nil` if `text` is invalid.
    func pattern(_ text: String, ignoresCase: Bool) -> CompiledPattern? {
      let key = Key(text: text, ignoresCase: ignoresCase)
      if let found = known.withLock({ $0[key] }) { return found }
      var options = PatternOptions()
      options.ignoresCase = ignoresCase
      let made = try? CompiledPattern(text, options, isWhole: true)
      known.withLock { table in
        if table.count > 200 { table = [:] }
        table[key] = .some(made)
      }
      return made
    }
  }
#endif
