import Foundation
import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightContracts

/// Compares requests and responses as `rules.json` says.
@Suite struct `Matching rules at each location` {
  private static let table: JSON = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "rules.json")
    guard let data = try? Data(contentsOf: file), let table = try? JSON.parse(Array(data)) else {
      return [:]
    }
    return table
  }()

  struct Case: Sendable, CustomTestStringConvertible {
    let rule: JSON
    let location: JSON
    let version: Int

    var testDescription: String {
      "\(rule["name"]?.string ?? ""), \(location["name"]?.string ?? "") of a "
        + "\(location["message"]?.string ?? ""), version \(version)"
    }

    /// The rule's example, the value that matches and the value that does not, at the location.
    var messages: [JSON] {
      (rule[location["kind"]?.string ?? ""]?.array ?? []).map { value in
        (location["content"] ?? [:]).putting(value)
      }
    }

    /// The matching rules of the message.
    var rules: JSON {
      guard let matcher = rule["matcher"], !matcher.isNull else { return [:] }
      if version < 3 { return .object([location["flat"]?.string ?? "": matcher]) }
      let list: JSON = ["combine": "AND", "matchers": [matcher]]
      let part = location["part"]?.string ?? ""
      guard let place = location["place"]?.string else { return .object([part: list]) }
      return .object([part: .object([place: list])])
    }

    /// Returns the message as it is in a contract file.
    func promised(_ message: JSON) -> JSON {
      var object = message.object ?? [:]
      object["matchingRules"] = rules
      if version == 2, let values = message["query"]?["q"]?.array {
        object["query"] = .string(values.map { "q=\($0.string ?? "")" }.joined(separator: "&"))
      }
      guard version >= 4, let content = message["body"] else { return .object(object) }
      let isBinary = location["kind"] == "bytes"
      object["body"] = ["content": content, "encoded": isBinary ? "base64" : false]
      return .object(object)
    }

    /// Returns the body of the message as bytes.
    func body(_ message: JSON) -> [UInt8] {
      guard let body = message["body"] else { return [] }
      guard let text = body.string else { return body.bytes }
      guard location["kind"] == "bytes" else { return Array(text.utf8) }
      return Data(base64Encoded: text).map { [UInt8]($0) } ?? []
    }

    func failures(_ actual: JSON) throws -> [ContractFailure] {
      let node = PactNode(json: promised(messages[0]), place: "message")
      var fields = HTTPFields()
      for field in actual["headers"]?.object ?? [:] {
        fields[try #require(HTTPField.Name(field.key))] = field.value.string
      }
      guard location["message"] == "request" else {
        let status = HTTPResponse.Status(code: Int(actual["status"]?.integer ?? 200))
        return ResponseCheck(
          promise: try PactResponse(reading: node, version: version),
          response: Response(status, headers: fields, body: body(actual))
        ).failures
      }
      let pairs = (actual["query"]?["q"]?.array ?? []).map { "q=\($0.string ?? "")" }
      let target = (actual["path"]?.string ?? "/") + (pairs.isEmpty ? "" : "?" + pairs[0])
      return RequestCheck(try PactRequest(reading: node, version: version))
        .failures(of: Request(.get, RequestTarget(target), headers: fields, body: body(actual)))
    }
  }

  private static let cases: [Case] = (table["rules"]?.array ?? []).flatMap { rule in
    (table["locations"]?.array ?? []).flatMap { location -> [Case] in
      guard rule[location["kind"]?.string ?? ""] != nil,
        rule["without"]?.array?.contains(location["name"] ?? "") != true
      else { return [] }
      return (max(Int(rule["since"]?.integer ?? 2), location["part"] == "status" ? 4 : 2)...4)
        .map { Case(rule: rule, location: location, version: $0) }
    }
  }

  @Test func `the table has cases`() { #expect(Self.cases.count > 400) }

  @Test(arguments: cases)
  func `a rule admits one value and refuses another`(_ row: Case) throws {
    #expect(try row.failures(row.messages[0]) == [])
    #expect(try row.failures(row.messages[1]) == [])
    #expect(try row.failures(row.messages[2]) != [])
  }
}

extension JSON {
  /// Returns the value with `value` in place of `VALUE`, also within strings.
  fileprivate func putting(_ value: JSON) -> JSON {
    switch self {
    case "VALUE": value
    case .string(let text): .string(text.replacing("VALUE", with: value.string ?? ""))
    case .array(let array): .array(array.map { $0.putting(value) })
    case .object(let object):
      .object(
        object.reduce(into: [:]) { all, member in
          all[member.key] = member.value.putting(value)
        })
    default: self
    }
  }
}
