public import Foundation

/// The configuration of the example application, from which the models of this module are
/// generated.
public enum FixtureModels {
  /// The folder with `settings.json` and `config.json`.
  public static let folder = URL(filePath: #filePath).deletingLastPathComponent()
}
