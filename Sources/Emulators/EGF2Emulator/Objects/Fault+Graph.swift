import GhostlightEmulation
import HTTPTypes

/// The refusals of objects and edges (A7 to A10).
extension Fault {
  static let emptyBody = egf2(.badRequest, "EmptyBody", "Empty body", source: "A7")
  static let incorrectObjectType = egf2(
    .badRequest, "IncorrectObjectType", "Incorrect object type '{type}'", source: "A8")
  static let unknownObjectType = egf2(
    .badRequest, "UnknownObjectType", "Unknown object type", source: "A8, A13")
  static let incorrectObjectID = egf2(
    .badRequest, "IncorrectObjectID", "Incorrect object ID '{id}'", source: "A9")
  static let unsupportedDestination = egf2(
    .badRequest, "UnsupportedDestinationObject",
    "Unsupported destination object for edge '{edge}'", source: "A9")
  static let incorrectCount = egf2(
    .badRequest, "IncorrectCountParameter",
    "Incorrect count parameter. Count parameter must be between 0 and {maximum}", source: "A10")
  static let incorrectAfter = egf2(
    .badRequest, "IncorrectAfterParameter", "Incorrect after parameter", source: "A10, A13")
  static let notEditableField = egf2(
    .forbidden, "NotEditableField",
    "'{field}' field is not editable or contains incorrect value", source: "A8")
  static let objectNotExists = egf2(
    .notFound, "ObjectNotExists", "Object '{id}' doesn't exist", "object", source: "A7")
  static let destinationNotExists = egf2(
    .notFound, "ObjectNotExists", "Destination object doesn't exist for edge '{edge}'",
    "destination", source: "A9")
  static let objectWasDeleted = egf2(
    .notFound, "ObjectWasDeleted", "Object was deleted", source: "A7")
  static let edgeNotExists = egf2(
    .notFound, "EdgeNotExists", "Edge '{edge}' doesn't exist", source: "A9")
  static let uniqueConstraintViolated = egf2(
    .conflict, "UniqueConstraintViolated", "Unique constraint violated for '{key}'", source: "A8")
  static let edgeAlreadyExists = egf2(
    .conflict, "EdgeAlreadyExists", "Edge '{edge}' already exists", source: "A9")
  static let objectDeleted = egf2(
    .conflict, "ObjectDeleted", "Couldn't change deleted object", source: "A7")
  static let incorrectDefaultValue = egf2(
    .internalServerError, "IncorrectDefaultValue", "Incorrect default value", source: "A8")

  static let egf2Graph: [Fault] = [
    emptyBody, incorrectObjectType, unknownObjectType, incorrectObjectID, unsupportedDestination,
    incorrectCount, incorrectAfter, notEditableField, objectNotExists, destinationNotExists,
    objectWasDeleted, edgeNotExists, uniqueConstraintViolated, edgeAlreadyExists, objectDeleted,
    incorrectDefaultValue,
  ]
}
