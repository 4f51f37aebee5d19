import GhostlightCore

extension SQLFunction {
  /// From and to text.
  static let conversions: [SQLFunction] = [
    SQLFunction("TOSTRING", 1...1) { arguments, _ throws(SQLProblem) in
      arguments[0].map { .string($0.string ?? printable($0).text()) }
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
    case .object(var object):
      for member in object { object[member.key] = printable(member.value) }
      return .object(object)
    default: return value
    }
  }

  /// A text as JSON, where it is some of the right kind.
  private static func parser(
    _ name: String, _ body: @escaping @Sendable (JSON) -> JSON?
  ) -> SQLFunction {
    ofText(name) { text in
      do throws(JSONError) {
        return body(try JSON.parse(Array(text.utf8)))
      } catch {
        return nil
      }
    }
  }
}
