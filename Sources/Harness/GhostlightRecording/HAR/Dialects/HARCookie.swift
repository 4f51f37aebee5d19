import GhostlightCore
import HTTPTypes

/// Writes the cookies of header fields as the lists `cookies` of a HAR file.
///
/// The reader ignores these lists, because the header fields have the same cookies. Secrets are
/// removed from an exchange before it becomes an entry, so these lists have none.
///
/// - Source: HAR 1.2 specification, "cookies"; RFC 6265, sections 4.2.1 and 5.2.
enum HARCookie {
  /// Returns the cookies that a client sent in `Cookie` fields.
  static func sent(in fields: HTTPFields) -> [JSON] {
    fields[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
      let (name, value) = halves(pair)
      return name.isEmpty && value == nil
        ? nil : ["name": .string(name), "value": .string(value ?? "")]
    }
  }

  /// Returns the cookies that a server set in `Set-Cookie` fields, with their attributes.
  static func set(in fields: HTTPFields) -> [JSON] {
    fields[values: .setCookie].map { field in
      let parts = field.split(separator: ";", omittingEmptySubsequences: false)
      let (name, value) = halves(parts.first ?? "")
      // Without an equals sign, browsers take the text as the value of a cookie without a name.
      var cookie: JSONObject = [
        "name": .string(value == nil ? "" : name), "value": .string(value ?? name),
      ]
      for part in parts.dropFirst() {
        let (attribute, value) = halves(part)
        switch attribute.lowercased() {
        case "path": cookie["path"] = .string(value ?? "")
        case "domain": cookie["domain"] = .string(value ?? "")
        case "expires":
          // Many servers write the date with hyphens, as Netscape's first cookies had it.
          let date = (value ?? "").replacing("-", with: " ")
          cookie["expires"] = HTTPDate.milliseconds(date).map {
            .string(ISODate.format(milliseconds: $0))
          }
        case "httponly": cookie["httpOnly"] = true
        case "secure": cookie["secure"] = true
        default: break
        }
      }
      return .object(cookie)
    }
  }

  /// Returns the texts before and after the first equals sign, without spaces around them.
  private static func halves(_ text: Substring) -> (name: String, value: String?) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (trimmed(parts.first ?? ""), parts.count > 1 ? trimmed(parts[1]) : nil)
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
