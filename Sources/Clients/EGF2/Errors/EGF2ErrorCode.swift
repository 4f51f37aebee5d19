/// What kind of thing went wrong, as the code of an ``EGF2Error``.
///
/// - Source: protocol reference B3.
public enum EGF2ErrorCode: Int, Sendable, CaseIterable {
  /// The status is neither 200 nor 204; see `"status_code"`, `"error_code"` and the reason.
  case serverError = 1
  /// Never used: errors of the network come as they are, in `NSURLErrorDomain`.
  case networkError = 2
  /// An answer has not the expected shape.
  case wrongResponse = 3
  /// An object in an answer has no id.
  case wrongJSONObject = 4
  /// No class is registered for the end of an id.
  case unknownObjectType = 5
  /// The object to update with is not one of the generated models.
  case invalidGraphObject = 6
  /// Never used: what was kept and cannot be read counts as missing.
  case invalidDataInCoreData = 7
  /// A parameter cannot be used; the reason says why.
  case wrongMethodParameter = 8

  /// The words of the SDK.
  var words: String {
    switch self {
    case .serverError: "Server has returned an error"
    case .networkError: "A network error"
    case .wrongResponse: "Has got wrong response"
    case .wrongJSONObject: "Has got wrong JSON object"
    case .unknownObjectType: "Unknown object type"
    case .invalidGraphObject: "Invalid graph object"
    case .invalidDataInCoreData: "Core data object has invalid data"
    case .wrongMethodParameter: "Wrong method parameter"
    }
  }
}
