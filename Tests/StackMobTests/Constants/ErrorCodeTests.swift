import Foundation
import TestSupport
import Testing

@testable import StackMob

@Suite(.limitedConcurrency) struct `Codes of errors and policies` {
  @Test(arguments: [(-1, "SMError"), (0, "HTTP"), (1, "HTTP")] as [(Int32, String)])
  func `a negative code is one of StackMob`(_ value: Int32, _ domain: String) {
    let code = SMErrorCode(rawValue: value)
    #expect(code.domain == domain)
    #expect(code ~= NSError(domain: domain, code: Int(value)))
    #expect(!(code ~= NSError(domain: "Other", code: Int(value))))
    #expect(!(code ~= NSError(domain: domain, code: Int(value) + 1)))
  }

  @Test func `policies and network states have the reference's values`() {
    #expect(
      [
        SMFetchPolicyNetworkOnly, SMFetchPolicyCacheOnly, SMFetchPolicyTryNetworkElseCache,
        SMFetchPolicyTryCacheElseNetwork,
      ].map(\.rawValue) == [0, 1, 2, 3])
    #expect(
      [
        SMCachePolicyTryNetworkOnly, SMCachePolicyTryCacheOnly, SMCachePolicyTryNetworkElseCache,
        SMCachePolicyTryCacheElseNetwork,
      ].map(\.rawValue) == [0, 1, 2, 3])
    #expect(
      [SMSavePolicyNetworkThenCache, SMSavePolicyNetworkOnly, SMSavePolicyCacheOnly]
        .map(\.rawValue) == [0, 1, 2])
    #expect(
      [SMNetworkStatusUnknown, SMNetworkStatusNotReachable, SMNetworkStatusReachable]
        .map(\.rawValue) == [-1, 0, 1])
    #expect(
      [
        DEFAULT_API_HOST, DEFAULT_PUSH_HOST, DEFAULT_USER_SCHEMA, DEFAULT_PRIMARY_KEY_FIELD_NAME,
        DEFAULT_PASSWORD_FIELD_NAME,
      ] == ["api.stackmob.com", "push.stackmob.com", "user", "username", "password"])
  }

  @Test func `an error prints its domain, code, text and sorted information`() {
    let plain = SMFailure.stackMob(SMErrorCoreDataSave)
    #expect(plain.localizedDescription.contains("SMError error -108."))
    let received = SMFailure.error("D", 7, ["b": 1, NSLocalizedDescriptionKey: "why", "a": "x"])
    #expect(received.localizedDescription == "why")
    #if !canImport(Darwin)
      #expect(
        received.description
          == #"Error Domain=D Code=7 "why" UserInfo={NSLocalizedDescription=why, a=x, b=1}"#)
      #expect(
        plain.description == "Error Domain=SMError Code=-108 \"\(plain.localizedDescription)\"")
    #endif
  }

  @Test(arguments: [true, false]) func `a failed refresh has its errors and its text`(
    _ hasOriginal: Bool
  ) {
    let (refresh, original) = (NSError(domain: "r", code: 1), NSError(domain: "o", code: 2))
    let error = SMFailure.refreshFailed(refresh, original: hasOriginal ? original : nil)
    #expect(error.domain == "SMError" && error.code == -109)
    var userInfo: [String: NSObject] = [
      SMRefreshErrorObjectKey: refresh,
      NSLocalizedDescriptionKey: NSString("Attempt to refresh access token failed."),
    ]
    if hasOriginal { userInfo[SMOriginalErrorCausingRefreshKey] = original }
    #expect(error.userInfo.keys.sorted() == userInfo.keys.sorted())
    #expect(error.userInfo[SMRefreshErrorObjectKey] as? NSError == refresh)
    #expect(
      error.userInfo[SMOriginalErrorCausingRefreshKey] as? NSError
        == (hasOriginal ? original : nil))
    #expect(error.localizedDescription == "Attempt to refresh access token failed.")
  }
}
