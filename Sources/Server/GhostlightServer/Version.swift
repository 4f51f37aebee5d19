/// The version of this product.
public enum Version {
  /// Semantic version: `0.1.0`.
  public static let current = "0.1.0"
}
