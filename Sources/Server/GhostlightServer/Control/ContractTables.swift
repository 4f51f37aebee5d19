import GhostlightContracts
import GhostlightCore

/// The contents of contracts and reports, as JSON for the control API.
///
/// The tables do not retain the contracts.
struct ContractTables: Sendable {
  /// A contract file or report that is not shown, and the reason.
  struct OmittedFile: Sendable, Hashable {
    let path: String
    let reason: String
  }

  /// The SDK variants, the files, and the numbers of requests and promises.
  let summary: JSONObject
  /// The requests of each SDK variant, keyed by its name; each request names the promise that
  /// covers it.
  private(set) var requests: [String: [JSON]] = [:]
  /// The interactions of each contract file, keyed by its path; each lists the variants that rely
  /// on it.
  private(set) var interactions: [String: [JSON]] = [:]

  init(_ files: [ContractFile], _ matrix: ContractMatrix, _ remarks: [OmittedFile]) {
    let promises = matrix.index.promises
    for request in matrix.requests {
      requests[matrix.variants[request.variant].name, default: []].append(
        Self.json(request, in: matrix))
    }
    var users: [String: Set<Int>] = [:]
    for (place, promise) in promises.enumerated() {
      let names = matrix.users[place].map { matrix.requests[$0].variant }
      interactions[promise.path, default: []].append(
        Self.json(
          promise.interaction, usedBy: Set(names).sorted().map { matrix.variants[$0].name },
          matrix.outcomes[place], matrix.executors))
      users[promise.path, default: []].formUnion(names)
    }
    for request in matrix.requests {
      interactions[request.path, default: []].append(
        Self.json(request.interaction, usedBy: nil, request.outcomes, matrix.executors))
    }
    summary = [
      "executors": .array(matrix.executors.map(JSON.string)),
      "variants": .array(matrix.variants.map { Self.json($0, matrix.executors) }),
      "files": .array(files.map { Self.json($0, usedBy: users[$0.path]?.count ?? 0) }),
      "requests": JSON(count: matrix.requests.count),
      "unpromised": JSON(count: matrix.unpromised.count),
      "promises": JSON(count: promises.count), "unused": JSON(count: matrix.unused.count),
      "broken": .array(
        remarks.map { ["path": .string($0.path), "reason": .string($0.reason)] }),
    ]
  }

  private static func json(_ file: ContractFile, usedBy count: Int) -> JSON {
    var object: JSONObject = [
      "path": .string(file.path), "consumer": .string(file.pact.consumer),
      "provider": .string(file.pact.provider),
      "interactions": JSON(count: file.pact.interactions.count),
    ]
    object["variant"] = file.variant.map(JSON.string)
    if file.variant == nil { object["usedBy"] = JSON(count: count) }
    return .object(object)
  }

  private static func json(_ variant: ContractMatrix.Variant, _ executors: [String]) -> JSON {
    let outcomes = executors.map { executor -> JSON in
      [
        "executor": .string(executor), "kept": JSON(count: variant.kept[executor] ?? 0),
        "broken": JSON(count: variant.broken[executor] ?? 0),
      ]
    }
    return [
      "name": .string(variant.name), "title": .string(variant.title),
      "providers": .array(variant.providers.map(JSON.string)),
      "requests": JSON(count: variant.requests), "promises": JSON(count: variant.promises),
      "unpromised": JSON(count: variant.unpromised), "outcomes": .array(outcomes),
    ]
  }

  private static func json(_ request: ContractMatrix.Request, in matrix: ContractMatrix) -> JSON {
    var object: JSONObject = [
      "description": .string(request.interaction.description), "file": .string(request.path),
      "provider": .string(request.provider),
    ]
    switch request.finding {
    case .promised(let place):
      let promise = matrix.index.promises[place]
      object["promise"] = [
        "file": .string(promise.path), "description": .string(promise.interaction.description),
      ]
    case .unpromised: object["unpromised"] = .string(matrix.reason(request))
    }
    object["outcomes"] = json(request.outcomes, matrix.executors)
    return .object(object)
  }

  private static func json(
    _ interaction: Interaction, usedBy variants: [String]?,
    _ outcomes: [String: ContractResults.Outcome], _ executors: [String]
  ) -> JSON {
    var object: JSONObject = [
      "description": .string(interaction.description),
      "request": .string("\(interaction.request.method) \(interaction.request.path)"),
      "status": JSON(count: interaction.response.status),
      "states": .array(interaction.states.map { .string($0.name) }),
      "evidence": .array(
        interaction.notes.evidence.map {
          ["kind": .string($0.kind.rawValue), "source": .string($0.source)]
        }),
      "outcomes": json(outcomes, executors),
    ]
    object["usedBy"] = variants.map { .array($0.map(JSON.string)) }
    return .object(object)
  }

  private static func json(
    _ outcomes: [String: ContractResults.Outcome], _ executors: [String]
  ) -> JSON {
    .object(
      executors.reduce(into: [:]) { object, executor in
        object[executor] = outcomes[executor].map { .string($0.rawValue) }
      })
  }
}
