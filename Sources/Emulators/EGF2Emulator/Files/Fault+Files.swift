import GhostlightEmulation
import HTTPTypes

/// The refusals of the file service (A12).
extension Fault {
  static let mimeTypeMissing = egf2(
    .badRequest, "BadRequestError", "'mime_type' parameter requered", "no type", source: "A12")
  static let notAnImage = egf2(
    .badRequest, "BadRequestError", "'mime_type' must be image type", "no image", source: "A12")

  static let egf2Files: [Fault] = [mimeTypeMissing, notAnImage]
}
