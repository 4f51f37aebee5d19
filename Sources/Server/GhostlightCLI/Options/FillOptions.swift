import ArgumentParser
import GhostlightCore
import GhostlightRecording

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The options for the values that replace placeholders in requests.
struct FillOptions: ParsableArguments {
  @Option(
    name: .customLong("fill-from"),
    help: ArgumentHelp(
      """
      Send the values of this file in the place of placeholders: PASSWORD_1=... on a line for \
      REDACTED-password-1. Environment variables such as GHOSTLIGHT_FILL_PASSWORD_1 come before it.
      """, valueName: "FILE"))
  var file: String?

  /// Returns a responder that receives requests with placeholders filled.
  ///
  /// It prints instructions for filling the remaining placeholders on standard error.
  ///
  /// - Throws: `ExitCode` 65, after printing one line, if a file cannot be used.
  func completing(_ responder: Responder) throws -> Responder {
    try fills().completing(responder) { Terminal.complain($0) }
  }

  private func fills() throws -> PlaceholderFills {
    let environment = PlaceholderFills(environment: ProcessInfo.processInfo.environment)
    guard let file else { return environment }
    let input = InputFile(path: file, what: "a list of fills")
    let text = String(decoding: try input.bytes(), as: UTF8.self)
    do throws(PlaceholderFillError) {
      var fills = try PlaceholderFills(reading: text)
      fills.merge(environment)
      return fills
    } catch {
      throw input.broken("\(file): \(error)")
    }
  }
}
