import Testing

@Suite struct `Chapters` {
  /// Checks that a type that is used in only one other file is declared in that file.
  ///
  /// A subcommand of the command line is the exception, because developers find its file by its
  /// name.
  @Test func `a small file of internal types that only one other file uses is part of that file`() {
    for file in Repository.sources where file.lines.count < 60 {
      guard let target = file.target, !file.path.contains("/Commands/") else { continue }
      let found = Declaration.all(in: file)
      let types = found.filter { $0.kind == .type }
      guard !types.isEmpty, types.allSatisfy({ isInternal($0, in: file) }) else { continue }
      let own = Set(types.map(\.name))
      guard found.allSatisfy({ own.contains(String($0.name.prefix { $0 != "." })) }) else {
        continue
      }
      let users = Repository.sources.filter { other in
        other.path != file.path && other.target == target && own.contains { uses($0, in: other) }
      }
      guard users.count == 1, let user = users.first else { continue }
      guard user.lines.count + file.lines.count <= 400 else { continue }
      file.fail(line: types[0].line, "only \(user.path) uses \(types[0].name): it belongs there")
    }
  }

  /// Returns whether a type is declared without `public`, `package` or `open`.
  private func isInternal(_ type: Declaration, in file: SourceFile) -> Bool {
    let line = file.code[type.line - 1]
    return !["public", "package", "open"].contains { line.contains($0) }
  }

  private func uses(_ name: String, in file: SourceFile) -> Bool {
    file.codeLines(with: name).contains { number in
      file.code[number - 1].split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains {
        $0 == name
      }
    }
  }
}
