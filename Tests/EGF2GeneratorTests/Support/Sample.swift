import EGF2Generator
import Foundation

/// Settings and a configuration that are sound, to be spoilt or extended.
struct Sample {
  var settings = #"{"name":"app","server":"https://h/v1/","model_prefix":"","excluded_models":[]}"#
  var schemas = "{}"
  var common = #"{"id":{"type":"string","required":true}}"#
  var pagination = #"{"default_count":25,"max_count":50,"pagination_mode":"index"}"#
  /// More members of `graph`, with commas between them.
  var types = ""
  /// The whole file, where it is not made of the parts.
  var configuration: String?

  /// A sample with one type `item`, code 20, whose fields are members of a JSON object.
  static func item(_ fields: String) -> Sample {
    Sample(types: #""item":{"code":"20","fields":{\#(fields)}}"#)
  }

  func generator() throws(GeneratorError) -> ModelGenerator {
    try ModelGenerator(settings: Array(settings.utf8), configuration: Array(configurationText.utf8))
  }

  /// The text of a file.
  func text(_ name: String = "EGF2.swift") throws(GeneratorError) -> String {
    let language: OutputLanguage = name == "EGF2.swift" ? .swift : .objectiveC
    for file in try generator().models(in: language).files where file.name == name {
      return file.text
    }
    return ""
  }

  /// What stands in the way, as one line.
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
