import FoundationEssentials
import Testing

@Suite struct `Sizes` {
  @Test(arguments: Repository.sources)
  func `a source file has at most 400 lines`(_ file: SourceFile) {
    guard file.lines.count > 400 else { return }
    file.fail(line: 401, "\(file.lines.count) lines; give each topic a file")
  }

  @Test(arguments: Repository.tests)
  func `a test file has at most 300 lines`(_ file: SourceFile) {
    guard file.lines.count > 300 else { return }
    file.fail(line: 301, "\(file.lines.count) lines; give each topic a suite")
  }

  @Test func `the median file is a chapter, and few files are tiny`() throws {
    let sizes = Repository.sources.map(\.lines.count).sorted()
    try #require(!sizes.isEmpty, "no sources under \(Repository.root.path)")
    #expect((80...200).contains(sizes[sizes.count / 2]))
    #expect(sizes[sizes.count * 9 / 10] <= 250)
    #expect(sizes.count { $0 < 16 } * 20 <= sizes.count)
  }
}
