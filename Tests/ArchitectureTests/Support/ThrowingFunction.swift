import Testing

/// A public function, initialiser or property that throws, with its documentation.
struct ThrowingFunction: Sendable {
  let file: SourceFile
  /// The line number of the declaration, from 1.
  let line: Int
  /// The declaration up to its body, without comments.
  let signature: String
  /// The documentation comment of the declaration, joined into one line.
  let comment: String
  /// The documentation comments of the enclosing extensions and types, joined into one line.
  let outerComment: String

  /// Returns the public throwing functions, initialisers and properties of a file, in order.
  static func all(in file: SourceFile) -> [ThrowingFunction] {
    file.code.indices.compactMap { index in
      let line = file.code[index]
      guard line.contains("public ") || line.contains("open "),
        line.contains(/\b(func|init|subscript)\b/) || line.contains(throwingGetter)
      else { return nil }
      let signature = signature(from: index, in: file)
      guard isThrowing(signature) else { return nil }
      return ThrowingFunction(
        file: file, line: index + 1, signature: signature, comment: comment(above: index, in: file),
        outerComment: outerComments(of: index, in: file))
    }
  }

  /// Whether the declaration reproduces a function of a vendor's SDK or service.
  ///
  /// The configuration, provider states and snapshots of an emulator are Ghostlight's own
  /// functions.
  var isVendors: Bool {
    let isOurs = ["init(configuration ", "func setUp(", "func restore("].contains {
      signature.contains($0)
    }
    return !isOurs && Self.vendorModules.contains(file.target?.name ?? "")
  }

  /// Whether the declaration's comment or an enclosing comment has a `- Source:` item or another
  /// mark of evidence.
  var namesSource: Bool {
    (comment + " " + outerComment)
      .firstMatch(of: /- Source:|\bassumption\b|\b[A-E]\d{1,2}(\.\d{1,2})*\b/) != nil
  }

  /// Records an issue at the line of the declaration.
  func fail(_ message: String) { file.fail(line: line, message) }

  /// The modules that reproduce a vendor's SDK or its generator, and the emulators.
  private static let vendorModules: Set<String> = [
    "StackMob", "AppCenter", "AppCenterData", "mkApp", "CRUD", "MIASync", "EGF2", "EGF2Generator",
    "StackMobEmulator", "AppCenterEmulator", "CosmosEmulator", "MiaEmulator", "EGF2Emulator",
  ]

  private static var throwingGetter: Regex<(Substring, Substring?)> {
    /\bvar\b.*\{\s*get (async )?throws\b/
  }

  /// Returns the declaration that starts on a line, up to the brace of its body or the end of its
  /// last line.
  private static func signature(from index: Int, in file: SourceFile) -> String {
    var signature = ""
    var depth = 0
    for line in file.code[index...].prefix(20) {
      for character in line {
        if character == "(" || character == "[" { depth += 1 }
        if character == ")" || character == "]" { depth -= 1 }
        if character == "{", depth == 0 { return signature + rest(of: line) }
        signature.append(character)
      }
      signature.append(" ")
    }
    return signature
  }

  /// Returns the part of a line after its first brace, which has the accessors of a property.
  private static func rest(of line: String) -> String {
    String(line.drop { $0 != "{" })
  }

  /// Returns whether `throws` is after the parameters, or in the getter of a property.
  private static func isThrowing(_ signature: String) -> Bool {
    var outer = ""
    var depth = 0
    for character in signature.prefix(while: { $0 != "{" }) {
      if character == ")" || character == "]" { depth -= 1 }
      if depth == 0 { outer.append(character) }
      if character == "(" || character == "[" { depth += 1 }
    }
    return outer.contains(/\bthrows\b/) || signature.contains(throwingGetter)
  }

  private static func comment(above index: Int, in file: SourceFile) -> String {
    var lines: [Substring] = []
    for line in file.lines[..<index].reversed() {
      let text = line.drop { $0 == " " }
      guard text.hasPrefix("///") || text.hasPrefix("@") else { break }
      if text.hasPrefix("///") { lines.append(text.dropFirst(3)) }
    }
    return lines.reversed().joined()
  }

  private static func outerComments(of index: Int, in file: SourceFile) -> String {
    var comments: [String] = []
    var indentation = file.code[index].prefix { $0 == " " }.count
    for outer in file.code[..<index].indices.reversed() where indentation > 0 {
      let line = file.code[outer]
      let spaces = line.prefix { $0 == " " }.count
      guard spaces < indentation,
        line.contains(/\b(extension|struct|class|enum|actor|protocol)\s+\w/)
      else { continue }
      indentation = spaces
      comments.append(comment(above: outer, in: file))
    }
    return comments.joined(separator: " ")
  }
}
