import Testing

@Suite struct `What must not be written` {
  @Test(arguments: Repository.sources.filter { $0.target.map(ModuleMap.isPure) ?? false })
  func `core and emulators take no time, identifier or chance from outside`(_ file: SourceFile) {
    let wall = [
      "Date()", "Date.now", "UUID()", "Task.sleep", ".random(", ".randomElement(", ".shuffled()",
      "SystemRandomNumberGenerator", "ContinuousClock", "SuspendingClock", "clock_gettime",
      "gettimeofday", "arc4random", "getenv", "fopen", "FileManager",
    ]
    fail(file, wall, "this comes with the moment, or not at all")
  }

  @Test(arguments: Repository.tests)
  func `no test sleeps`(_ file: SourceFile) {
    fail(
      file, [".sleep(", "sleep(", "usleep(", "nanosleep("], "wait for what is said to have happened"
    )
  }

  @Test(arguments: Repository.tests)
  func `no test is switched off`(_ file: SourceFile) {
    fail(file, [".disabled(", "@Test(.disabled", "XCTSkip"], "mend it or remove it")
  }

  @Test(arguments: Repository.all)
  func `nothing is unchecked or forced`(_ file: SourceFile) {
    // URL loading hands its protocol over from thread to thread and promises to call it from one.
    // A connection of SQLite's is confined to a serial queue, which no type can say.
    // NSError is unchecked, which each class below it has to say again.
    let mayBe = [
      "GhostlightTesting/URLLoading/URLLoading.swift", "GhostlightSQLite/DatabaseQueue.swift",
      "EGF2/Errors/EGF2Error.swift", "StackMob/Requests/SMFailure.swift",
      "StackMob/CoreDataStore/SMIncrementalStore.swift",
    ].contains { file.path.hasSuffix($0) }
    // Core Data's classes are shared by threads although they belong to queues: so Apple has them.
    let isCoreData = file.path.contains("/ManagedObjects")
    // An app's block goes to its own queue in all SDKs; the one place that vouches for it says why.
    let mayVouch = file.path.hasSuffix("GhostlightClient/Callbacks/Callback.swift")
    fail(
      file,
      (mayBe || isCoreData ? [] : ["@unchecked Sendable"])
        + (mayVouch ? [] : ["nonisolated(unsafe)"])
        + ["unsafeBitCast", "try!", "as!", "@preconcurrency import"],
      "let the compiler check it")
  }

  @Test(arguments: Repository.all)
  func `no file knows the machine that it was written on`(_ file: SourceFile) {
    let folders = ["root", "work", "home", "tmp", "private"].map { "/\($0)/" }
    for folder in folders + ["/Users/" + "runner"] {
      for line in file.textLines(with: folder) where isQuotedPath(file.lines[line - 1], folder) {
        file.fail(line: line, "the path \(folder)… exists on one machine only")
      }
    }
  }

  @Test(arguments: Repository.all)
  func `nothing is left to be done`(_ file: SourceFile) {
    for mark in ["TO" + "DO", "FIX" + "ME", "HACK", "XXX"] {
      for line in file.textLines(with: mark) where isComment(file.lines[line - 1], mark) {
        file.fail(line: line, "\(mark): do it now")
      }
    }
  }

  @Test func `code in an interpolation counts, text and comments do not`() {
    let file = SourceFile(
      path: "Sample.swift",
      text: #"""
        // Date()
        let a = "Date()" /* Date() */ + #"Date()"# + CivilDate()
        let b = """
          Date()
          """
        let c = "\(Date()) and \("nested)") Date()"
        """#)
    #expect(file.codeLines(with: "Date()") == [6])
    #expect(file.textLines(with: "Date()") == [1, 2, 4, 6])
  }

  private func isComment(_ line: String, _ mark: String) -> Bool {
    line.firstRange(of: "//").map { line[$0.upperBound...].contains(mark) } ?? false
  }

  /// Whether the folder stands first in a path, not in the middle of a URL's.
  private func isQuotedPath(_ line: String, _ folder: String) -> Bool {
    [" ", "\"", "`", "'", "(", "=", "file://"].contains { line.contains($0 + folder) }
  }

  private func fail(_ file: SourceFile, _ patterns: [String], _ remedy: String) {
    for pattern in patterns {
      for line in file.codeLines(with: pattern) { file.fail(line: line, "\(pattern): \(remedy)") }
    }
  }
}
