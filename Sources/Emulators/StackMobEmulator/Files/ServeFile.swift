import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The object store behind the URLs of binary fields (A17): `GET /_s3/<bucket>/…`.
///
/// It asks for no key and looks at no permission, as whoever knew an S3 URL could load it.
extension StackMobBackend {
  /// The first segment of the store's paths.
  static let fileSegment = "_s3"

  static func serveFile(
    _ call: Call, _ state: StackMobState, _ moment: Moment
  ) throws(Fault) -> Response {
    guard call["bucket"].isExactly(state.bucket),
      let file = state.files.file(of: call["field"], call["id"], in: call["schema"]),
      file.name.isExactly(call["filename"])
    else { throw .fileMissing }
    var response = Response(.ok, body: file.bytes)
    response.headers[.contentType] = file.contentType
    return response
  }
}

extension StackMobState {
  /// The store of each environment is its own.
  var bucket: String { Self.bucket(configuration, isDevelopment: isDevelopment) }

  static func bucket(_ configuration: StackMobConfiguration, isDevelopment: Bool) -> String {
    configuration.binaryBucket + (isDevelopment ? "-development" : "-production")
  }
}
