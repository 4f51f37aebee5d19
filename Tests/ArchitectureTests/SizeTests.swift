import FoundationEssentials
import Testing

// The size limits count lines of code, without comments and blank lines.
@Suite struct `Sizes` {
  @Test func `a source file has at most 325 lines of code`() {
    for file in Repository.sources {
      let count = file.codeLineCount
      if count > 325 { file.fail(line: 1, "\(count) lines of code; give each topic a file") }
    }
  }

  @Test func `a test file has at most 275 lines of code`() {
    for file in Repository.tests {
      let count = file.codeLineCount
      if count > 275 { file.fail(line: 1, "\(count) lines of code; give each topic a suite") }
    }
  }

  @Test func `the median source file holds a whole topic, and few files are tiny`() throws {
    let sizes = Repository.sources.map(\.codeLineCount).sorted()
    try #require(!sizes.isEmpty, "no sources under \(Repository.root.path)")
    #expect((60...150).contains(sizes[sizes.count / 2]))
    #expect(sizes[sizes.count * 9 / 10] <= 205)
    #expect(sizes.count { $0 < 16 } * 40 <= sizes.count)
  }
}
