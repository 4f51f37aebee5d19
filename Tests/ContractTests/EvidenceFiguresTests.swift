import ContractLibrary
import Foundation
import GhostlightContracts
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Evidence of contracts` {
  private static let report = EvidenceReport(
    Vendor.all.flatMap(\.chapters).map(\.file).sorted { $0.path < $1.path })

  private static let manual = "Sources/Manual/Manual.docc/Evidence.md"

  @Test func `the manual contains the current table of evidence`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: Self.manual), encoding: .utf8)
    let table = Self.report.markdown
    #expect(page.contains("\n\n\(table)\n"), "Evidence.md needs this table:\n\(table)")
  }

  @Test func `a decision with a number has an article`() {
    let unknown = Self.report.decisions.filter { decision in
      decision.article == nil && decision.text.contains(/^[A-E][0-9]+/)
    }
    #expect(unknown.map { "\($0.provider): \($0.text)" } == [])
  }
}
