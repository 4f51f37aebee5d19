import AppCenter
import Foundation
import GhostlightClient
import GhostlightCore
import Testing

@testable import AppCenterData

@Suite struct `Errors of Data, whole` {
  /// An error with its code, text, status, and the text of its cause.
  struct Row: Sendable, CustomTestStringConvertible {
    let error: MSDataError
    let code: Int
    let text: String
    let status: Int?
    let cause: String?
    var testDescription: String { "\(code) \(text)" }

    init(
      _ error: MSDataError, _ code: Int, _ text: String, status: Int? = nil, cause: String? = nil
    ) {
      (self.error, self.code, self.text) = (error, code, text)
      (self.status, self.cause) = (status, cause)
    }
  }

  private static let cosmos = "Unexpected error while talking to CosmosDB."

  private static func jsonError(_ text: String) -> JSONError {
    do throws(JSONError) {
      _ = try JSON.parse(text)
      preconditionFailure("\(text) is valid")
    } catch {
      return error
    }
  }

  static let rows: [Row] = [
    Row(.disabled, 3, "The service is disabled."),
    Row(
      .invalidClass, 101,
      "Provided class does not conform to serialization protocol (MSSerializableDocument)."),
    Row(.invalidID, 207, "Invalid document ID."),
    Row(.nextPageOffline, 208, "Can't retrieve the next page when the device is offline."),
    Row(.unsupported, 206, "Operation is not supported"),
    Row(.pendingDeletion, 200, "Document pending deletion in local storage"),
    Row(
      .invalidForRequest, 102, "Document dictionary contains values that cannot be serialized."),
    Row(
      .invalidForStore, 102, "Dictionary contains values that cannot be processed as JSON."),
    Row(
      .systemProperties, 102,
      "Can't deserialize document (missing system properties or partition key)"),
    Row(.documentNoObject, 102, "Can't deserialize document (its value is not an object)"),
    Row(.documents, 102, "Can't deserialize documents"),
    Row(.tokenResponse, 205, "Invalid token exchange service response."),
    Row(.tokenOffline, 301, "No cached token result found, and device is offline."),
    Row(.invalidPartition("x"), 204, "Invalid partition name x"),
    Row(.tokenStore(status: 404), 300, "The token store returned 404", status: 404),
    Row(.tokenStatus("Failed"), 300, "Token result had a status of Failed"),
    Row(
      .tokenTransport(.transport(.timedOut)), 300, "The request timed out.",
      cause: "NSURLErrorDomain -1001 The request timed out."),
    Row(
      .tokenTransport(.cancelled), 300, "The operation was canceled.",
      cause: "com.Microsoft.AppCenter.ErrorDomain 2 The operation was canceled."),
    Row(
      .tokenJSON(jsonError("{")), 102,
      "Can't deserialize tokens with error: \(jsonError("{"))", cause: "\(jsonError("{"))"),
    Row(
      .cachedToken(.tokenStore(status: 500)), 201,
      "Error while retrieving cached token, aborting operation: The token store returned 500"),
    Row(.cosmos(status: 404), 300, cosmos, status: 404),
    Row(.cosmos(status: nil), 300, cosmos, status: 0),
    Row(
      .cosmos(status: nil, MSDataError.tokenStore(status: 401)), 300, cosmos, status: 401,
      cause: "\(kMSACDataErrorDomain) 300 The token store returned 401"),
    Row(
      .cosmos(status: 409, MSDataError.tokenStore(status: 401)), 300, cosmos, status: 409,
      cause: "\(kMSACDataErrorDomain) 300 The token store returned 401"),
    Row(
      .cosmos(status: nil, MSDataError.tokenOffline), 300, cosmos, status: 0,
      cause: "\(kMSACDataErrorDomain) 301 No cached token result found, and device is offline."),
    Row(
      .payload(jsonError("[")), 102, "Can't deserialize JSON payload: \(jsonError("["))",
      cause: "\(jsonError("["))"),
    Row(
      .payloadNoObject, 102, "Can't deserialize JSON payload",
      cause: "\(kMSACDataErrorDomain) 102 Can't deserialize JSON payload"),
    Row(
      .notFound("user-1", "a"), 200,
      "Unable to find document in local store for partition 'user-1' and document ID 'a'"),
    Row(
      .expired("user-1", "a", at: 60), 202,
      "Local document for partition 'user-1' and document ID 'a' expired at "
        + "1970-01-01T00:01:00.000Z, discarding it"),
    Row(
      .store(jsonError("[")), 200, "The local store cannot be used: \(jsonError("["))",
      cause: "\(jsonError("["))"),
  ]

  private static func text(_ error: (any Error)?) -> String? {
    guard let error else { return nil }
    if error is JSONError { return "\(error)" }
    let bridged = error as NSError
    return "\(bridged.domain) \(bridged.code) \(bridged.localizedDescription)"
  }

  @Test(arguments: rows) func `an error has a code, a text, a status and a cause`(_ row: Row) {
    let error = row.error
    #expect(error.code == row.code)
    #expect(error.errorCode == row.code)
    #expect(error.domain == "com.Microsoft.AppCenter.Data.ErrorDomain")
    #expect(MSDataError.errorDomain == error.domain)
    #expect(error.localizedDescription == row.text)
    #expect(error.errorDescription == row.text)
    #expect(error.description == "App Center Data \(row.code): \(row.text)")
    #expect(Self.text(error.innerError) == row.cause)
    for info in [error.userInfo, error.errorUserInfo, (error as NSError).userInfo] {
      #expect(info[NSLocalizedDescriptionKey] as? String == row.text)
      #expect(info[MSHttpCodeKey] as? Int == row.status)
      #expect(Self.text(info[NSUnderlyingErrorKey] as? any Error) == row.cause)
      #expect(info.count == 1 + (row.status == nil ? 0 : 1) + (row.cause == nil ? 0 : 1))
    }
  }

  @Test func `the cause of a token's failure is that of its connection`() {
    #expect(
      Self.text(MSDataError.tokenTransport(.transport(.timedOut)).cause)
        == "NSURLErrorDomain -1001 The request timed out.")
    #expect(
      Self.text(MSDataError.tokenStore(status: 404).cause)
        == "\(kMSACDataErrorDomain) 300 The token store returned 404")
    #expect(
      Self.text(MSDataError.payload(Self.jsonError("[")).cause)?
        .hasPrefix("\(kMSACDataErrorDomain) 102") == true)
  }

  @Test func `the codes are the documented ones`() {
    #expect(
      MSDataErrorCode.allCases.map(\.rawValue)
        == [3, 101, 102, 200, 201, 202, 203, 204, 205, 206, 207, 208, 300, 301])
    #expect(MSHttpCodeKey == "MSHttpCodeKey")
    #expect([kMSDataUserDocumentsPartition, kMSDataAppDocumentsPartition] == ["user", "readonly"])
  }
}
