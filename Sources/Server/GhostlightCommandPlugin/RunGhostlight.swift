import Foundation
import PackagePlugin

/// `swift package ghostlight`: the command line with the package as its current folder, built with
/// optimisation when it is first called.
@main
struct RunGhostlight: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    Diagnostics.progress("building ghostlight, which takes minutes the first time")
    let build = try packageManager.build(
      .product("ghostlight"), parameters: PackageManager.BuildParameters(configuration: .release))
    let program = build.builtArtifacts.first {
      $0.kind == .executable && $0.url.lastPathComponent == "ghostlight"
    }
    guard build.succeeded, let program else {
      Diagnostics.error(
        "ghostlight was not built; it needs the package's trait Server, which is on by default\n"
          + build.logText)
      return
    }
    let ghostlight = Process()
    ghostlight.executableURL = program.url
    ghostlight.arguments = arguments
    ghostlight.currentDirectoryURL = context.package.directoryURL
    // What stops the plugin, Ctrl-C above all, stops the server too, which tidies up before it ends.
    signal(SIGINT, SIG_IGN)
    try ghostlight.run()
    ghostlight.waitUntilExit()
    guard ghostlight.terminationStatus == 0 else {
      Diagnostics.error("ghostlight has ended with exit code \(ghostlight.terminationStatus)")
      return
    }
  }
}
