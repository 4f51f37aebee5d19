import Foundation
import StackMob
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Standard session store` {
  @Test func `the standard store keeps sessions and maps until they are removed`() {
    let store = SMStandardSessionStore()
    let name = "ghostlight-\(UUID().uuidString)"
    #expect(store.session(forKey: name) == nil)
    #expect(store.userIdentifierMap(named: name) == [:])
    store.setSession(Data("x".utf8), forKey: name)
    store.setUserIdentifierMap(["jack": "key"], named: name)
    #expect(SMStandardSessionStore().session(forKey: name) == Data("x".utf8))
    #expect(SMStandardSessionStore().userIdentifierMap(named: name) == ["jack": "key"])
    store.setSession(nil, forKey: name)
    store.setUserIdentifierMap([:], named: name)
    #expect(store.session(forKey: name) == nil)
    #expect(store.userIdentifierMap(named: name) == [:])
  }
}
