import Foundation
import PackagePlugin

/// The build plugin that generates the classes of all data models in a target's folder.
@main
struct GenerateClassesInBuild: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let names = try FileManager.default.contentsOfDirectory(atPath: target.directoryURL.path)
    let models = names.filter { $0.hasSuffix(".xcdatamodeld") || $0.hasSuffix(".xcdatamodel") }
    if models.isEmpty {
      Diagnostics.error(
        "there is no .xcdatamodeld in \(target.directoryURL.path); put the model there")
    }
    return try models.sorted().map { name in
      let model = target.directoryURL.appending(path: name)
      let output = context.pluginWorkDirectoryURL
        .appending(path: "\(model.deletingPathExtension().lastPathComponent)Classes.swift")
      return .buildCommand(
        displayName: "Classes of \(name)", executable: try context.tool(named: "managedgen").url,
        arguments: [model.path, "--output", output.path, "--access", "public"],
        inputFiles: inputs(model), outputFiles: [output])
    }
  }

  /// Returns all files of a model, because another version can become the current one.
  private func inputs(_ model: URL) -> [URL] {
    let files = FileManager.default.enumerator(at: model, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { !$0.hasDirectoryPath }
  }
}
