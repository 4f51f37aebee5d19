import GhostlightCore
import GhostlightRecording

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A part of a multipart body, as contracts compare it.
struct BodyPart {
  /// The name of the part; `nil` if it has none.
  let name: String?
  /// Whether the part has a file name or no name, so that its media type decides how it is compared.
  let isFile: Bool
  /// The header fields of the part, with names in lower case.
  let fields: [(name: String, value: String)]
  /// The content of the part, with its media type.
  let body: PactBody

  /// Returns the parts of a body; `nil` if the media type is not multipart or has no boundary, or
  /// if the body has no parts.
  static func parts(of bytes: [UInt8], type: String?) -> [BodyPart]? {
    guard let type, MediaType(type).isMultipart,
      let boundary = MultipartParts.boundary(in: type)
    else { return nil }
    let parts = MultipartParts.find(in: bytes, boundary: boundary).map { part in
      BodyPart(part, Array(bytes[part.content]))
    }
    return parts.isEmpty ? nil : parts
  }

  private init(_ part: MultipartPart, _ bytes: [UInt8]) {
    name = part.name.flatMap { $0.isEmpty ? nil : $0 }
    isFile = part.fileName != nil || !part.fields.contains { $0.name == "content-disposition" }
    fields = part.fields
    let isCoded = part.fields.contains {
      $0.name == "content-transfer-encoding" && $0.value.lowercased() == "base64"
    }
    let decoded =
      isCoded ? Data(base64Encoded: Data(bytes), options: .ignoreUnknownCharacters) : nil
    body = .bytes(decoded.map { [UInt8]($0) } ?? bytes, contentType: part.type)
  }
}

/// Compares the parts of a multipart body with those of an example, and with its rules.
///
/// A rule with the path `$.name` applies to the part with this name, and `$[0]` to the first part
/// if it has no name. Parts may come in any order, and there may be more of them.
///
/// Parts with one name are compared in order.
///
/// - Source: the reference implementation in Rust, because the Pact Specification only has an
///   example of such a body.
struct MultipartComparison {
  let rules: [PactRule]
  let admitsMore: Bool

  func failures(_ expected: [BodyPart], _ actual: [BodyPart]) -> [ContractFailure] {
    var counts: [String: Int] = [:]
    return expected.enumerated().flatMap { index, part in
      guard let name = part.name else {
        let found = actual.indices.contains(index) ? actual[index] : nil
        return failures(part, found, .element(index), "part \(index)")
      }
      let found = actual.filter { $0.name == name }.dropFirst(counts[name, default: 0]).first
      counts[name, default: 0] += 1
      return failures(part, found, .member(name), "part \(name)")
    }
  }

  private func failures(
    _ expected: BodyPart, _ actual: BodyPart?, _ step: PactPathStep, _ place: String
  ) -> [ContractFailure] {
    guard let actual, actual.isFile == expected.isFile else {
      let words = { (part: BodyPart) in part.isFile ? "a file" : "a field" }
      return [
        ContractFailure(
          at: place, expected: words(expected), actual: actual.map(words) ?? "nothing")
      ]
    }
    return fields(expected, actual, step, place) + content(expected, actual, step, place)
  }

  private func content(
    _ expected: BodyPart, _ actual: BodyPart, _ step: PactPathStep, _ place: String
  ) -> [ContractFailure] {
    guard expected.isFile else {
      let texts = [expected, actual].map { String(decoding: $0.body.content, as: UTF8.self) }
      let rule = rules.best(PactPath([step])) ?? PactRule(PactPath([step]), [.equality])
      return rule.failure(example: texts[0], text: texts[1], at: place).map { [$0] } ?? []
    }
    if let failure = expected.body.failure(ofType: actual.body.contentType) {
      return [ContractFailure(at: place, expected: failure.expected, actual: failure.actual)]
    }
    let own = rules.filter { $0.place.steps.first == step }.map {
      PactRule(PactPath(Array($0.place.steps.dropFirst())), $0.matchers, $0.combination)
    }
    return BodyComparison(rules: own, admitsMore: admitsMore)
      .failures(of: actual.body.content, expected.body, type: actual.body.contentType)
      .map {
        ContractFailure(at: "\(place), \($0.place)", expected: $0.expected, actual: $0.actual)
      }
  }

  /// Compares the header fields of a part; those that describe its content may be missing.
  private func fields(
    _ expected: BodyPart, _ actual: BodyPart, _ step: PactPathStep, _ place: String
  ) -> [ContractFailure] {
    expected.fields.compactMap { name, example in
      let rule = rules.first {
        $0.place.steps.first == step && $0.place.steps.count == 2
          && PactPath(Array($0.place.steps.dropFirst())).isAbout(name)
      }
      let value = actual.fields.first { $0.name == name }?.value
      guard let value else {
        guard !name.hasPrefix("content-") else { return nil }
        return ContractFailure(at: "\(place), \(name)", expected: example, actual: "nothing")
      }
      if let rule { return rule.failure(example: example, text: value, at: "\(place), \(name)") }
      guard value != example, name != "content-disposition" else { return nil }
      return ContractFailure(at: "\(place), \(name)", expected: example, actual: value)
    }
  }
}
