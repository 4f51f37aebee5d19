import Dispatch
import Foundation
import PackagePlugin

/// `swift package ghostlight`: runs the command line with the package as its current folder.
///
/// The first call builds it with optimisation.
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
    try ghostlight.run()
    let watches = watches(stopping: ghostlight)
    ghostlight.waitUntilExit()
    for watch in watches { watch.cancel() }
    guard ghostlight.terminationStatus == 0 else {
      Diagnostics.error("ghostlight has ended with exit code \(ghostlight.terminationStatus)")
      return
    }
  }

  /// Interrupts a program when this plugin is ended, so that the program cleans up.
  ///
  /// Foundation's `Process` gives it a group of its own, so that Ctrl-C does not reach it directly.
  private func watches(stopping program: Process) -> [any DispatchSourceProtocol] {
    let signals = [SIGINT, SIGTERM].map { number -> any DispatchSourceProtocol in
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: .global())
    }
    for source in signals { source.setEventHandler { program.interrupt() } }
    // SwiftPM does not inform its plugins when it is killed.
    let parent = getppid()
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.setEventHandler { if getppid() != parent { program.interrupt() } }
    let sources = signals + [timer]
    for source in sources { source.resume() }
    return sources
  }
}
