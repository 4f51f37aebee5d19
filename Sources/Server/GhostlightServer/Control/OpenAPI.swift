import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// `GET openapi.json`: the control API described in OpenAPI 3.1.
extension ControlAPI {
  static func openAPI(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    .json(.ok, OpenAPIDocument.json(context.addresses["control"] ?? "http://127.0.0.1:4400"))
  }
}

extension ControlAPI {
  /// `GET config-schema.json`: JSON Schema of the configuration.
  static func configurationSchema(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    .json(.ok, ConfigurationSchema.json)
  }
}
