import Foundation
import StackMob
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Password stores` {
  @Test func `a store keeps the password of each identifier until it is removed`() {
    let memory = SMMemoryPasswordStore()
    let stores: [(any SMPasswordStore, any SMPasswordStore)] = [
      (memory, memory), (SMStandardPasswordStore(), SMStandardPasswordStore()),
    ]
    for (store, again) in stores {
      let names = ["a", "b"].map { "ghostlight-\($0)-\(UUID().uuidString)" }
      #expect(names.map { store.password(forIdentifier: $0) } == [nil, nil])
      store.setPassword("one", forIdentifier: names[0])
      store.setPassword("tw\u{f6}", forIdentifier: names[1])
      #expect(names.map { again.password(forIdentifier: $0) } == ["one", "tw\u{f6}"])
      store.setPassword("three", forIdentifier: names[0])
      store.setPassword(nil, forIdentifier: names[1])
      #expect(names.map { again.password(forIdentifier: $0) } == ["three", nil])
      store.setPassword(nil, forIdentifier: names[0])
      #expect(again.password(forIdentifier: names[0]) == nil)
    }
  }

  @Test func `a memory session store keeps the sessions and maps of each name`() {
    let store = SMMemorySessionStore()
    store.setSession(Data([1]), forKey: "a")
    store.setSession(Data([2]), forKey: "b")
    store.setUserIdentifierMap(["x": "1"], named: "a")
    store.setUserIdentifierMap(["x": "2"], named: "b")
    store.setSession(nil, forKey: "b")
    #expect(store.session(forKey: "a") == Data([1]))
    #expect(store.session(forKey: "b") == nil)
    #expect(store.userIdentifierMap(named: "a") == ["x": "1"])
    #expect(store.userIdentifierMap(named: "b") == ["x": "2"])
    #expect(store.userIdentifierMap(named: "c") == [:])
  }
}
