import GhostlightContracts
import GhostlightCore

/// Promises about users and their permissions.
enum Users {
  static let pact = Pact.cosmos {
    users
    refused
    permissions
    tokens
    documents
  }

  private static let path = "/dbs/shop/users"
  private static let shop = [GivenState.state("database exists", ["database": "shop"])]
  private static let jack = [
    GivenState.state("user exists", ["database": "shop", "user": "jack"])
  ]
  private static let missing = Example.backend(
    "Resource Not Found. Learn more: https://aka.ms/cosmosdb-tsg-not-found")
  private static let taken = Example.backend(
    "Resource with specified id, name, or unique index already exists.")
  private static let evidence: [Evidence] = [
    .protocolReference("B19"), .documentation("REST API, \"Users\""),
  ]

  private static let suite: [Evidence] = [
    .protocolReference("B19"), .suite("azure-cosmos 4.17.1, its test suite"),
  ]
  private static let upsert: KeyValuePairs<String, Example> = ["x-ms-documentdb-is-upsert": "True"]

  @InteractionBuilder private static var users: [Interaction] {
    Interaction.step(
      "a user is made by its id", evidence, given: shop, .post("\(path)", json: ["id": "jack"]),
      .resource(201, .user("jack")), route: "Create a user")
    Interaction.step(
      "users are listed", evidence + [.recording("rec 163")],
      given: jack + [.state("user exists", ["database": "shop", "user": "jill"])],
      .get("\(path)"), .feed("Users", [.user("jack"), .user("jill")]), route: "List users",
      whole: ["$", "$.Users[*]"], absentHeaders: ["ETag"])
    Interaction.step(
      "a database without users has an empty list", evidence + [.recording("rec 163")],
      given: shop, .get("\(path)"), .feed("Users", []), route: "List users")
    Interaction.step(
      "a user is read by its id", evidence, given: jack, .get("\(path)/jack"),
      .resource(200, .user("jack")), route: "Get a user")
    Interaction.step(
      "a user may get another id", evidence, given: jack,
      .put("\(path)/jack", json: ["id": "john"]), .resource(200, .user("john")),
      route: "Replace a user")
    Interaction.step(
      "users are queried", suite,
      given: jack + [.state("user exists", ["database": "shop", "user": "jill"])],
      PactRequest.sql("SELECT * FROM root r WHERE r.id = 'jill'", in: path),
      .feed("Users", [.user("jill")]), route: "Query users", whole: ["$", "$.Users[*]"])
    Interaction.step(
      "a user is created by an upsert if it does not exist", suite, given: shop,
      .post("\(path)", headers: upsert, json: ["id": "jack"]), .resource(201, .user("jack")),
      route: "Upsert a user")
    Interaction.step(
      "a user is kept by an upsert if it exists", suite, given: jack,
      .post("\(path)", headers: upsert, json: ["id": "jack"]), .resource(200, .user("jack")),
      route: "Upsert a user")
    Interaction.step(
      "a user is deleted", evidence, given: jack, .delete("\(path)/jack"), .deleted,
      route: "Delete a user", whole: [])
  }

  @InteractionBuilder private static var refused: [Interaction] {
    Interaction.refusal(
      "a second user of an id is refused", evidence, given: jack,
      .post("\(path)", json: ["id": "jack"]), 409, "Conflict", taken,
      fault: "name or unique key exists", route: "Create a user")
    Interaction.refusal(
      "a user that is not there is refused", evidence, given: shop, .get("\(path)/jack"), 404,
      "NotFound", missing, fault: "database or container missing", route: "Get a user")
    Interaction.refusal(
      "a permission of a user that is not there is refused", evidence, given: shop,
      .get("\(path)/jack/permissions"), 404, "NotFound", missing,
      fault: "database or container missing", route: "List permissions")
  }

  private static let goods = "dbs/shop/colls/goods"
  private static let permissionPath = path + "/jack/permissions"
  private static let given: [GivenState] = [
    Shop.container,
    .state(
      "permission exists",
      [
        "database": "shop", "user": "jack", "permission": "read", "mode": "Read",
        "resource": .string(goods), "partitionKey": "light",
      ]),
  ]
  private static let read: JSONObject = [
    "id": "read", "permissionMode": "Read", "resource": .string(goods),
    "resourcePartitionKey": ["light"],
  ]
  private static let pages: [Evidence] = [
    .protocolReference("B19"), .documentation("REST API, \"Permissions\""),
  ]

  @InteractionBuilder private static var permissions: [Interaction] {
    Interaction.step(
      "a permission is returned with a token", pages, given: [Shop.container] + jack,
      .post("\(permissionPath)", json: .same(.object(read))),
      .resource(201, .permission(read)), route: "Create a permission")
    Interaction.step(
      "a permission may be of a whole container", pages, given: [Shop.container] + jack,
      .post(
        "\(permissionPath)", headers: ["x-ms-documentdb-expiry-seconds": "18000"],
        json: ["id": "all", "permissionMode": "All", "resource": "\(goods)"]),
      .resource(
        201, .permission(["id": "all", "permissionMode": "All", "resource": .string(goods)])),
      route: "Create a permission", absent: ["$.resourcePartitionKey"])
    Interaction.step(
      "permissions are listed with tokens", pages, given: given, .get("\(permissionPath)"),
      .feed("Permissions", [.permission(read)]), route: "List permissions",
      whole: ["$", "$.Permissions[*]"])
    Interaction.step(
      "a permission is read with a token", pages, given: given, .get("\(permissionPath)/read"),
      .resource(200, .permission(read)), route: "Get a permission")
    Interaction.step(
      "a permission may let more", pages, given: given,
      .put(
        "\(permissionPath)/read",
        json: ["id": "read", "permissionMode": "All", "resource": "\(goods)"]),
      .resource(
        200, .permission(["id": "read", "permissionMode": "All", "resource": .string(goods)])),
      route: "Replace a permission", absent: ["$.resourcePartitionKey"])
    Interaction.step(
      "permissions are queried", suite, given: given,
      PactRequest.sql("SELECT * FROM root r WHERE r.id = 'read'", in: permissionPath),
      .feed("Permissions", [.permission(read)]), route: "Query permissions",
      whole: ["$", "$.Permissions[*]"])
    Interaction.step(
      "a permission is created by an upsert if it does not exist", suite,
      given: [Shop.container] + jack,
      .post("\(permissionPath)", headers: upsert, json: .same(.object(read))),
      .resource(201, .permission(read)), route: "Upsert a permission")
    Interaction.step(
      "a permission may get another id",
      [.protocolReference("B19"), .suite("azure-cosmos 3.2.0, its test suite")], given: given,
      .put(
        "\(permissionPath)/read",
        json: [
          "id": "look", "permissionMode": "Read", "resource": .value(.string(goods)),
        ]),
      .status(
        200, json: ["id": "look", "permissionMode": "Read", "resource": .value(.string(goods))]),
      route: "Replace a permission", whole: [])
    Interaction.step(
      "a permission is replaced by an upsert if it exists", suite, given: given,
      .post("\(permissionPath)", headers: upsert, json: .same(.object(read))),
      .resource(200, .permission(read)), route: "Upsert a permission")
    Interaction.step(
      "a permission is deleted", pages, given: given, .delete("\(permissionPath)/read"),
      .deleted, route: "Delete a permission", whole: [])
    Interaction.refusal(
      "a second permission of a user for a container is refused", pages, given: given,
      .post(
        "\(permissionPath)",
        json: ["id": "more", "permissionMode": "All", "resource": "\(goods)"]), 409, "Conflict",
      taken, fault: "name or unique key exists", route: "Create a permission")
    for (what, body, problem) in badPermissions {
      Interaction.refusal(
        "a permission \(what) is refused", pages + [.decision("the words are ours")],
        given: [Shop.container] + jack,
        .post("\(permissionPath)", json: .same(.object(body))), 400, "BadRequest",
        .backend(problem), fault: "permission", route: "Create a permission")
    }
    Interaction.refusal(
      "a token that lives longer than five hours is refused",
      pages + [.decision("the words are ours")], given: given,
      .get(
        "\(permissionPath)/read", headers: ["x-ms-documentdb-expiry-seconds": "18001"]), 400,
      "BadRequest", .backend("x-ms-documentdb-expiry-seconds must be from 10 to 18000"),
      fault: "permission", route: "Get a permission")
  }

  private static let badPermissions: [(String, JSONObject, String)] = [
    (
      "to do something else",
      ["id": "x", "permissionMode": "Write", "resource": .string(goods)],
      "permissionMode must be Read or All"
    ),
    (
      "for nothing", ["id": "x", "permissionMode": "All"],
      "resource must be a link such as dbs/x/colls/y"
    ),
  ]

  /// Returns the provider states with a user who has a permission for the lamp document only.
  private static func guest(_ mode: String) -> [GivenState] {
    Shop.full + [
      .state(
        "permission exists",
        [
          "database": "shop", "user": "jack", "permission": "lamp", "mode": .string(mode),
          "resource": .string(goods + "/docs/lamp"),
        ])
    ]
  }

  @InteractionBuilder private static var documents: [Interaction] {
    let suite: [Evidence] = [
      .protocolReference("B4.2"), .suite("azure-cosmos 4.3.1, its test suite"),
    ]
    let token: KeyValuePairs<String, Example> = [
      "x-ms-date": "Wed, 12 Jun 2013 12:26:40 GMT",
      "Authorization": .fromState("${token}", "type%3Dresource%26ver%3D1%26sig%3DAAAA%3BAAAA%3B"),
    ]
    Interaction.step(
      "a permission for a document opens it", suite, given: guest("All"), by: .nobody,
      PactRequest.get("\(Shop.lampPath)").keyed("light").headers(token),
      .document(200, .stored(Shop.lamp)), route: "Get a document")
    Interaction.refusal(
      "a permission for a document opens no other", suite, given: guest("All"), by: .nobody,
      PactRequest.get("\(Shop.docs)/torch").keyed("light").headers(token), 403, "Forbidden",
      .gateway(
        "Insufficient permissions provided in the authorization header for the corresponding "
          + "request. Please retry with another authorization header."),
      fault: "resource token does not reach", route: "Get a document")
    Interaction.refusal(
      "a permission for a document lists none", suite, given: guest("All"), by: .nobody,
      PactRequest.get("\(Shop.docs)").keyed("light").headers(token), 403, "Forbidden",
      .gateway(
        "Insufficient permissions provided in the authorization header for the corresponding "
          + "request. Please retry with another authorization header."),
      fault: "resource token does not reach", route: "List documents")
  }

  @InteractionBuilder private static var tokens: [Interaction] {
    Interaction.step(
      "the token of a permission opens its partition",
      [.protocolReference("B4.2"), .documentation("REST API, \"Permissions\"")],
      given: Shop.oneLamp + given.suffix(1), by: .token("light", mode: "Read"),
      PactRequest.get("\(Shop.lampPath)").keyed("light"), .document(200, .stored(Shop.lamp)),
      route: "Get a document")
  }
}
