import Foundation
import GhostlightCore
import StackMob
import TestExecutors

@MainActor extension StoreDevice {
  var context: NSManagedObjectContext { store.mainThreadContext }

  /// Inserts an object into the context without saving it.
  @discardableResult
  func insert(_ entity: String, _ values: [String: Any]) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  /// Fetches objects, sorted by `key`.
  ///
  /// New objects are sent in parallel, so their order is undefined without a key.
  fileprivate func find(
    _ entity: String, _ format: String? = nil, by key: String? = nil
  ) async throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = format.map { NSPredicate(format: $0) }
    request.sortDescriptors = key.map { [NSSortDescriptor(key: $0, ascending: true)] }
    return try await context.executeFetchRequest(request)
  }

  fileprivate func texts(_ objects: [NSManagedObject], _ key: String) -> JSON {
    .array(objects.map { ($0.value(forKey: key) as? String).map(JSON.string) ?? .null })
  }

  /// Saves the context; returns the errors of the save and of each object, as domain and code.
  fileprivate func save() async -> JSON {
    do {
      try await context.save(options: nil)
      return "saved"
    } catch {
      let error = error as NSError
      let lists = [SMInsertedObjectFailures, SMUpdatedObjectFailures, SMDeletedObjectFailures]
      let failures = lists.flatMap { error.userInfo[$0] as? [[String: Any]] ?? [] }
      return .array(
        ["\(error.domain) \(error.code)".json]
          + failures.map { failure in
            let id = failure[SMFailedManagedObjectID] as? NSManagedObjectID
            let inner = failure[SMFailedManagedObjectError] as? NSError
            let name = id?.uriRepresentation().lastPathComponent ?? "-"
            let text = inner?.userInfo["error"] as? String ?? "-"
            return "\(name) \(inner?.domain ?? "-") \(inner?.code ?? 0) \(text)".json
          })
    }
  }
}

extension String {
  fileprivate var json: JSON { .string(self) }
}

extension SMSyncedObject {
  /// The last path component of the object's id and the raw value of the action.
  package var line: String {
    let id = (objectID as? NSManagedObjectID)?.uriRepresentation().lastPathComponent
    return "\(id.map { String($0.dropFirst()) } ?? "deleted \(objectID)") \(actionTaken.rawValue)"
  }
}

extension StoreScenario {
  static let plain = [
    StoreScenario(
      "Objects are created, read, changed and deleted",
      expects: ["saved", ["A", "B"], "saved", ["C"]]
    ) { device in try await objects(device) },
    StoreScenario(
      "Related objects are found again",
      expects: ["saved", "saved", ["x", "y"], "bob"], run: { try await relationships($0) },
      given: [Given.user("bob")]),
    StoreScenario(
      "A user who exists is refused",
      expects: [
        ["SMError -108", "pjack HTTP 409 Duplicate key for schema user: \"jack\""], "saved",
      ],
      run: { try await users($0) }, given: [Given.jack]),
    StoreScenario(
      "A session that has expired is refreshed",
      expects: ["saved", ["user/jack", "user/jack"]], run: { try await sessions($0) },
      given: [Given.jack]),
    StoreScenario(
      "Predicates and places choose objects", expects: ["saved", ["A"], ["B"], 1]
    ) { device in try await predicates(device) },
    StoreScenario(
      "What was saved offline is sent by a sync, where the server's change wins",
      expects: ["saved", ["t 0"], "saved", ["t 3"], "theirs"],
      run: { try await offlineSync($0) }, given: [], isCached: true),
    StoreScenario(
      "What was fetched is found and filled without the network",
      expects: ["saved", ["A"], ["x", "y"], "NetworkOnly -105", ["A"], ["x", "y"], ["A"], []],
      run: { try await cachedObjects($0) }, given: [], isCached: true),
  ]

  private init(
    _ title: String, expects outcome: JSON,
    run: @escaping @Sendable (StoreDevice) async throws -> JSON, given: [Given],
    isCached: Bool = false
  ) {
    self.init(title, given: given, expects: outcome, run: run)
    self.isCached = isCached
  }

  @MainActor private static func objects(_ device: StoreDevice) async throws -> JSON {
    device.insert("Todo", ["todoId": "a", "title": "A"])
    device.insert("Todo", ["todoId": "b", "title": "B"])
    let created = await device.save()
    let todos = try await device.find("Todo", by: "title")
    let titles = device.texts(todos, "title")
    todos[0].setValue("C", forKey: "title")
    device.context.delete(todos[1])
    let changed = await device.save()
    return [created, titles, changed, device.texts(try await device.find("Todo"), "title")]
  }

  @MainActor private static func relationships(_ device: StoreDevice) async throws -> JSON {
    let todo = device.insert("Todo", ["todoId": "t"])
    let tags = ["x", "y"].map { device.insert("Tag", ["tag_id": $0]) }
    let created = await device.save()
    // Sets one tag first, because objects are requested in the order in which they were changed.
    todo.setValue(Set(tags.prefix(1)), forKey: "tags")
    todo.setValue(Set(tags), forKey: "tags")
    todo.setValue(try await device.find("User").first, forKey: "owner")
    let related = await device.save()
    device.context.refresh(todo, mergeChanges: true)
    let found = inOrder(todo.value(forKey: "tags"))
    let owner = (todo.value(forKey: "owner") as? NSManagedObject)?.smObjectId()
    return [
      created, related,
      .array(found.compactMap { $0.smObjectId() }.map(JSON.string)),
      owner?.json ?? .null,
    ]
  }

  /// Returns related objects in a fixed order, because each object is requested when it is first
  /// accessed.
  private static func inOrder(_ objects: Any?) -> [NSManagedObject] {
    let objects = objects as? Set<NSManagedObject> ?? []
    return objects.sorted {
      $0.objectID.uriRepresentation().absoluteString
        < $1.objectID.uriRepresentation().absoluteString
    }
  }

  @MainActor private static func users(_ device: StoreDevice) async throws -> JSON {
    guard let entity = NSEntityDescription.entity(forEntityName: "User", in: device.context)
    else { throw ExecutorError("the model has no users") }
    let user = User(entity: entity, client: device.client, insertInto: device.context)
    user.setValue("jack", forKey: "username")
    user.setPassword("secret")
    let refused = await device.save()
    device.context.delete(user)
    return [refused, await device.save()]
  }

  @MainActor private static func sessions(_ device: StoreDevice) async throws -> JSON {
    _ = try await device.client.login(withUsername: "jack", password: "pw")
    try device.pass(3601)
    for id in ["a", "b"] { device.insert("Todo", ["todoId": id]) }
    let saved = await device.save()
    let objects = try await device.client.dataStore().perform(SMQuery(schema: "todo"))
    return [
      saved, .array(objects.map { ($0["sm_owner"] as? String)?.json ?? .null }),
    ]
  }

  @MainActor private static func offlineSync(_ device: StoreDevice) async throws -> JSON {
    func saveOffline() async -> JSON {
      device.network.isOn = false
      defer { device.network.isOn = true }
      return await device.save()
    }
    func sync() async -> JSON {
      .array((await device.store.syncWithServerAndWait() ?? []).map(\.line.json))
    }
    let todo = device.insert("Todo", ["todoId": "t", "title": "ours"])
    let saved = await saveOffline()
    let sent = await sync()
    todo.setValue("ours again", forKey: "title")
    let changed = await saveOffline()
    try device.pass(1)
    _ = try await device.client.dataStore().updateObject(
      withId: "t", inSchema: "todo", update: ["title": "theirs"])
    let taken = await sync()
    return [saved, sent, changed, taken, device.texts([todo], "title").array?.first ?? .null]
  }

  @MainActor private static func cachedObjects(_ device: StoreDevice) async throws -> JSON {
    let todo = device.insert("Todo", ["todoId": "a", "title": "A"])
    todo.setValue(Set(["x", "y"].map { device.insert("Tag", ["tag_id": $0]) }), forKey: "tags")
    func titles(_ policy: SMFetchPolicy) async throws -> JSON {
      device.store.fetchPolicy = policy
      return device.texts(try await device.find("Todo"), "title")
    }
    func tags() -> JSON {
      device.context.refresh(todo, mergeChanges: false)
      return .array(
        inOrder(todo.value(forKey: "tags")).compactMap { $0.smObjectId() }.map(JSON.string))
    }
    var outcomes: [JSON] = [await device.save()]
    outcomes.append(try await titles(SMFetchPolicyNetworkOnly))
    outcomes.append(tags())
    device.network.isOn = false
    do {
      _ = try await titles(SMFetchPolicyNetworkOnly)
    } catch {
      outcomes.append("NetworkOnly \((error as NSError).code)".json)
    }
    outcomes.append(try await titles(SMFetchPolicyCacheOnly))
    outcomes.append(tags())
    outcomes.append(try await titles(SMFetchPolicyTryNetworkElseCache))
    device.store.resetCache()
    outcomes.append(try await titles(SMFetchPolicyCacheOnly))
    return .array(outcomes)
  }

  @MainActor private static func predicates(_ device: StoreDevice) async throws -> JSON {
    for (id, latitude) in [("a", 37.81), ("b", 40.0)] {
      let place = SMGeoPoint(latitude: latitude, longitude: -122.4)
      device.insert(
        "Todo",
        [
          "todoId": id, "title": id.uppercased(),
          "location": try NSKeyedArchiver.archivedData(
            withRootObject: place, requiringSecureCoding: true),
        ])
    }
    let saved = await device.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Todo")
    request.predicate = SMPredicate(
      where: "location", isWithin: 5, milesOf: SMGeoPoint(latitude: 37.8, longitude: -122.4))
    let near = try await device.context.executeFetchRequest(request)
    let named = try await device.find("Todo", "title == 'B' OR todoId == 'c'")
    let context = device.context
    let count = await withCheckedContinuation { continuation in
      context.count(
        for: request, onSuccess: { continuation.resume(returning: Int64($0)) },
        onFailure: { _ in continuation.resume(returning: -1) })
    }
    return [saved, device.texts(near, "title"), device.texts(named, "title"), .integer(count)]
  }
}
