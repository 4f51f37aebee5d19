import Foundation
import StackMob
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The guide on error handling` {
  @Test(arguments: [
    (SMErrorInvalidArguments, -100), (SMErrorTemporaryPasswordResetRequired, -101),
    (SMErrorNoCountAvailable, -102), (SMErrorRefreshTokenInProgress, -103),
    (SMErrorPasswordForUserObjectNotFound, -104), (SMErrorNetworkNotReachable, -105),
    (SMErrorCacheIDNotFound, -106), (SMErrorCouldNotFillRelationshipFault, -107),
    (SMErrorCoreDataSave, -108), (SMErrorRefreshTokenFailed, -109),
  ])
  func `StackMob Specific Errors`(_ error: SMErrorCode, _ code: Int) {
    #expect(Int(error.rawValue) == code)
  }

  @Test(arguments: [
    (SMErrorBadRequest, 400), (SMErrorUnauthorized, 401), (SMErrorForbidden, 403),
    (SMErrorNotFound, 404), (SMErrorTimeout, 408), (SMErrorConflict, 409),
    (SMErrorInternalServerError, 500), (SMErrorNotImplemented, 501), (SMErrorBadGateway, 502),
    (SMErrorServiceUnavailable, 503), (SMErrorGatewayTimeout, 504),
  ])
  func `General HTTP Errors`(_ error: SMErrorCode, _ code: Int) {
    #expect(Int(error.rawValue) == code)
  }

  @Test func `General HTTP Errors in a callback`() async throws {
    let app = try GuideApp()
    let errors = Mailbox(of: [String].self)

    app.client.dataStore().readObject(
      withId: "nowhere", inSchema: "todo",
      onSuccess: { object, _ in
        Issue.record("there is one: \(object)")
      },
      onFailure: { error, id, schema in
        let error = error as NSError
        errors.put([error.domain, "\(error.code)", id ?? "", schema ?? ""])
      })

    #expect(await errors.next() == ["HTTP", "404", "nowhere", "todo"])
  }

  @Test(arguments: [
    (SMErrorDomain, "SMError"), (HTTPErrorDomain, "HTTP"),
    (SMExceptionIncompatibleObject, "SMExceptionIncompatibleObject"),
    (SMExceptionUnknownSchema, "SMExceptionUnknownSchema"),
    (SMExceptionAddPersistentStore, "SMExceptionAddPersistentStore"),
    (SMExceptionCannotFillRelationshipFault, "SMExceptionCannotFillRelationshipFault"),
    (SMExceptionCacheError, "SMExceptionCacheError"),
    (SMOriginalErrorCausingRefreshKey, "SMOriginalErrorCausingRefresh"),
    (SMRefreshErrorObjectKey, "SMRefreshErrorObject"),
  ])
  func `String Constants`(_ constant: String, _ value: String) {
    #expect(constant == value)
  }
}
