import GhostlightCore
import HTTPTypes

@testable import EGF2Emulator

extension GraphRefusalRow {
  static let files: [GraphRefusalRow] = [
    GraphRefusalRow(.unauthorized, GraphFixture.request(.get, "/v1/new_image?mime_type=image/png")),
    GraphRefusalRow(
      .tokenNotFound, GraphFixture.request(.get, "/v1/new_file?mime_type=a/b", as: "x")),
    GraphRefusalRow(.mimeTypeMissing, mark(.get, "/v1/new_image")),
    GraphRefusalRow(.mimeTypeMissing, mark(.get, "/v1/new_file?mime_type=&kind=avatar")),
    GraphRefusalRow(.notAnImage, mark(.get, "/v1/new_file?mime_type=text/plain&kind=avatar")),
    GraphRefusalRow(
      .tooLong,
      mark(.get, "/v1/new_file?mime_type=a/b&title=" + String(repeating: "x", count: 257)),
      "'title' must have length less than 256"),
    GraphRefusalRow(.accessForbidden, .upload("a/b", to: "/bucket/2017-3/k?signature=x")),
    GraphRefusalRow(
      .resourceNotFound, GraphFixture.request(.get, "/bucket/2017-3/k?signature=x"),
      "/bucket/2017-3/k does not exist"),
    GraphRefusalRow(.accessForbidden, mark(.delete, "/v1/graph/\(GraphFixture.file)")),
    GraphRefusalRow(
      .notEditableField, mark(.put, "/v1/graph/\(GraphFixture.file)", ["standalone": false]),
      "'standalone' field is not editable or contains incorrect value"),
  ]
}
