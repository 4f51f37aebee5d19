import EGF2Generator
import Foundation

/// Valid contents of `settings.json` and `config.json`, which tests can change.
struct Sample {
  var settings = #"{"name":"app","server":"https://h/v1/","model_prefix":"","excluded_models":[]}"#
  var schemas = "{}"
  var common = #"{"id":{"type":"string","required":true}}"#
  var pagination = #"{"default_count":25,"max_count":50,"pagination_mode":"index"}"#
  /// Additional members of `graph` in `config.json`, separated by commas.
  var types = ""
  /// The whole contents of `config.json`; `nil` if they are built from the other properties.
  var configuration: String?

  /// Creates a sample with one object type, `item`, whose code is 20.
  ///
  /// `fields` has the members of its `fields` object.
  static func item(_ fields: String) -> Sample {
    Sample(types: #""item":{"code":"20","fields":{\#(fields)}}"#)
  }

  func generator() throws(GeneratorError) -> ModelGenerator {
    try ModelGenerator(settings: Array(settings.utf8), configuration: Array(configurationText.utf8))
  }

  /// Returns the contents of a generated file.
  func text(_ name: String = "EGF2.swift") throws(GeneratorError) -> String {
    let language: OutputLanguage = name == "EGF2.swift" ? .swift : .objectiveC
    for file in try generator().models(in: language).files where file.name == name {
      return file.text
    }
    return ""
  }

  /// Returns the generator's error on one line, or `nil` if generation succeeds.
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
