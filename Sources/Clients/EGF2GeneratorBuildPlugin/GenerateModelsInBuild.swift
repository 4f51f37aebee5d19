import Foundation
import PackagePlugin

/// Generates `EGF2.swift` from the `settings.json` and `config.json` in a target's folder.
///
/// The generated file is compiled as a part of the target.
@main
struct GenerateModelsInBuild: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let inputs = ["settings.json", "config.json"].map { target.directoryURL.appending(path: $0) }
    for input in inputs where !FileManager.default.fileExists(atPath: input.path) {
      Diagnostics.error(
        "\(input.lastPathComponent) not found in \(target.directoryURL.path); put settings.json "
          + "and config.json there")
    }
    let folder = context.pluginWorkDirectoryURL
    return [
      .buildCommand(
        displayName: "Models of \(target.name)",
        executable: try context.tool(named: "egf2gen").url,
        arguments: [target.directoryURL.path, "--language", "swift", "--output", folder.path],
        inputFiles: inputs, outputFiles: [folder.appending(path: "EGF2.swift")])
    ]
  }
}
