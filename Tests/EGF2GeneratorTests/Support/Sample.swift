import EGF2Generator
import Foundation

/// Valid settings and a valid configuration, for tests to change.
struct Sample {
  var settings = #"{"name":"app","server":"https://h/v1/","model_prefix":"","excluded_models":[]}"#
  var schemas = "{}"
  var common = #"{"id":{"type":"string","required":true}}"#
  var pagination = #"{"default_count":25,"max_count":50,"pagination_mode":"index"}"#
  /// More members of `graph`, separated by commas.
  var types = ""
  /// The whole text of the file, if it is not built from the parts.
  var configuration: String?

  /// Creates a sample with one type `item`, whose code is 20 and whose fields are members of a JSON
  /// object.
  static func item(_ fields: String) -> Sample {
    Sample(types: #""item":{"code":"20","fields":{\#(fields)}}"#)
  }

  func generator() throws(GeneratorError) -> ModelGenerator {
    try ModelGenerator(settings: Array(settings.utf8), configuration: Array(configurationText.utf8))
  }

  /// Returns the text of a generated file.
  func text(_ name: String = "EGF2.swift") throws(GeneratorError) -> String {
    let language: OutputLanguage = name == "EGF2.swift" ? .swift : .objectiveC
    for file in try generator().models(in: language).files where file.name == name {
      return file.text
    }
    return ""
  }

  /// Returns the generator's error as one line, or `nil`.
  func problem(in language: OutputLanguage = .swift) -> String? {
    do throws(GeneratorError) {
      _ = try generator().models(in: language)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private var configurationText: String {
    let more = types.isEmpty ? "" : ",\(types)"
    return configuration ?? """
      {"graph":{"custom_schemas":\(schemas),"common_fields":\(common),"pagination":\(pagination)\
      \(more)}}
      """
  }
}
