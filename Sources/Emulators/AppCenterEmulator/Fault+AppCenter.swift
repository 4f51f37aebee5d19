import GhostlightCore
public import GhostlightEmulation
import HTTPTypes

/// The refusals of the token exchange (A4).
///
/// The service no longer exists and was never documented. Its clients only read the status.
extension Fault {
  private static func appCenter(
    _ name: String, _ status: HTTPResponse.Status, _ code: String, _ message: String,
    _ source: String
  ) -> Fault {
    Fault(name, status, message, details: ["code": .string(code)], source: source)
  }

  static let noSuchApp = appCenter(
    "app unknown", .notFound, "NotFound", "App not found.",
    "A4: the status from the iOS SDK's tests; words an assumption")
  static let badBody = appCenter(
    "body is no JSON", .badRequest, "BadRequest", "The body is not valid JSON.",
    "A4; words an assumption")
  static let noPartitions = appCenter(
    "no partitions", .badRequest, "BadRequest", "The member 'partitions' is missing or malformed.",
    "A4; words an assumption")
  static let noSuchAddress = appCenter(
    "unknown path", .notFound, "NotFound", "Not found.", "A4; words and status an assumption")
  static let wrongMethod = appCenter(
    "verb", .methodNotAllowed, "MethodNotAllowed", "Method not allowed.",
    "A4; words and status an assumption")

  /// All refusals of the service.
  public static let appCenter: [Fault] = [
    noSuchApp, badBody, noPartitions, noSuchAddress, wrongMethod,
  ]
}
