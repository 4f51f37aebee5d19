public import Ghostlight
public import GhostlightContracts
public import GhostlightRecording

/// Recordings and contracts of the test's package, which respond next to the vendors' emulators.
extension Service {
  /// Creates a service that replays the recording `Recordings/<name>.har` of the test's package.
  ///
  /// It has namespaces, fault plans, a journal, resets and snapshots, as an emulator has. The trait
  /// `.ghostlight(…)` records an issue for a request that matches no entry, for an entry that no
  /// request used since the last reset or restore, and for a file that cannot be read. Nothing is
  /// recorded; to record, use the trait `.recording(…)`.
  ///
  /// ```swift
  /// import GhostlightTesting
  /// import Testing
  ///
  /// @Test(.ghostlight(.stackMob(), .recording("payments.har", policy: .last)))
  /// func `a payment is retried`() async throws {
  ///   let context = try TestContext.current
  ///   var plan = FaultPlan(.answer(Response(.serviceUnavailable)))
  ///   plan.emulator = "payments"
  ///   try context.namespace.addFault(plan)
  ///   let response = try await context.responder(for: "payments").respond(Request(.get, "/charges"))
  ///   #expect(response.status == .serviceUnavailable)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the file, with or without `.har`.
  ///   - service: The name of the service; `nil` for the file's name without folder and suffix.
  ///   - hosts: The hosts whose requests URL sessions send to the service; `nil` for the recorded
  ///     ones.
  ///   - matcher: The rule that decides whether a recorded request matches a request.
  ///   - base: A prefix of the recorded paths that the client's requests do not have, or `nil` if
  ///     there is none.
  ///   - policy: The rule for a request whose matching entries have all been used.
  ///   - redaction: The rules with which secrets were removed from the file.
  ///   - folder: The path of the recordings' folder, relative to the root of the package.
  ///   - sourceFile: The source file of the test, from which its package is found.
  /// - Returns: A service for the trait `.ghostlight(…)`; its file is read when the test starts.
  public static func recording(
    _ name: String, as service: String? = nil, hosts: [String]? = nil,
    matching matcher: Matcher = .standard, base: ReplayBase? = nil, policy: ReplayPolicy = .once,
    redaction: RedactionRules = .standard, folder: String = "Recordings",
    sourceFile: String = #filePath
  ) -> Service {
    var options = RecordingOptions()
    (options.matcher, options.base, options.policy) = (matcher, base, policy)
    (options.redaction, options.folder) = (redaction, folder)
    return .recording(
      name, options, as: service ?? fileName(name, ".har"), hosts: hosts, sourceFile: sourceFile)
  }

  /// Creates a service that responds with the interactions in `Contracts/<name>.json` of the test's
  /// package.
  ///
  /// It has namespaces, fault plans, a journal, resets and snapshots, as an emulator has, and the
  /// provider states of the contract. The trait `.ghostlight(…)` records an issue for a request
  /// that matches no interaction, and for a file that cannot be read.
  ///
  /// ```swift
  /// import GhostlightTesting
  /// import Testing
  ///
  /// @Test(.ghostlight(.stackMob(), .contract("users.json", hosts: ["users.example.com"])))
  /// func `a user is shown`() async throws {
  ///   let context = try TestContext.current
  ///   _ = try context.namespace.setUp("user 1 exists", in: "users")
  ///   let response = try await context.responder(for: "users").respond(Request(.get, "/users/1"))
  ///   #expect(response.status == .ok)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the Pact file, with or without `.json`.
  ///   - service: The name of the service; `nil` for the file's name without folder and suffix.
  ///   - hosts: The hosts whose requests URL sessions send to the service.
  ///   - states: The names of the provider states that apply at first; `nil` if any state may apply.
  ///   - policy: The rule for choosing an interaction if several match a request.
  ///   - filter: The filter for the interactions of the contract that are used.
  ///   - folder: The path of the contracts' folder, relative to the root of the package.
  ///   - sourceFile: The source file of the test, from which its package is found.
  /// - Returns: A service for the trait `.ghostlight(…)`; its file is read when the test starts.
  public static func contract(
    _ name: String, as service: String? = nil, hosts: [String] = [], given states: [String]? = nil,
    policy: StubPolicy = .last, filter: ContractFilter = ContractFilter(),
    folder: String = "Contracts", sourceFile: String = #filePath
  ) -> Service {
    let file = PackageContract(name, folder: folder, sourceFile: sourceFile)
    return .contract(file, as: service ?? fileName(name, ".json"), hosts: hosts) { file in
      ContractBackend([file], policy: policy, filter: filter, given: states)
    }
  }

  /// Returns the last component of a path, without the suffix.
  private static func fileName(_ path: String, _ suffix: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
  }
}

extension Service {
  /// Creates a service that replays a recording, and forwards other requests to the upstream if there
  /// is one; it ignores the modes and the upstream of `options`.
  static func recording(
    _ name: String, _ options: RecordingOptions, as service: String, hosts: [String]?,
    upstream: Responder? = nil, sourceFile: String
  ) -> Service {
    reading(as: service, title: name) {
      let recording = try RecordingFile(name, folder: options.folder, sourceFile: sourceFile).read()
      let backend = RecordingBackend(
        recording, matcher: options.matcher, policy: options.policy, base: options.base,
        normalise: Redactor(options.redaction).normaliser(for: recording))
      return Service(
        name: service, title: name, port: 0, seed: backend,
        hosts: hosts ?? HostTable.names(backend.hosts), upstream: upstream)
    }
  }

  /// Creates a service that responds with a contract; without a name, it has that of the contract's
  /// provider.
  static func contract(
    _ contract: PackageContract, as service: String?, hosts: [String] = [],
    _ backend: @escaping @Sendable (ContractFile) -> ContractBackend
  ) -> Service {
    reading(as: service ?? contract.name, title: contract.name) {
      let file = try contract.read()
      return Service(
        name: service ?? file.pact.provider, title: contract.name, port: 0, seed: backend(file),
        hosts: hosts)
    }
  }

  /// Creates a service whose file is read when a stage is created, because most tests of a package
  /// do not run each time.
  ///
  /// If the file cannot be read, the service has no responses and the reason as its ``problem``.
  private static func reading(
    as name: String, title: String, _ read: @escaping @Sendable () throws -> Service
  ) -> Service {
    let empty = Service(name: name, title: title, port: 0, seed: RecordingBackend(Recording()))
    var service = empty
    service.load = {
      do {
        return try read()
      } catch {
        var unusable = empty
        unusable.problem = "\(error)"
        return unusable
      }
    }
    return service
  }

  /// Whether the service responds from a recording or a contract.
  var isFile: Bool { seed is RecordingBackend || seed is ContractBackend }
}
