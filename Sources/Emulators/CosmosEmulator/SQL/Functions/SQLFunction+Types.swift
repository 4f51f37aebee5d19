import GhostlightCore

extension SQLFunction {
  /// Tests of a value's kind, and what depends on definedness.
  static let types: [SQLFunction] = [
    test("IS_DEFINED") { _ in true },
    test("IS_NULL") { $0.isNull },
    test("IS_BOOL") { $0.bool != nil },
    test("IS_NUMBER") { $0.number != nil },
    test("IS_STRING") { $0.string != nil },
    test("IS_ARRAY") { $0.array != nil },
    test("IS_OBJECT") { $0.object != nil },
    test("IS_PRIMITIVE") { $0.array == nil && $0.object == nil },
    test("IS_FINITE_NUMBER") { $0.number?.isFinite ?? false },
    test("IS_INTEGER") { value in
      guard let number = value.number else { return false }
      return number == number.rounded() && number >= -0x1p63 && number < 0x1p63
    },
    SQLFunction("IIF", 3...3) { arguments, _ throws(SQLProblem) in
      arguments[0] == .bool(true) ? arguments[1] : arguments[2]
    },
  ]
}
