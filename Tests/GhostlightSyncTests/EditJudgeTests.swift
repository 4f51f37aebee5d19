import SyncFixtures
import Testing

/// A sequence of events that affect one object, and the judge's expected verdict.
struct JudgedPlay: Sendable, CustomTestStringConvertible {
  enum Event: Sendable {
    case edit(String, by: String, over: String?)
    case removal(String, by: String, over: String?)
    /// A device has changed the object at the service to this token; `nil` means that it was
    /// removed.
    case served(String?, by: String?)
    /// The object is removed at the service by a removal that the device was still allowed to send.
    case removed(String, by: String)
    /// The device wanted to remove the object, and found it already removed.
    case foundRemoved(by: String)
    case decision(by: String, drops: String)
  }

  let testDescription: String
  let events: [Event]
  let verdict: [String]

  init(_ description: String, _ events: [Event], _ verdict: [String] = []) {
    testDescription = description
    self.events = events
    self.verdict = verdict
  }

  private static let start: [Event] = [
    .edit("one", by: "a", over: nil), .served("one", by: "a"),
  ]

  static let all = [
    JudgedPlay("an edit that arrives", start),
    JudgedPlay(
      "an edit that never arrives", [.edit("one", by: "a", over: nil)], ["a loses one of n"]),
    JudgedPlay(
      "an edit that a later one replaced",
      start + [
        .edit("two", by: "a", over: "one"), .edit("three", by: "a", over: "two"),
        .served("three", by: "a"),
      ]),
    JudgedPlay(
      "the later of two edits is lost",
      start + [
        .edit("two", by: "a", over: "one"), .served("two", by: "a"),
        .edit("three", by: "a", over: "two"),
      ], ["a loses three of n"]),
    JudgedPlay(
      "a removal that a later edit has replaced",
      start + [
        .removal("gone", by: "a", over: "one"), .edit("two", by: "a", over: "gone"),
        .served(nil, by: "a"), .served("two", by: "a"),
      ], ["a removes n, without an edit that asks for it"]),
    JudgedPlay(
      "a removal that a later edit has replaced, in an app that has not saved it",
      start + [
        .removal("gone", by: "a", over: "one"), .edit("two", by: "a", over: "gone"),
        .removed("gone", by: "a"), .served("two", by: "a"),
      ]),
    JudgedPlay(
      "an edit that a decision names",
      start + [
        .edit("two", by: "b", over: "one"), .edit("theirs", by: "others", over: "one"),
        .served("theirs", by: nil), .decision(by: "b", drops: "two"),
      ]),
    JudgedPlay(
      "an edit that another device replaced after it had seen it",
      start + [.edit("two", by: "b", over: "one"), .served("two", by: "b")]),
    JudgedPlay(
      "an edit that another device overwrote unseen",
      start + [
        .edit("two", by: "b", over: "one"), .edit("theirs", by: "others", over: "one"),
        .served("theirs", by: nil), .served("two", by: "b"),
      ], ["b overwrites theirs of n by two, unseen"]),
    JudgedPlay(
      "an edit that another device overwrote by a decision",
      start + [
        .edit("two", by: "b", over: "one"), .edit("theirs", by: "others", over: "one"),
        .served("theirs", by: nil), .decision(by: "b", drops: "theirs"), .served("two", by: "b"),
      ]),
    JudgedPlay(
      "a removal that arrives",
      start + [.removal("gone", by: "a", over: "one"), .served(nil, by: "a")]),
    JudgedPlay(
      "a removal that is lost", start + [.removal("gone", by: "a", over: "one")],
      ["a loses gone of n"]),
    JudgedPlay(
      "a removal of an object that was removed already, and comes back",
      start + [
        .removal("gone", by: "a", over: "one"), .served(nil, by: nil), .foundRemoved(by: "a"),
        .edit("two", by: "others", over: "one"), .served("two", by: nil),
      ]),
    JudgedPlay(
      "a removal that is lost, of an object that was removed already and comes back",
      start + [
        .removal("gone", by: "a", over: "one"), .served(nil, by: nil),
        .edit("two", by: "others", over: "one"), .served("two", by: nil),
      ], ["a loses gone of n"]),
    JudgedPlay(
      "a removal without an edit", start + [.served(nil, by: "a")],
      ["a removes n, without an edit that asks for it"]),
    JudgedPlay(
      "a removal that another device undoes unseen",
      start + [
        .edit("two", by: "b", over: "one"), .removal("gone", by: "a", over: "one"),
        .served(nil, by: "a"), .served("two", by: "b"),
      ], ["b overwrites the removal of n by two, unseen"]),
    JudgedPlay(
      "a value that is not the device's", start + [.served("other", by: "b")],
      ["b writes other to n, which is not its edit"]),
  ]
}

@Suite struct `The judge of edits` {
  @Test(arguments: JudgedPlay.all)
  func `the verdict lists edits lost or overwritten without a reason`(_ play: JudgedPlay) {
    var judge = EditJudge()
    for event in play.events {
      switch event {
      case .edit(let token, let device, let old):
        judge.edit(token, of: "n", on: device, replacing: old)
      case .removal(let token, let device, let old):
        judge.edit(token, of: "n", on: device, replacing: old, removes: true)
      case .served(let token, let device): judge.see(["n": token], writtenBy: device)
      case .removed(let token, let device):
        judge.see(["n": nil], writtenBy: device, removals: ["n": token])
      case .foundRemoved(let device): judge.settleRemoval(of: "n", on: device)
      case .decision(let device, let token): judge.decide("policy", on: device, drops: token)
      }
    }
    #expect(judge.verdict == play.verdict)
  }
}

@Suite struct `The seeds of plays` {
  @Test(
    arguments: [
      ("1000", 1...1000), ("332-1000", 332...1000), ("7-7", 7...7), ("0", nil), ("0-3", nil),
      ("3-2", nil), ("-3", nil), ("3-", nil), ("1-2-3", nil), ("all", nil), ("", nil),
    ] as [(String, ClosedRange<UInt64>?)])
  func `are a number of them, or a range`(_ text: String, _ seeds: ClosedRange<UInt64>?) {
    #expect(Interleaving.seeds(in: text) == seeds)
  }
}
