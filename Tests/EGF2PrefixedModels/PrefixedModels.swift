public import Foundation

/// A configuration with every kind of field, and a prefix before the models that are made of it.
public enum PrefixedModels {
  /// The folder that holds `settings.json` and `config.json`.
  public static let folder = URL(filePath: #filePath).deletingLastPathComponent()
}
