import Foundation
import PackagePlugin

/// The command plugin `swift package managedgen`, which runs the generator in the package's folder.
@main
struct GenerateClasses: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let generator = Process()
    generator.executableURL = try context.tool(named: "managedgen").url
    generator.arguments = arguments
    generator.currentDirectoryURL = context.package.directoryURL
    try generator.run()
    generator.waitUntilExit()
    guard generator.terminationStatus == 0 else {
      Diagnostics.error("managedgen has ended with exit code \(generator.terminationStatus)")
      return
    }
  }
}
