import Testing

@Suite struct `Package manifest` {
  @Test(arguments: Repository.targets)
  func `the manifest names every folder of sources`(_ target: TargetFolder) throws {
    let modules = try Self.modules()
    #expect(modules.contains(target), "Package.swift has no target \(target.testDescription)")
  }

  @Test(arguments: Repository.testTargets)
  func `the manifest names every folder of tests`(_ name: String) throws {
    let names = try Self.tests()
    #expect(names.contains(name), "Package.swift has no tests \(name)")
  }

  @Test func `the manifest names no target without a folder`() throws {
    #expect(Set(try Self.modules()).subtracting(Repository.targets) == [])
    #expect(Set(try Self.tests()).subtracting(Repository.testTargets) == [])
  }

  @Test func `the manifest has each target only once`() throws {
    let names = try Self.modules().map(\.name) + Self.tests()
    #expect(names.count == Set(names).count)
  }

  @Test func `warnings are errors only if a variable is set`() throws {
    let manifest = try Repository.text("Package.swift")
    let setting = """
        Context.environment["GHOSTLIGHT_WARNINGS_AS_ERRORS"] == "1"
        ? [.treatAllWarnings(as: .error)] : []
      """
    #expect(manifest.contains(setting))
    #expect(manifest.matches(of: /treatAllWarnings|warnings-as-errors/).count == 1)
  }

  @Test(arguments: ["consumer", "long", "quick", "races", "release", "run"])
  func `every CI script builds with the same setting`(_ script: String) throws {
    let text = try Repository.text(".ci/\(script)")
    #expect(text.contains("\nexport GHOSTLIGHT_WARNINGS_AS_ERRORS=1\n"))
  }

  /// Returns the targets in manifest rows such as `module("GhostlightCore", in: "Core", …)`, and in
  /// rows with a complete path.
  private static func modules() throws -> [TargetFolder] {
    let manifest = try Repository.text("Package.swift")
    let rows = manifest.matches(of: /\(\s*"(\w+)",\s*in:\s*"(\w+)"/)
      .map { TargetFolder(layer: String($0.2), name: String($0.1)) }
    let paths = manifest.matches(of: /path: "Sources\/(\w+)\/(\w+)"/)
      .map { TargetFolder(layer: String($0.1), name: String($0.2)) }
    return rows + paths
  }

  /// Returns the test targets in manifest rows such as `"GhostlightCoreTests": […]`, and in rows
  /// with a complete path.
  private static func tests() throws -> [String] {
    let manifest = try Repository.text("Package.swift")
    let table = #/(?s)let testTable: (.*?)\n\]/#
    let rows = try #require(manifest.firstMatch(of: table)).1
    return rows.matches(of: #/"(\w+Tests)":/#).map { String($0.1) }
      + manifest.matches(of: /path: "Tests\/(\w+)"/).map { String($0.1) }
  }
}
