import Testing

@Suite struct `Forbidden code` {
  @Test func `core and emulators read no clock, identifier or random number`() {
    for file in Repository.sources where file.target.map(ModuleMap.isPure) ?? false {
      let wall = [
        "Date()", "Date.now", "UUID()", "Task.sleep", ".random(", ".randomElement(", ".shuffled()",
        "SystemRandomNumberGenerator", "ContinuousClock", "SuspendingClock", "clock_gettime",
        "gettimeofday", "arc4random", "getenv", "fopen", "FileManager",
      ]
      fail(file, wall, "this comes with the moment, or not at all")
    }
  }

  @Test func `no test sleeps`() {
    for file in Repository.tests {
      fail(
        file, [".sleep(", "sleep(", "usleep(", "nanosleep("],
        "wait for what is said to have happened"
      )
    }
  }

  @Test func `no test is disabled`() {
    for file in Repository.tests {
      fail(file, [".disabled(", "@Test(.disabled", "XCTSkip"], "mend it or remove it")
    }
  }

  @Test func `nothing is unchecked or forced`() {
    for file in Repository.all {
      // The URL loading system passes a protocol object between threads, and promises to call it from
      // only one at a time. An SQLite connection is confined to a serial queue, which no type can
      // express. `NSError` and `URLCache` are unchecked, and each subclass has to declare it again.
      let mayBe = [
        "GhostlightTesting/URLLoading/URLLoading.swift",
        "GhostlightTesting/URLLoading/DownloadedFile.swift",
        "GhostlightTesting/URLLoading/SharedSession.swift", "GhostlightSQLite/DatabaseQueue.swift",
        "EGF2/Errors/EGF2Error.swift", "StackMob/Requests/SMFailure.swift",
        "StackMob/CoreDataStore/SMIncrementalStore.swift",
      ].contains { file.path.hasSuffix($0) }
      // The classes of our Core Data are shared between threads although they belong to queues,
      // because Apple's are, too. The tests of their synchronisation hold them.
      let isCoreData =
        file.path.contains("/ManagedObjects") || file.path.contains("/GhostlightSyncTests/")
      // In all SDKs, an app's block is called on the app's queue; the one file that asserts this
      // explains why.
      let mayVouch = file.path.hasSuffix("GhostlightClient/Callbacks/Callback.swift")
      fail(
        file,
        (mayBe || isCoreData ? [] : ["@unchecked Sendable"])
          + (mayVouch ? [] : ["nonisolated(unsafe)"])
          + ["unsafeBitCast", "try!", "as!", "@preconcurrency import"],
        "let the compiler check it")
    }
  }

  @Test func `no file names the machine that it was written on`() {
    for file in Repository.all {
      let folders = ["root", "work", "home", "tmp", "private"].map { "/\($0)/" }
      for folder in folders + ["/Users/" + "runner"] {
        for line in file.textLines(with: folder) where isQuotedPath(file.lines[line - 1], folder) {
          file.fail(line: line, "the path \(folder)… exists on one machine only")
        }
      }
    }
  }

  @Test func `no file contains a to-do`() {
    for file in Repository.all {
      for mark in ["TO" + "DO", "FIX" + "ME", "HACK", "XXX"] {
        for line in file.textLines(with: mark) where isComment(file.lines[line - 1], mark) {
          file.fail(line: line, "\(mark): do it now")
        }
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

  /// Returns whether a line has the folder at the start of a path, and not in the middle of a URL's
  /// path.
  private func isQuotedPath(_ line: String, _ folder: String) -> Bool {
    [" ", "\"", "`", "'", "(", "=", "file://"].contains { line.contains($0 + folder) }
  }

  private func fail(_ file: SourceFile, _ patterns: [String], _ remedy: String) {
    for pattern in patterns {
      for line in file.codeLines(with: pattern) { file.fail(line: line, "\(pattern): \(remedy)") }
    }
  }
}
