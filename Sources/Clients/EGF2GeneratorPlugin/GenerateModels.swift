import Foundation
import PackagePlugin

/// Runs `egf2gen` in the folder of the package, for `swift package egf2gen`.
@main
struct GenerateModels: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let generator = Process()
    generator.executableURL = try context.tool(named: "egf2gen").url
    generator.arguments = arguments
    generator.currentDirectoryURL = context.package.directoryURL
    try generator.run()
    generator.waitUntilExit()
    guard generator.terminationStatus == 0 else {
      Diagnostics.error("egf2gen has ended with exit code \(generator.terminationStatus)")
      return
    }
  }
}
