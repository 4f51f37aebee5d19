import Foundation
import GhostlightCore
import Testing

@Suite struct `JSON limits` {
  /// Runs `body` on a thread with 512 KB of stack, the smallest of all supported platforms.
  private func onSmallStack<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  private func nested(_ depth: Int, _ open: String, _ close: String) -> [UInt8] {
    Array((String(repeating: open, count: depth) + String(repeating: close, count: depth)).utf8)
  }

  @Test(arguments: [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")])
  func `100,000 levels are refused without exceeding the stack`(
    open: String, close: String
  ) async {
    let text = nested(100_000, open, close)
    let error = await onSmallStack { () -> JSONError? in
      do throws(JSONError) {
        _ = try JSON.parse(text, limits: JSONLimits(depth: .max))
        return nil
      } catch {
        return error
      }
    }
    #expect(error?.reason == .tooDeep)
  }

  @Test(arguments: [("[", "]"), (#"{"a":["#, "]}")])
  func `the deepest value is parsed, compared, hashed and printed on a small stack`(
    open: String, close: String
  ) async throws {
    let text = nested(JSONLimits.deepest / (open.count == 1 ? 1 : 2), open, close)
    let bytes = await onSmallStack { () -> [UInt8]? in
      let limits = JSONLimits(depth: JSONLimits.deepest)
      guard let value = try? JSON.parse(text, limits: limits),
        let other = try? JSON.parse(text, limits: limits), Set([value, other]).count == 1
      else { return nil }
      return value.text(pretty: true).isEmpty ? nil : value.bytes
    }
    #expect(bytes == text)
  }

  @Test func `the depth limit applies to the exact level`() throws {
    #expect(try JSON.parse("[[]]", limits: JSONLimits(depth: 2)) == [[]])
    #expect(try JSON.parse("[[],{},[]]", limits: JSONLimits(depth: 2)) == [[], [:], []])
    #expect(throws: JSONError(.tooDeep, at: 1)) {
      try JSON.parse("[[]]", limits: JSONLimits(depth: 1))
    }
    #expect(throws: JSONError(.tooDeep, at: 0)) {
      try JSON.parse("{}", limits: JSONLimits(depth: 0))
    }
    #expect(try JSON.parse("1", limits: JSONLimits(depth: -1)) == 1)
    #expect(try JSON.parse(nested(128, "[", "]")).bytes.count == 256)
    #expect(throws: JSONError(.tooDeep, at: 128)) { try JSON.parse(nested(129, "[", "]")) }
  }

  @Test func `a text with one byte too many is refused unread`() throws {
    #expect(try JSON.parse("[1]", limits: JSONLimits(bytes: 3)) == [1])
    #expect(throws: JSONError(.tooLong, at: 3)) {
      try JSON.parse("?[1]", limits: JSONLimits(bytes: 3))
    }
  }

  @Test func `a number of a million digits is stored as text`() throws {
    let digits = String(repeating: "7", count: 1_000_000)
    #expect(try JSON.parse(digits).text() == digits)
    #expect(try JSON.parse("0." + digits).text() == "0." + digits)
    #expect(try JSON.parse("1e" + digits).number == .infinity)
  }

  @Test func `different nested objects are compared without repeated work`() throws {
    func object(_ leaf: String) throws -> JSON {
      let open = String(repeating: #"{"x":0,"a":"#, count: 100)
      return try JSON.parse(open + leaf + String(repeating: "}", count: 100))
    }
    #expect(try object("1") != object("2"))
    #expect(try object("1") == object("1"))
  }
}
