public import Foundation

/// The configuration of the example application, which the models of this module are made of.
public enum FixtureModels {
  /// The folder that holds `settings.json` and `config.json`.
  public static let folder = URL(filePath: #filePath).deletingLastPathComponent()
}
