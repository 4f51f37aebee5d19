import Foundation
import GhostlightClient
import GhostlightCore
import Synchronization
import TestSupport
import Testing

@testable import EGF2

@Suite(.limitedConcurrency) struct `Listening to a server` {
  private static let url = URL(string: "ws://host/v1/listen")
  private static let connection = MessageConnection(send: { _ in }, close: {})

  @Test func `a connection opens once, and ends with its own attempt`() throws {
    var state = ListeningState()
    #expect(state.begin() == nil)
    #expect(state.move(to: Self.url) == nil && state.url == Self.url)
    let first = try #require(state.begin())
    #expect(first.url == Self.url && state.isCurrent(first.attempt))
    #expect(state.begin() == nil && state.connection == nil)
    #expect(!state.open(Self.connection, of: first.attempt + 1))
    #expect(state.open(Self.connection, of: first.attempt) && state.connection != nil)
    #expect(!state.open(Self.connection, of: first.attempt))
    #expect(!state.end(of: first.attempt + 1) && state.isCurrent(first.attempt))
    #expect(state.end(of: first.attempt) && state.connection == nil)
    #expect(!state.end(of: first.attempt) && !state.isCurrent(first.attempt))
    let second = try #require(state.begin())
    #expect(second.attempt != first.attempt && !state.isCurrent(first.attempt))
    #expect(!state.open(Self.connection, of: first.attempt))
  }

  @Test func `leaving and another address close the connection, the same address does not`()
    throws
  {
    var state = ListeningState()
    _ = state.move(to: Self.url)
    let first = try #require(state.begin())
    _ = state.open(Self.connection, of: first.attempt)
    #expect(state.move(to: Self.url) == nil && state.connection != nil)
    #expect(state.leave() != nil && state.connection == nil && state.leave() == nil)
    #expect(!state.end(of: first.attempt))
    let second = try #require(state.begin())
    _ = state.open(Self.connection, of: second.attempt)
    #expect(state.move(to: nil) != nil && state.connection == nil && state.begin() == nil)
  }

  private static func observation(_ observer: NSObject, _ name: String) -> Observation {
    Observation(
      observer: ObjectIdentifier(observer), name: Notification.Name(name), block: { _ in })
  }

  @Test func `keys are new for their first observer and abandoned by their last`() {
    var state = ListeningState()
    let (one, two) = (NSObject(), NSObject())
    let (a, b) = (NotificationKey(source: "a"), NotificationKey(source: "a", edge: "b"))
    #expect(state.add(Self.observation(one, "x"), to: [a, b]) == [a, b])
    #expect(state.add(Self.observation(one, "y"), to: [a]) == [])
    #expect(state.add(Self.observation(two, "x"), to: [a, a]) == [])
    let (x, y) = (Notification.Name("x"), Notification.Name("y"))
    #expect([x, y].map { state.blocks(for: $0, of: a).count } == [3, 1])
    #expect([x, y].map { state.blocks(for: $0, of: b).count } == [1, 0])
    #expect(state.remove(ObjectIdentifier(one), from: (a, x)) == [])
    #expect([x, y].map { state.blocks(for: $0, of: a).count } == [2, 1])
    #expect(state.remove(ObjectIdentifier(one), from: (b, y)) == [])
    #expect(state.remove(ObjectIdentifier(one)) == [b])
    #expect(state.keys == [a] && state.blocks(for: x, of: a).count == 2)
    #expect(state.remove(ObjectIdentifier(two)) == [a] && state.keys == [])
  }

  @Test func `a change is reported by the first of response and socket`() {
    var reported = ReportedChanges()
    let marks = (0..<66).map { ChangeMark.deleted("\($0)") }
    #expect(reported.isFirst(marks[0], by: .response))
    #expect(reported.isFirst(marks[0], by: .response))
    #expect(!reported.isFirst(marks[0], by: .socket))
    #expect(!reported.isFirst(marks[0], by: .socket))
    #expect(reported.isFirst(marks[0], by: .socket))
    #expect(!reported.isFirst(marks[0], by: .response))
    for mark in marks[1...64] { #expect(reported.isFirst(mark, by: .response)) }
    #expect(!reported.isFirst(marks[1], by: .socket))
    #expect(reported.isFirst(marks[1], by: .response))
    #expect(reported.isFirst(marks[65], by: .response))
    #expect(reported.isFirst(marks[2], by: .socket))
  }

  @Test func `changes count once only while they are observed over a connection`() throws {
    var state = ListeningState()
    let mark = ChangeMark.deleted("a")
    func twice() -> [Bool] {
      [state.isFirst(mark, by: .response), state.isFirst(mark, by: .socket)]
    }
    #expect(twice() == [true, true])
    _ = state.add(Self.observation(NSObject(), "x"), to: [NotificationKey(source: "a")])
    #expect(twice() == [true, true])
    _ = state.move(to: Self.url)
    let attempt = try #require(state.begin()).attempt
    _ = state.open(Self.connection, of: attempt)
    #expect(twice() == [true, false])
    #expect(
      state.isFirst(.deleted("b"), by: .response) && state.isFirst(.deleted("b"), by: .socket))
  }

  @Test func `a mark differs by kind, key and detail`() {
    let key = EdgeKey(source: "a", edge: "e")
    let marks: [ChangeMark] = [
      .updated("a", ["modified_at": 1]), .updated("a", ["modified_at": 2]), .updated("a", [:]),
      .updated("b", ["modified_at": 1]), .deleted("a"), .deleted("b"), .linked(key, "x"),
      .linked(key, "y"), .linked(EdgeKey(source: "a", edge: "f"), "x"), .unlinked(key, "x"),
      .unlinked(EdgeKey(source: "b", edge: "e"), "x"),
    ]
    #expect(Set(marks).count == marks.count)
  }

  private static let messages: [(String, String?)] = [
    (#"{"method":"PUT","object":"a","current":{"n":1}}"#, #"updated(id: "a", {"n":1})"#),
    (#"{"method":"PUT","object":"a"}"#, nil),
    (#"{"method":"POST","object":"a","current":{}}"#, nil),
    (#"{"method":"DELETE","object":"a"}"#, #"deleted(id: "a")"#),
    (#"{"method":"DELETE","object":"a","current":{}}"#, #"deleted(id: "a")"#),
    (#"{"method":"POST","edge":{"src":"a","name":"e","dst":"b"}}"#, "linked a e b"),
    (#"{"method":"DELETE","edge":{"src":"a","name":"e","dst":"b"}}"#, "unlinked a e b"),
    (#"{"method":"PUT","edge":{"src":"a","name":"e","dst":"b"}}"#, nil),
    (#"{"method":"POST","edge":{"name":"e","dst":"b"}}"#, nil),
    (#"{"method":"POST","edge":{"src":"a","dst":"b"}}"#, nil),
    (#"{"method":"POST","edge":{"src":"a","name":"e"}}"#, nil), (#"{"object":"a"}"#, nil),
    ("{", nil),
  ]

  private static func text(_ change: ServerChange) -> String {
    switch change {
    case .updated(let id, let object): "updated(id: \"\(id)\", \(JSON.object(object).text()))"
    case .deleted(let id): "deleted(id: \"\(id)\")"
    case .linked(let key, let id): "linked \(key.source) \(key.edge) \(id)"
    case .unlinked(let key, let id): "unlinked \(key.source) \(key.edge) \(id)"
    }
  }

  @Test(arguments: messages) func `a message is a change of an object or an edge`(
    _ message: String, _ text: String?
  ) {
    #expect(ServerChange(message).map(Self.text) == text)
  }

  @Test func `a subscription lists objects and edges in order`() {
    let keys = [
      NotificationKey(source: "b"), NotificationKey(source: "a", edge: "f"),
      NotificationKey(source: "a", edge: "e"), NotificationKey(source: "a"),
    ]
    #expect(
      ServerChange.message("subscribe", keys)
        == #"{"subscribe":[{"object_id":"a"},{"edge":{"source":"a","name":"e"}},"#
        + #"{"edge":{"source":"a","name":"f"}},{"object_id":"b"}]}"#)
  }
}
