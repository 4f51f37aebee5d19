import Foundation
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import TestSupport
import Testing

@Suite struct `HAR files of every writer` {
  @Test(arguments: HARWriter.all)
  func `a file is read, and each entry that is left out is named`(_ writer: HARWriter) throws {
    let document = try HARDocument(reading: writer.bytes, named: "x.har")
    #expect(try Recording(document).exchanges.map(HARWriter.line) == writer.exchanges)
    #expect(document.warnings.map(\.description) == writer.warnings)
  }

  @Test(arguments: HARWriter.all)
  func `a rewritten file gives the same recording`(_ writer: HARWriter) throws {
    let recording = try Recording(HARDocument(reading: writer.bytes, named: "x.har"))
    let written = HARDocument(recording).bytes
    let again = try HARDocument(reading: written, named: "again.har")
    #expect(try Recording(again) == recording)
  }

  @Test(arguments: HARWriter.all)
  func `a file is checked for secrets, whatever its entries are`(_ writer: HARWriter) throws {
    var rest = writer.bytes
    var reader = HAREntryReader(named: "x.har") {
      defer { rest = [] }
      return rest
    }
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect(count == writer.entries.count)
    _ = try reader.rest()
  }

  @Test func `each value of a header field that is a list becomes a field`() throws {
    let polly = try #require(HARWriter.all.first { $0.description == "PollyJS" })
    let exchanges = try Recording(HARDocument(reading: polly.bytes, named: "x.har")).exchanges
    #expect(exchanges[0].response.headers[values: .setCookie] == ["a=1", "b=2"])
    #expect(exchanges[6].request.headers.map(\.value) == ["7"])
  }

  @Test func `a file with many wrong entries is read, and its summary is short`() throws {
    let entries = Array(repeating: "3", count: 100_000).joined(separator: ",")
    let text = #"{"log":{"entries":[\#(entries)]}}"#
    let contents = try HARDocument(reading: Array(text.utf8), named: "x.har").contents
    #expect(contents.exchanges.isEmpty)
    #expect(contents.warnings.count == 100_000)
    #expect(contents.summary.count == 21)
    #expect(contents.summary.first == "entry 1: left out, because it is a number")
    #expect(
      contents.summary.last == "99980 more warnings; 100000 entries are left out in total")
  }

  @Test func `an entry with many wrong header fields has few warnings`() throws {
    let fields = (1...9).map { #"{"name":"a \#($0)"}"# }.joined(separator: ",")
    let entry = HARWriter.entry(
      HARWriter.request("GET", "http://h/", #","headers":[\#(fields)]"#), HARWriter.ok("x"))
    let text = #"{"log":{"entries":[\#(entry)]}}"#
    let warnings = try HARDocument(reading: Array(text.utf8), named: "x.har").warnings
    #expect(warnings.count == 6)
    #expect(warnings.last?.message == "GET http://h/: 4 more header fields are left out")
  }
}
