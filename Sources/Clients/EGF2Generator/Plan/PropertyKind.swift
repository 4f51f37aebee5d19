/// What a property of a model holds.
///
/// - Source: protocol reference B13.
enum PropertyKind: Hashable {
  case scalar(ScalarKind)
  case scalars(ScalarKind)
  /// The id of another object; the class of the object where it has a property beside the id.
  case reference(companion: String?)
  /// A struct of this class.
  case structure(String)
  case structures(String)
  /// A struct of any members.
  case dictionary
}
