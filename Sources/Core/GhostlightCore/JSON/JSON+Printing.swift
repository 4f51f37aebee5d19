extension JSON {
  /// The value as bytes without any whitespace.
  ///
  /// Only quotes, backslashes and control characters are escaped; a double that is infinite or no
  /// number prints as `null`.
  public var bytes: [UInt8] {
    var printer = JSONPrinter()
    printer.print(self)
    return printer.output.withBytes { Array($0) }
  }

  /// The value as text, on one line or pretty, in the order of its members or by their names.
  ///
  /// Pretty text indents by two spaces and has no newline at its end. Sorting goes by the UTF-8
  /// bytes of the names.
  public func text(pretty: Bool = false, sortedKeys: Bool = false) -> String {
    var printer = JSONPrinter(isPretty: pretty, sortsKeys: sortedKeys)
    printer.print(self)
    return printer.output.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Prints the value without any whitespace at the end of `bytes`.
  package func print(into bytes: inout [UInt8]) {
    var printer = JSONPrinter()
    printer.print(self)
    printer.output.withBytes { bytes.append(contentsOf: $0) }
  }
}

extension JSON: CustomStringConvertible {
  /// The value as text on one line.
  public var description: String { text() }
}
