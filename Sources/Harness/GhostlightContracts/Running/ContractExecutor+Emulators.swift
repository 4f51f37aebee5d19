public import Ghostlight
public import GhostlightCore
import HTTPTypes
import Synchronization

/// Executors for emulators and other responders in this process.
extension ContractExecutor {
  /// Returns an executor that runs each interaction in process, on its own new stage.
  ///
  /// The stage has these settings. The emulator that the contract names as its provider responds;
  /// without such an emulator, the interaction is skipped.
  public static func emulators(
    _ configuration: StageConfiguration = StageConfiguration()
  ) -> ContractExecutor {
    ContractExecutor(name: "in process") { pact, _, _ throws(ContractExecutorError) in
      let stage = Stage(configuration)
      return try session(on: stage, in: Stage.defaultNamespace, pact.provider)
    }
  }

  /// Returns an executor that runs each interaction in its own namespace of a stage.
  ///
  /// The namespace begins as a copy of `namespace`, with its state, time and fault plans, and is
  /// removed after the interaction.
  public static func stage(
    _ stage: Stage, copying namespace: String = Stage.defaultNamespace
  ) -> ContractExecutor {
    ContractExecutor(name: "in process") { pact, _, _ throws(ContractExecutorError) in
      let name = "contract-\(RunningNumber.next())"
      let (origin, fork): (Namespace, Namespace)
      do {
        (origin, fork) = (try stage.namespace(namespace), try stage.fork(namespace, as: name))
        for fault in origin.faults { try fork.addFault(fault.plan) }
      } catch {
        throw ContractExecutorError("\(error)")
      }
      var session = try session(on: stage, in: name, pact.provider)
      session.close = {
        origin.markFaultsApplied(in: fork)
        _ = try? stage.drop(name)
      }
      return session
    }
  }

  /// Returns an executor for any responder in this process, such as your own backend.
  ///
  /// Interactions are run one after another, because they share the state of the responder. `setUp`
  /// sets up a provider state and returns values for the request; `tearDown` is called after each
  /// interaction.
  public static func responder(
    _ responder: Responder,
    setUp: (@Sendable (GivenState) async throws -> JSONObject)? = nil,
    tearDown: @escaping @Sendable () async -> Void = {}
  ) -> ContractExecutor {
    ContractExecutor(name: "by \(responder.name)", width: 1) {
      _, _, _ throws(ContractExecutorError) in
      InteractionSession(
        setUp: { state throws(ContractExecutorError) in
          guard let setUp else {
            throw ContractExecutorError(
              "it needs the provider state \"\(state.name)\": pass setUp to set up states",
              kind: .unsupported)
          }
          do {
            return try await setUp(state)
          } catch {
            throw ContractExecutorError("the state \"\(state.name)\" is refused: \(error)")
          }
        },
        send: { request throws(ContractExecutorError) in await responder.respond(request) },
        close: tearDown)
    }
  }

  private static func session(
    on stage: Stage, in name: String, _ provider: String
  ) throws(ContractExecutorError) -> InteractionSession {
    guard let responder = stage.responder(for: provider),
      let emulator = stage.configuration.services.first(where: { $0.name == provider })
    else {
      let names = stage.configuration.services.map(\.name)
      let (known, first) = (names.joined(separator: ", "), names.first ?? "stackmob")
      throw ContractExecutorError(
        "there is no emulator \(provider), only \(known); name one for it: "
          + "providers: [\"\(provider)\": \"\(first)\"] in a test, --map \(provider)=\(first) for verify",
        kind: .unsupported)
    }
    let last: @Sendable () -> JournalEntry? = { (try? stage.namespace(name))?.journal.last }
    var session = InteractionSession(
      setUp: { state throws(ContractExecutorError) in
        try setUp(state, in: provider, on: stage, name)
      },
      send: { request throws(ContractExecutorError) in
        var request = request
        if name != Stage.defaultNamespace { request.headers[.ghostlightNamespace] = name }
        return await responder.respond(request)
      },
      servedRoute: { last()?.answer.route })
    session.faultPlan = { last()?.fault }
    session.address = "http://127.0.0.1:\(emulator.port)"
    return session
  }

  private static func setUp(
    _ state: GivenState, in provider: String, on stage: Stage, _ name: String
  ) throws(ContractExecutorError) -> JSONObject {
    let namespace: Namespace
    do throws(NamespaceError) {
      namespace = try stage.namespace(name)
    } catch {
      throw ContractExecutorError("\(error)")
    }
    do throws(ProviderStateError) {
      return try namespace.setUp(state.name, in: provider, parameters: state.parameters)
    } catch {
      throw ContractExecutorError("the state \"\(state.name)\" is refused: \(error)")
    }
  }
}

/// Creates numbers that make the names of namespaces unique.
private enum RunningNumber {
  private static let last = Atomic(0)

  /// Returns a number that is unique in this process.
  static func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}

extension ProviderCatalogue {
  /// The catalogues of all emulators.
  public static var emulators: [ProviderCatalogue] { Service.all.map { ProviderCatalogue($0) } }

  /// Creates the catalogue of an emulator from its routes and refusals.
  public init(_ emulator: Service) {
    let catalogue = emulator.seed.catalogue
    self.init(
      provider: emulator.name,
      routes: catalogue.routes.map {
        Route(method: $0.method, pattern: $0.pattern, title: $0.title)
      },
      refusals: catalogue.refusals.map {
        Refusal(name: $0.name, status: $0.status.code, message: $0.message)
      })
  }
}
