import GhostlightCore
import GhostlightEmulation

extension SQLFunction {
  /// From and to text.
  static let conversions: [SQLFunction] = [
    SQLFunction("TOSTRING", 1...1) { arguments, context throws(SQLProblem) in
      guard let value = arguments[0] else { return nil }
      if value.string != nil { return value }
      do throws(Fault) {
        try value.pay(printing: context.budget)
      } catch { throw SQLProblem(error) }
      return .string(printable(value).text())
    },
    parser("STRINGTONUMBER") { value in value.number.flatMap(SQLNumber.json) },
    parser("STRINGTOBOOLEAN") { value in value.bool.map { .bool($0) } },
    parser("STRINGTONULL") { value in value.isNull ? .some(.null) : .none },
    parser("STRINGTOARRAY") { value in value.array.map { .array($0) } },
    parser("STRINGTOOBJECT") { value in value.object.map { .object($0) } },
  ]

  /// The value with its numbers as queries print them: `42.0` of a document is 42.
  private static func printable(_ value: JSON) -> JSON {
    switch value {
    case .double, .decimal: return value.number.flatMap(SQLNumber.json) ?? value
    case .array(let elements): return .array(elements.map(printable))
    case .object(let object):
      var copy = JSONObject()
      for member in object { copy.append(member.key, printable(member.value)) }
      return .object(copy)
    default: return value
    }
  }

  /// A text as JSON, where it is some of the right kind.
  private static func parser(
    _ name: String, _ body: @escaping @Sendable (JSON) -> JSON?
  ) -> SQLFunction {
    SQLFunction(name, 1...1) { arguments, context throws(SQLProblem) in
      guard let text = arguments[0]?.string else { return nil }
      // An element of an array takes two letters of text, and more than a unit of memory.
      try context.budget.pay(text.utf8.count)
      do throws(JSONError) {
        return body(try JSON.parse(Array(text.utf8)))
      } catch {
        return nil
      }
    }
  }
}
