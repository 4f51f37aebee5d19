import GhostlightCore

extension SQLFunction {
  /// From and to text.
  static let conversions: [SQLFunction] = [
    SQLFunction("TOSTRING", 1...1) { arguments, _ throws(SQLProblem) in
      arguments[0].map { .string($0.string ?? $0.text()) }
    },
    parser("STRINGTONUMBER") { value in value.number.flatMap(SQLNumber.json) },
    parser("STRINGTOBOOLEAN") { value in value.bool.map { .bool($0) } },
    parser("STRINGTONULL") { value in value.isNull ? .some(.null) : .none },
    parser("STRINGTOARRAY") { value in value.array.map { .array($0) } },
    parser("STRINGTOOBJECT") { value in value.object.map { .object($0) } },
  ]

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
