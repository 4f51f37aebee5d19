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
      "A file with values for placeholders, such as PASSWORD_1=secret.", valueName: "FILE"))
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
