import Testing

@Suite struct `Prose of comments and test names` {
  @Test func `each module has exactly as many hits as its budget`() async {
    let reports = await withTaskGroup { group in
      for module in ProseModule.all { group.addTask { ProseReport(module) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    var rows: [String] = []
    for report in reports.sorted(by: { $0.path < $1.path }) {
      if report.counts != "0 0 0" { rows.append("\(report.counts) \(report.path)") }
      let row = ProseBudget.rows.first { $0.hasSuffix(" " + report.path) }
      let budget = row.map { String($0.dropLast(report.path.count + 1)) } ?? "0 0 0"
      guard report.counts != budget else { continue }
      Issue.record(
        """
        \(report.path): \(report.counts) hits in comments, summaries and names, with a budget of \
        \(budget): rewrite the new sentences; if there are fewer hits, lower the budget
        \(report.hits.map(\.message).joined(separator: "\n"))
        """)
    }
    if rows != ProseBudget.rows {
      Issue.record("the table of budgets is now\n\(rows.joined(separator: "\n"))")
    }
    let unused = ProseBudget.allowed.filter { allowance in
      !reports.contains { $0.used.contains(allowance) }
    }
    #expect(unused == [], "no sentence needs these; remove them")
  }

  @Test func `habits are found in wrapped sentences, but not in code, fences and sources`() {
    // The sample's comments must not count as comments of this file.
    let file = SourceFile(
      path: "Tests/SampleTests/Sample.swift",
      text: """
        || Copyright (c) the authors, where it lacks a year.

        ||| The name of a file, which `is no file`. Keeps it as it
        ||| was.
        |||
        ||| ```
        ||| nobody
        ||| ```
        ||| 1. Two names that somebody
        |||   gave.
        ||| - Source: "Nobody stands
        |||   here".
        @discardableResult
        public func name() {}

        || MARK: Nobody
        ||| Whether it is a file.
        var isFile = true
        func 'whoever asks gets it'() {}
        """.replacing("|", with: "/").replacing("'", with: "`"))
    var comments = Prose()
    comments.addComments(of: file)
    var names = Prose()
    names.addNames(of: file)
    let found = comments.functions + comments.hits() + names.hits()
    #expect(
      found.map { "\($0.line) \($0.habit): \($0.text)" } == [
        "3 no verb first: The name of a file, which `is no file`. Keeps it as it",
        "3 odd verb first: Keeps it as it was.",
        "3 as it was, as it comes: Keeps it as it was.",
        "9 who, nobody, somebody: Two names that somebody gave.",
        "19 who, nobody, somebody: whoever asks gets it",
      ])
  }
}

/// A folder of source files whose prose has a budget.
private struct ProseModule: Sendable {
  let path: String
  let files: [SourceFile]

  /// The folders of all targets and tests, and of the contracts' sources.
  static var all: [ProseModule] {
    let files = Repository.all + Repository.contracts
    let folders = Dictionary(grouping: files) { file in
      let parts = file.path.split(separator: "/")
      return parts.prefix(parts.first == "Sources" ? 3 : 2).joined(separator: "/")
    }
    return folders.map { ProseModule(path: $0.key, files: $0.value) }
  }
}

/// The hits of all habits in one module.
private struct ProseReport: Sendable {
  let path: String
  /// The hits without a row in `ProseBudget.allowed`.
  let hits: [Prose.Hit]
  /// The numbers of ``hits`` in comments, in summaries and in names of tests, such as `3 1 0`.
  let counts: String
  /// The rows of `ProseBudget.allowed` that a hit needs.
  let used: Set<ProseBudget.Allowance>

  init(_ module: ProseModule) {
    var comments = Prose()
    var names = Prose()
    for file in module.files where !["/Fixtures/", "/Golden/"].contains(where: file.path.contains) {
      comments.addComments(of: file)
      if file.path.hasPrefix("Tests/") { names.addNames(of: file) }
    }
    var used: Set<ProseBudget.Allowance> = []
    let kinds = [comments.hits(), comments.functions, names.hits()].map { hits in
      hits.filter { hit in
        guard let found = ProseBudget.allowed.first(where: { $0.allows(hit) }) else { return true }
        used.insert(found)
        return false
      }
    }
    path = module.path
    hits = kinds.flatMap(\.self)
    counts = kinds.map { "\($0.count)" }.joined(separator: " ")
    self.used = used
  }
}
