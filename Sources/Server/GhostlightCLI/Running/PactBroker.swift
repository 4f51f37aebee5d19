import GhostlightContracts
import GhostlightCore
import GhostlightServer
import HTTPTypes

/// A Pact broker, which returns a provider's contracts and accepts verification results.
///
/// - Source: Pact Broker's documentation, "Pacts for verification", "Verification results",
///   "Branches"; names of links as in the index of the broker's API.
struct PactBroker: Sendable {
  /// A contract with the broker's information about it.
  struct Pact: Sendable {
    let file: ContractFile
    /// The URL for publishing results; `nil` if the broker does not accept results for this
    /// contract.
    let resultsURL: String?
    /// Notices to print before the verification, or after a given result.
    ///
    /// The member `when` contains this condition, such as `after_verification:success_true`….
    let notices: [(when: String, text: String)]
  }

  private let documents: RemoteDocuments
  private let url: String
  private let options: BrokerOptions
  private let provider: String

  /// Creates the broker from the options; `nil` if no broker or provider is set.
  ///
  /// - Throws: ``RemoteDocumentError`` if the broker's URL is invalid.
  init?(_ options: BrokerOptions, trustFile: String?) throws(RemoteDocumentError) {
    guard let url = options.broker, let provider = options.provider else { return nil }
    documents = try RemoteDocuments(
      url, credentials: options.credentials, trustFile: trustFile)
    self.url = url.hasSuffix("/") ? url : url + "/"
    (self.options, self.provider) = (options, provider)
  }

  /// Returns the contracts that the provider must fulfill.
  ///
  /// - Throws: ``RemoteDocumentError`` if the server does not respond like a Pact broker.
  func pacts() async throws(RemoteDocumentError) -> [Pact] {
    let index = try await documents.json(.get, url)
    let href = try link(
      ["pb:provider-pacts-for-verification", "beta:provider-pacts-for-verification"], in: index,
      at: url, ["provider": provider])
    let answer: JSON
    do throws(RemoteDocumentError) {
      answer = try await documents.json(.post, href, question)
    } catch {
      guard case .missing = error else { throw error }
      throw .refused(url, 404, "the broker does not have the provider \"\(provider)\"")
    }
    guard let list = answer["_embedded"]?["pacts"]?.array else {
      throw .malformed(
        href, "does not have _embedded.pacts: it is not a list of pacts for verification")
    }
    var pacts: [Pact] = []
    for entry in list { pacts.append(try await pact(entry, of: href)) }
    return pacts
  }

  private var question: JSON {
    var question = JSONObject()
    if !options.selector.isEmpty {
      question["consumerVersionSelectors"] = .array(options.selector.map(\.json))
    }
    question["providerVersionBranch"] = options.providerBranch.map(JSON.string)
    question["includePendingStatus"] = .bool(options.pending)
    question["includeWipPactsSince"] = options.wipSince.map(JSON.string)
    return .object(question)
  }

  private func pact(
    _ entry: JSON, of list: String
  ) async throws(RemoteDocumentError) -> Pact {
    guard let href = entry["_links"]?["self"]?["href"]?.string else {
      throw .malformed(list, "has a pact without _links.self.href")
    }
    let json = try await documents.json(.get, href)
    var pact: GhostlightContracts.Pact
    do throws(PactError) {
      pact = try GhostlightContracts.Pact(reading: json)
    } catch {
      throw .malformed(href, "is not a valid contract: \(error)")
    }
    let properties = entry["verificationProperties"]
    if properties?["pending"] == true {
      for index in pact.interactions.indices { pact.interactions[index].isPending = true }
    }
    let notices = (properties?["notices"]?.array ?? []).compactMap {
      notice -> (when: String, text: String)? in
      guard let text = notice["text"]?.string else { return nil }
      return (notice["when"]?.string ?? "before_verification", text)
    }
    return Pact(
      file: ContractFile(href, pact),
      resultsURL: json["_links"]?["pb:publish-verification-results"]?["href"]?.string,
      notices: notices)
  }

  /// Returns the URL of the first link in `names` that exists, with its placeholders filled in.
  private func link(
    _ names: [String], in document: JSON, at url: String, _ values: [String: String]
  ) throws(RemoteDocumentError) -> String {
    guard let href = names.lazy.compactMap({ document["_links"]?[$0]?["href"]?.string }).first
    else {
      throw .malformed(
        url, "does not have the link \(names[0]): the server is not a Pact broker, or it is too old"
      )
    }
    return values.reduce(href) {
      $0.replacing("{\($1.key)}", with: PercentEncoding.encode($1.value))
    }
  }
}

/// Publishes verification results.
extension PactBroker {
  /// Publishes the result of each contract under a provider version, after creating its branch.
  ///
  /// - Returns: One line for each contract.
  /// - Throws: ``RemoteDocumentError`` if the broker rejects the results.
  func publish(
    _ report: ContractReport, of pacts: [Pact], as version: String
  ) async throws(RemoteDocumentError) -> [String] {
    if let branch = options.providerBranch {
      let index = try await documents.json(.get, url)
      let href = try link(
        ["pb:pacticipant-branch-version"], in: index, at: url,
        ["pacticipant": provider, "branch": branch, "version": version])
      _ = try await documents.send(.put, href, [:])
    }
    var lines: [String] = []
    for pact in pacts {
      let results = report.results.filter { $0.path == pact.file.path }
      let name = "\(pact.file.pact.consumer) → \(provider) \(version)"
      let isKept = results.allSatisfy(\.outcome.failures.isEmpty)
      guard let href = pact.resultsURL else {
        lines.append("nothing published for \(name): the broker does not accept results")
        lines += pact.notices(isKept: isKept)
        continue
      }
      guard !results.contains(where: \.isSkipped) else {
        lines.append("nothing published for \(name): not every interaction was played")
        lines += pact.notices(isKept: isKept)
        continue
      }
      _ = try await documents.send(.post, href, body(results, isKept, version))
      lines.append("published: \(name) \(isKept ? "kept" : "broken")")
      lines += pact.notices(isKept: isKept, isPublished: true)
    }
    return lines
  }

  private func body(_ results: [ContractResult], _ isKept: Bool, _ version: String) -> JSON {
    var body: JSONObject = [
      "success": .bool(isKept), "providerApplicationVersion": .string(version),
      "testResults": .array(results.map(\.brokerJSON)),
      "verifiedBy": ["implementation": "Ghostlight", "version": .string(Version.current)],
    ]
    body["buildUrl"] = options.buildUrl.map(JSON.string)
    return .object(body)
  }
}

extension PactBroker.Pact {
  /// Returns the notices to print before the verification if `isKept` is `nil`, otherwise after it.
  ///
  /// A condition that does not mention the success or the publication is for both.
  func notices(isKept: Bool? = nil, isPublished: Bool = false) -> [String] {
    notices.filter { notice in
      guard let isKept else { return notice.when.hasPrefix("before_verification") }
      return notice.when.hasPrefix("after_verification")
        && !notice.when.contains("success_\(!isKept)")
        && !notice.when.contains("published_\(!isPublished)")
    }.map { "note: \($0.text)" }
  }
}

extension ContractResult {
  fileprivate var isSkipped: Bool {
    if case .skipped = outcome { true } else { false }
  }

  /// The result in the JSON format that Pact verifiers send to brokers.
  ///
  /// - Source: Pact's verifier in Rust, `testResults`.
  fileprivate var brokerJSON: JSON {
    var object: JSONObject = [
      "description": .string(interaction.description),
      "success": .bool(outcome.failures.isEmpty),
    ]
    object["interactionId"] = interaction.extras["_id"]
    guard !outcome.failures.isEmpty else { return .object(object) }
    object["mismatches"] = .array(
      outcome.failures.map { failure in
        let words = failure.place.split(separator: " ", maxSplits: 1).map(String.init)
        var mismatch: JSONObject = [
          "attribute": .string(failure.place.hasPrefix("$") ? "body" : words[0]),
          "description": .string("Expected \(failure.expected) but was \(failure.actual)"),
        ]
        if failure.place.hasPrefix("$") { mismatch["identifier"] = .string(failure.place) }
        if words.count > 1, words[0] == "header" { mismatch["identifier"] = .string(words[1]) }
        return .object(mismatch)
      })
    return .object(object)
  }
}
