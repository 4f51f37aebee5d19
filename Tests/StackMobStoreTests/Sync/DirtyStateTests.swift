import Foundation
@testable import StackMob
import Testing

@Suite struct `Dirty states and sync decisions` {
  /// One test case: a state, a save, and the state after it.
  struct Save: Sendable, CustomTestStringConvertible {
    let before: DirtyState
    let saved: DirtyKind
    let after: DirtyState
    var outcome = DirtyState.Outcome.kept
    var testDescription: String { "\(before), \(saved)" }
  }

  private static let (old, date) = (
    Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2)
  )

  private static func state(
    _ kind: DirtyKind?, _ base: Date? = nil, isSent: Bool = false
  ) -> DirtyState {
    DirtyState(kind: kind, base: base, isSent: isSent)
  }

  private static let saves = [
    Save(before: state(nil), saved: .inserted, after: state(.inserted)),
    Save(before: state(.inserted), saved: .inserted, after: state(.inserted)),
    Save(before: state(.updated, old), saved: .inserted, after: state(.updated, old)),
    Save(before: state(.updated), saved: .inserted, after: state(.inserted)),
    Save(before: state(.deleted, old), saved: .inserted, after: state(.updated, old)),
    Save(before: state(.deleted), saved: .inserted, after: state(.inserted)),
    Save(before: state(nil), saved: .updated, after: state(.updated, date)),
    Save(before: state(.inserted), saved: .updated, after: state(.inserted)),
    Save(before: state(.updated, old), saved: .updated, after: state(.updated, old)),
    Save(before: state(.deleted, old), saved: .updated, after: state(.updated, old)),
    Save(before: state(.deleted), saved: .updated, after: state(.inserted)),
    Save(before: state(nil), saved: .deleted, after: state(.deleted, date)),
    Save(before: state(.inserted), saved: .deleted, after: state(nil), outcome: .removed),
    Save(
      before: state(.inserted, nil, isSent: true), saved: .deleted,
      after: state(.deleted, nil, isSent: true)),
    Save(before: state(.updated, old), saved: .deleted, after: state(.deleted, old)),
    Save(before: state(.deleted, old), saved: .deleted, after: state(.deleted, old)),
  ]

  @Test(arguments: saves) func `an offline save changes the state of its object`(_ row: Save) {
    var state = row.before
    #expect(state.save(row.saved, serverDate: Self.date) == row.outcome)
    #expect(state == row.after)
  }

  @Test(arguments: [
    (state(.inserted, nil, isSent: true), state(.updated, date)),
    (state(.updated, old, isSent: true), state(.updated, date)),
    (state(.deleted, old), state(.deleted, date)),
  ]) func `a confirmed write is the base of the changes after it`(
    _ before: DirtyState, _ after: DirtyState
  ) {
    var state = before
    state.confirm(at: Self.date, isCurrent: false)
    #expect(state == after)
    state.confirm(at: Self.date, isCurrent: true)
    #expect(state == DirtyState())
  }

  @Test func `each kind of change has its list and number`() {
    #expect(
      DirtyKind.allCases.map { "\($0.rawValue) \($0.listName)" } == [
        "1 SMDirtyInsertedObjectKeys", "2 SMDirtyUpdatedObjectKeys", "3 SMDirtyDeletedObjectKeys",
      ])
  }

  private static let decisions: [(DirtyKind, [SyncDecision])] = [
    (.inserted, [.insert, .insert, .update, .confirm, .update, .askPolicy]),
    (.updated, [.askPolicy, .insert, .update, .confirm, .update, .askPolicy]),
    (.deleted, [.drop, .drop, .delete, .delete, .delete, .askPolicy]),
  ]

  @Test(arguments: decisions) func `kind and standing decide what a sync does`(
    _ kind: DirtyKind, _ decisions: [SyncDecision]
  ) {
    #expect(SyncDecision.Standing.allCases.map { SyncDecision(kind, $0) } == decisions)
  }

  private static let answers: [(DirtyKind, [SyncDecision])] = [
    (.inserted, [.update, .insert, .takeServer, .purge]),
    (.updated, [.update, .insert, .takeServer, .purge]),
    (.deleted, [.delete, .drop, .takeServer, .purge]),
  ]

  @Test(arguments: answers) func `the policy's answer decides with the server's object`(
    _ kind: DirtyKind, _ decisions: [SyncDecision]
  ) {
    let all = [(true, true), (true, false), (false, true), (false, false)].map {
      SyncDecision(kind, isClient: $0, isOnServer: $1)
    }
    #expect(all == decisions)
  }

  @Test(
    arguments: [
      (nil, nil, nil, [0, 0, 0]), (nil, 1, nil, [0, 1, 1]), (1, nil, nil, [0, 0, 0]),
      (1, 2, nil, [0, 1, 1]), (2, 2, nil, [0, 1, 1]), (3, 2, nil, [0, 0, 1]),
      (1, 2, 2, [0, 1, 0]), (3, 2, 1, [0, 0, 1]), (1, nil, 1, [0, 0, 1]),
    ] as [(Double?, Double?, Double?, [Int32])])
  func `merge policies compare the dates`(
    _ client: Double?, _ server: Double?, _ base: Double?, _ winners: [Int32]
  ) {
    func object(_ seconds: Double?) -> [AnyHashable: Any]? {
      seconds.map { [SMLastModDateKey: Date(timeIntervalSince1970: $0)] }
    }
    let policies = [
      SMMergePolicyClientWins, SMMergePolicyLastModifiedWins, SMMergePolicyServerModifiedWins,
    ]
    let base = base.map { Date(timeIntervalSince1970: $0) }
    #expect(policies.map { $0(object(client) ?? [:], object(server), base) } == winners)
    #expect([SMClientObject, SMServerObject] == [0, 1])
  }

  @Test func `held changes are released one by one`() {
    let held = HeldChanges()
    let (a, b) = (ObjectKey(entity: "Todo", key: "a"), ObjectKey(entity: "Todo", key: "b"))
    let other = ObjectKey(entity: "Tag", key: "a")
    held.hold([a, b], .insert)
    held.hold([b], .update)
    #expect([a, b, other].map { held.contains($0) } == [true, true, false])
    held.release([a, other])
    #expect([a, b, other].map { held.contains($0) } == [false, true, false])
    #expect(held.abandoned == [])
  }

  @Test func `an action of a sync has its number and the identity of its object`() {
    #expect(
      [
        SMSyncActionInsertedOnServer, SMSyncActionUpdatedOnServer, SMSyncActionDeletedFromServer,
        SMSyncActionUpdatedCache,
      ].map(\.rawValue) == [0, 1, 2, 3])
    let object = SMSyncedObject(.primaryKey("x"), SMSyncActionDeletedFromServer)
    #expect(object.objectID as? String == "x")
    #expect(object.actionTaken == SMSyncActionDeletedFromServer)
  }
}
