import GhostlightCore
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Response queue` {
  private let options = ReplyOptions()

  @Test func `the queue returns responses in the order of their requests`() {
    var queue = ResponseQueue()
    let first = queue.reserve(options)
    let second = queue.reserve(ReplyOptions(isHead: true))
    queue.append(PendingResponse(response: .text("3"), options: options))
    #expect(queue.count == 3)
    queue.fill(second, with: .text("2"))
    #expect(queue.next() == nil)
    queue.fill(first, with: .text("1"))
    #expect(queue.next() == PendingResponse(response: .text("1"), options: options))
    #expect(
      queue.next() == PendingResponse(response: .text("2"), options: ReplyOptions(isHead: true)))
    #expect(queue.next() == PendingResponse(response: .text("3"), options: options))
    #expect(queue.next() == nil)
    #expect(queue.isEmpty)
  }

  @Test func `the queue ignores tickets from before it was abandoned`() {
    var queue = ResponseQueue()
    let ticket = queue.reserve(options)
    queue.abandon()
    queue.fill(ticket, with: .text("late"))
    #expect(queue.isEmpty)
    let other = queue.reserve(options)
    #expect(other != ticket)
  }
}
