import GhostlightClient
import GhostlightCore
import HTTPTypes

extension MKError {
  /// What a response from status 400 means.
  init(_ response: Response) {
    let status = response.status.code
    let json = response.json
    let told = json?["message"]?.string ?? (json == nil ? response.text : "")
    self.init(
      Self.code(ofStatus: status), statusCode: status,
      message: told.isEmpty ? "The server answered \(status)." : told)
  }

  static func code(ofStatus status: Int) -> Code {
    switch status {
    case ..<400: .none
    case 400: .invalidParams
    case 401, 403: .operationNotAllowed
    case 402, 404: .operationFailed
    case 406, 407: .duplicateKey
    default: .unknownStatus
    }
  }

  init(_ error: TransportError) {
    switch error {
    case .malformedRequest(let text):
      self.init(.invalidParams, message: "\(text) is no URL; correct the endpoint or the path.")
    case .malformedResponse:
      self.init(.invalidResponse, message: "What came is no HTTP response.")
    default:
      self.init(.connectionFailed, message: error.description)
    }
  }

  /// An answer that is not what the call promises.
  static func unexpected(_ status: Int?, _ wanted: String) -> MKError {
    MKError(
      .invalidResponse, statusCode: status, message: "The server's answer is not \(wanted).")
  }
}
