import GhostlightCore
import GhostlightEmulation
import Testing

@Suite struct `Outboxes` {
  @Test func `a message has its number, time, kind, recipients and content`() throws {
    var outbox = Outbox()
    outbox.post(.mail, to: ["a@example.com"], ["subject": "x"], at: .numbered(milliseconds: 5))
    outbox.post(.push, to: ["t1", "t2"], ["alert": "y"], at: .numbered(milliseconds: 6))
    #expect(outbox.messages.map(\.number) == [1, 2])
    #expect(outbox.messages.map(\.milliseconds) == [5, 6])
    #expect(outbox.messages.map(\.kind) == [.mail, .push])
    #expect(outbox.messages.map(\.recipients) == [["a@example.com"], ["t1", "t2"]])
    #expect(outbox.messages.map(\.content) == [["subject": "x"], ["alert": "y"]])
  }

  @Test(arguments: [0, 1, 999, 1000, 1001, 2500])
  func `an outbox has the latest thousand messages, with their original numbers`(count: Int) {
    var outbox = Outbox()
    for _ in 0..<count { outbox.post(.webhook, to: [], [:], at: .numbered()) }
    #expect(outbox.messages.map(\.number) == Array(max(1, count - 999)..<count + 1))
  }

  @Test func `merging outboxes puts the other outbox's messages last`() {
    var one = Outbox()
    one.post(.mail, to: ["a"], [:], at: .numbered(milliseconds: 2))
    var two = Outbox()
    two.post(.push, to: ["b"], [:], at: .numbered(milliseconds: 1))
    #expect(one.merged(with: two).messages == one.messages + two.messages)
    #expect(one.merged(with: Outbox()) == one)
    #expect(Outbox().merged(with: two).messages == two.messages)
  }
}
