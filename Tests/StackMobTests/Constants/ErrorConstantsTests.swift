import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import StackMob

@Suite(.limitedConcurrency) struct `Error Handling` {
  private static let codes: [(SMErrorCode, Int32)] = [
    (SMErrorInvalidArguments, -100), (SMErrorTemporaryPasswordResetRequired, -101),
    (SMErrorNoCountAvailable, -102), (SMErrorRefreshTokenInProgress, -103),
    (SMErrorPasswordForUserObjectNotFound, -104), (SMErrorNetworkNotReachable, -105),
    (SMErrorCacheIDNotFound, -106), (SMErrorCouldNotFillRelationshipFault, -107),
    (SMErrorCoreDataSave, -108), (SMErrorRefreshTokenFailed, -109),
    (SMErrorLocationManagerFailed, -110),
  ]
  private static let statuses: [(SMErrorCode, Int32)] = [
    (SMErrorOK, 200), (SMErrorCreated, 201), (SMErrorPartialContent, 206),
    (SMErrorMovedPermanently, 301), (SMErrorFound, 302), (SMErrorBadRequest, 400),
    (SMErrorUnauthorized, 401), (SMErrorForbidden, 403), (SMErrorNotFound, 404),
    (SMErrorTimeout, 408), (SMErrorConflict, 409), (SMErrorTeapot, 418), (SMErrorChillOut, 420),
    (SMErrorCensored, 451), (SMErrorInternalServerError, 500), (SMErrorNotImplemented, 501),
    (SMErrorBadGateway, 502), (SMErrorServiceUnavailable, 503), (SMErrorGatewayTimeout, 504),
  ]

  @Test(arguments: codes) func `StackMob Specific Errors`(_ code: SMErrorCode, _ value: Int32) {
    #expect(code.rawValue == value)
    let error: any Error = SMFailure.stackMob(code)
    #expect((error as NSError).domain == "SMError")
    #expect(code ~= error)
    #expect(!(SMErrorConflict ~= error))
  }

  @Test(arguments: statuses) func `General HTTP Errors`(_ code: SMErrorCode, _ value: Int32) {
    #expect(code.rawValue == value)
    let status = HTTPResponse.Status(code: Int(value))
    let error: any Error = SMFailure.http(.json(status, ["error": "text"]))
    #expect(
      (error as NSError)
        == NSError(
          domain: "HTTP", code: Int(value), userInfo: ["error": "text"]))
    #expect(code ~= error)
    #expect(!(SMErrorRefreshTokenFailed ~= error))
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
    (SMClientInitializationException, "SMClientInitializationException"),
  ]) func `String Constants`(_ constant: String, _ value: String) {
    #expect(constant == value)
  }

  @Test(arguments: [
    (TransportError.notConnectedToInternet("x"), "SMError -105"),
    (.cannotFindHost("x"), "NSURLErrorDomain -1003"),
    (.cannotConnect("x"), "NSURLErrorDomain -1004"),
    (.connectionReset, "NSURLErrorDomain -1005"), (.emptyReply, "NSURLErrorDomain -1014"),
    (.truncatedBody(received: 1, of: 2), "NSURLErrorDomain -1005"),
    (.malformedResponse, "NSURLErrorDomain -1017"), (.timedOut, "NSURLErrorDomain -1001"),
    (.cancelled, "NSURLErrorDomain -999"), (.malformedRequest("x"), "NSURLErrorDomain -1000"),
    (.other("x"), "NSURLErrorDomain -1"),
  ]) func `a request without a response fails with -105 or a URL loading error`(
    _ error: TransportError, _ text: String
  ) {
    #expect(Blocks.text(of: SMFailure.unreachable(error)) == text)
  }

  @Test func `the description of an exception is its reason`() {
    let exception = SMException(name: SMExceptionCacheError, reason: "full")
    #expect(exception.localizedDescription == "full")
    #expect("\(exception)" == "SMExceptionCacheError: full")
  }
}
