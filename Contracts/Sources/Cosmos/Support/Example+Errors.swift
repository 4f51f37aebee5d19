import GhostlightContracts
import GhostlightCore

/// Examples for the three forms of error messages, which all end with an activity id (B20).
extension Example {
  /// Returns a message of the form `Message: {"Errors":["…"]}`, which the storage layer sends.
  static func backend(_ text: String) -> Example {
    message("Message: {\"Errors\":[" + JSON.string(text).text() + "]}")
  }

  /// Returns a message without a prefix, which the gateway sends.
  static func gateway(_ text: String) -> Example { message(text) }

  /// Returns a message of the form `Message: {"errors":[…]}` with one error of a query.
  static func query(
    _ code: JSON?, _ text: String, at span: ClosedRange<Int64>? = nil
  ) -> Example {
    var error: JSONObject = ["severity": "Error"]
    if let span {
      error["location"] = ["start": .integer(span.lowerBound), "end": .integer(span.upperBound)]
    }
    if let code { error["code"] = code }
    error["message"] = .string(text)
    return message("Message: {\"errors\":[" + JSON.object(error).text() + "]}")
  }

  /// Returns a message in which each `*` stands for a date.
  static func dated(_ text: String) -> Example {
    message(text, star: "[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT")
  }

  /// Returns a message in which each `*` stands for any string.
  static func loose(_ text: String) -> Example { message(text, star: "[^']+") }

  private static func message(_ text: String, star: String? = nil) -> Example {
    let parts = star == nil ? [text] : text.split(separator: "*").map(String.init)
    let pattern = parts.map(escape).joined(separator: star ?? "")
    let sample = parts.joined(separator: "Wed, 12 Jun 2013 12:26:40 GMT")
    let sdk = "Microsoft.Azure.Documents.Common/2.14.0"
    return .regex(
      "^" + pattern + #"\r\nActivityId: [-0-9a-f]{36}, "# + escape(sdk) + "$",
      sample + "\r\nActivityId: f590c5da-7ff4-4dc5-9452-59257721b146, " + sdk)
  }

  /// Returns a regular expression that matches only `text`.
  private static func escape(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "\n": escaped += #"\n"#
      case _ where #"\.+*?()|[]{}^$"#.contains(character): escaped += "\\\(character)"
      default: escaped.append(character)
      }
    }
  }
}
