/// A class of graph objects that the generator made.
///
/// - Source: protocol reference D1.
public protocol EGF2GraphModel: EGF2Model {
  /// The name of the type in the configuration, such as `post`; empty in the base class.
  static var graphObjectType: String { get }
  /// The names of the properties that `updateObject(withId:object:)` sends.
  func editableFields() -> [String]
}
