import Foundation

/// One property of a model: its names, its kind, and how to read and write it.
///
/// Generated code makes them with a function for each kind, such as
/// `.string("firstName", json: "first_name", \Person.firstName)`.
///
/// - Source: protocol reference B13 and D1.
public struct EGF2Field: Sendable {
  /// The name of the property.
  public let name: String
  /// The name of the member on the wire.
  public let json: String
  let kind: FieldKind
  let access: FieldAccess
  /// The property with the object that the id stands for.
  let companion: FieldCompanion?

  init(
    _ name: String, json: String?, _ kind: FieldKind, _ access: FieldAccess,
    companion: FieldCompanion? = nil
  ) {
    self.name = name
    self.json = json ?? name
    self.kind = kind
    self.access = access
    self.companion = companion
  }
}
