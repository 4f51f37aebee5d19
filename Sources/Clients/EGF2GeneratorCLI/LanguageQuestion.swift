import EGF2Generator
import GhostlightGeneration

/// The question that is asked where no language is given.
///
/// - Source: protocol reference B16.
enum LanguageQuestion {
  /// - Throws: Exit code 64 for any other answer than 1 and 2.
  static func ask(on terminal: Terminal) throws(GenerationFailure) -> OutputLanguage {
    terminal.print("Select language:\nSwift: 1\nObj-C: 2")
    switch readLine().flatMap({ $0.split(whereSeparator: \.isWhitespace).first }) {
    case "1": return .swift
    case "2": return .objectiveC
    default:
      throw GenerationFailure(
        .usage, "You must enter '1' or '2'; or give --language swift or --language objc")
    }
  }
}
