/// Collects interactions as they are written one below the other.
@resultBuilder
public enum InteractionBuilder {
  /// One interaction.
  public static func buildExpression(_ interaction: Interaction) -> [Interaction] { [interaction] }

  /// Several interactions that stand elsewhere.
  public static func buildExpression(_ interactions: [Interaction]) -> [Interaction] {
    interactions
  }

  /// What stands one below the other.
  public static func buildBlock(_ parts: [Interaction]...) -> [Interaction] {
    parts.flatMap(\.self)
  }

  /// What a loop makes.
  public static func buildArray(_ parts: [[Interaction]]) -> [Interaction] { parts.flatMap(\.self) }

  /// What a condition lets in.
  public static func buildOptional(_ part: [Interaction]?) -> [Interaction] { part ?? [] }

  /// The first way of a choice.
  public static func buildEither(first part: [Interaction]) -> [Interaction] { part }

  /// The second way of a choice.
  public static func buildEither(second part: [Interaction]) -> [Interaction] { part }
}
