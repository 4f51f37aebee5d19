public import Foundation

/// A configuration with every kind of field and a prefix for the names of its models.
public enum PrefixedModels {
  /// The folder with `settings.json` and `config.json`.
  public static let folder = URL(filePath: #filePath).deletingLastPathComponent()
}
