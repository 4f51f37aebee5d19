import GhostlightContracts
import GhostlightCore

/// Promises about the rights of callers with master keys and with resource tokens.
enum Access {
  static let pact = Pact.cosmos {
    keys
    reading
    writing
    reach
    ends
  }

  private static let insufficient = Example.gateway(
    "Insufficient permissions provided in the authorization header for the corresponding request. "
      + "Please retry with another authorization header.")
  private static let damaged = Example.gateway(
    "The input authorization token can't serve the request. Please check that the expected payload "
      + "is built as per the protocol, and check the key being used. Server used the following "
      + "payload to sign: ''")
  private static let stale = Example.dated(
    "The authorization token is not valid at the current time. Please create another token and "
      + "retry (token start time: *, token expiry time: *, current server time: *).")
  private static let evidence: [Evidence] = [
    .protocolReference("B4.2"), .documentation("REST API, \"Permissions\""),
  ]

  private static func denied(
    _ description: String, given states: [GivenState] = Shop.oneLamp, by caller: Caller,
    _ request: PactRequest, route: String, _ more: Evidence...
  ) -> Interaction {
    .refusal(
      description, evidence + more, given: states, by: caller, request, 403, "Forbidden",
      insufficient, fault: "resource token does not reach", route: route)
  }

  @InteractionBuilder private static var keys: [Interaction] {
    Interaction.refusal(
      "a request without authorization is refused",
      [.protocolReference("B20"), .recording("rec 185")], by: .nobody, .get("/dbs"), 401,
      "Unauthorized",
      .gateway(
        "Required Header authorization is missing. Ensure a valid Authorization token is passed."),
      fault: "no authorization", route: "List databases")
    for (what, field) in [
      ("of another kind", "Bearer abc"), ("of another version", "type%3Dmaster%26ver%3D2.0"),
    ] {
      Interaction.refusal(
        "an authorization \(what) is refused",
        [.protocolReference("B20"), .documentation("issue azure-sdk-for-python 14829")],
        by: .nobody, .get("/dbs", headers: ["Authorization": "\(field)"]), 401, "Unauthorized",
        .gateway(
          "Authorization header doesn't confirm to the required format. Please verify and try "
            + "again."), fault: "malformed authorization", route: "List databases")
    }
    Interaction.refusal(
      "a token of Azure Active Directory that no key signed is refused",
      [.protocolReference("B4.3"), .decision("the words behind the colon are ours")], by: .nobody,
      .get(
        "/dbs", headers: ["Authorization": "type%3Daad%26ver%3D1.0%26sig%3DeyJhbGciOiIifQ.e30.YQ"]),
      401, "Unauthorized",
      .gateway(
        "Request blocked by Auth emulator : Provided AAD token is not signed by a trusted key."),
      fault: "token of Azure Active Directory", route: "List databases")
    Interaction.refusal(
      "a signature by another key is refused, and the text to sign is told",
      [.protocolReference("B4.1"), .protocolReference("B20"), .recording("rec notes")],
      by: .nobody,
      .get(
        "/dbs",
        headers: [
          "Authorization": "type%3Dmaster%26ver%3D1.0%26sig%3DAAAA",
          "x-ms-date": "Fri, 20 Sep 2019 10:11:12 GMT",
        ]), 401, "Unauthorized",
      .gateway(
        "The input authorization token can't serve the request. Please check that the expected "
          + "payload is built as per the protocol, and check the key being used. Server used the "
          + "following payload to sign: 'get\ndbs\n\nfri, 20 sep 2019 10:11:12 gmt\n\n'"),
      fault: "wrong signature", route: "List databases")
    Interaction.refusal(
      "a signature with a date of long ago is refused",
      [
        .protocolReference("B4.1"),
        .documentation("issue azure-cosmos-db-python-getting-started 18"),
      ], by: .masterKey(date: "Sat, 20 Sep 2003 10:11:12 GMT"), .get("/dbs"), 403, "Forbidden",
      stale, fault: "stale date or expired token", route: "List databases")
    Interaction.step(
      "a signature covers the names of a path unescaped",
      [.protocolReference("B4.1"), .documentation("REST API, \"Access control\"")],
      given: [
        Shop.container, Shop.document(["id": "Test(Document", "kind": "light", "code": "T"]),
      ], PactRequest.get("\(Shop.docs)/Test%28Document").keyed("light"),
      .document(200, .stored(["id": "Test(Document", "kind": "light", "code": "T"])),
      route: "Get a document")
  }

  @InteractionBuilder private static var reading: [Interaction] {
    let reader = Caller.token("light", mode: "Read")
    Interaction.step(
      "a token to read reads a document of its partition", evidence, given: Shop.oneLamp,
      by: reader, PactRequest.get("\(Shop.lampPath)").keyed("light"),
      .document(200, .stored(Shop.lamp)), route: "Get a document")
    Interaction.step(
      "a token to read lists its partition", evidence, given: Shop.full, by: reader,
      PactRequest.get("\(Shop.docs)").keyed("light"),
      .documents(.stored(Shop.lamp), .stored(Shop.torch)), route: "List documents",
      whole: ["$", "$.Documents[*]"])
    Interaction.step(
      "a token to read queries its partition", evidence, given: Shop.full, by: reader,
      PactRequest.sql("SELECT c.id FROM c WHERE c.price > 5").keyed("light"),
      .documents(["id": "lamp"]), route: "Query documents", whole: ["$", "$.Documents[*]"])
    Interaction.step(
      "a token reads its container", evidence + [.decision("tokens reach the container itself")],
      given: Shop.oneLamp, by: reader, .get("\(Shop.path)"),
      .resource(200, .container(Shop.definition)), route: "Get a collection")
    Interaction.step(
      "a token reads the ranges of its container", evidence, given: [Shop.container], by: reader,
      .get("\(Shop.path)/pkranges"), .status(200, headers: ["ETag": "\"1\""]),
      route: "Get partition key ranges", whole: [])
    denied(
      "a token to read creates nothing", by: reader,
      PactRequest.post("\(Shop.docs)", json: ["id": "x", "kind": "light"]).keyed("light"),
      route: "Create a document", .documentation("issue azure-sdk-for-python 8890"))
    denied(
      "a token to read deletes nothing", by: reader,
      PactRequest.delete("\(Shop.lampPath)").keyed("light"), route: "Delete a document")
  }

  @InteractionBuilder private static var writing: [Interaction] {
    Interaction.step(
      "a token for all creates a document", evidence, given: [Shop.container],
      by: .token("light"),
      PactRequest.post("\(Shop.docs)", json: .same(.object(Shop.lamp))).keyed("light"),
      .document(201, .stored(Shop.lamp)), route: "Create a document")
    Interaction.step(
      "a token for all deletes a document", evidence, given: Shop.oneLamp, by: .token("light"),
      PactRequest.delete("\(Shop.lampPath)").keyed("light"), .deleted,
      route: "Delete a document", whole: [])
    Interaction.step(
      "a path may name its container by RID",
      [.protocolReference("B1"), .sdk("azure-cosmos, container.py")],
      given: Shop.oneLamp + [Shop.container],
      by: .token("light"),
      PactRequest.get(
        .fromState("/dbs/shop/colls/${rid}/docs/lamp", "/dbs/shop/colls/DJB7AI1lZHo=/docs/lamp")
      ).keyed("light"), .document(200, .stored(Shop.lamp)), route: "Get a document")
    Interaction.step(
      "a path may name its document by RID",
      [.protocolReference("B1"), .sdk("azure-cosmos, container.py")], given: Shop.oneLamp,
      by: .token("light"),
      PactRequest.get(
        .fromState("\(Shop.docs)/${rid}", "\(Shop.docs)/DJB7AI1lZHoBAAAAAAAAAA==")
      ).keyed("light"), .document(200, .stored(Shop.lamp)), route: "Get a document")
  }

  @InteractionBuilder private static var reach: [Interaction] {
    denied(
      "a token does not reach another partition", given: Shop.full, by: .token("light"),
      PactRequest.get("\(Shop.docs)/chair").keyed("seat"), route: "Get a document",
      .documentation("issue azure-sdk-for-js 4972"))
    denied(
      "a token does not reach documents without their partition's key", by: .token("light"),
      .get("\(Shop.docs)"), route: "List documents")
    denied(
      "a token does not reach another container", by: .token("light", container: "orders"),
      PactRequest.get("\(Shop.lampPath)").keyed("light"), route: "Get a document")
    denied(
      "a token does not reach the database", by: .token("light"), .get("/dbs/shop"),
      route: "Get a database")
    denied(
      "a token does not change its container", by: .token("light"), .delete("\(Shop.path)"),
      route: "Delete a collection")
  }

  @InteractionBuilder private static var ends: [Interaction] {
    Interaction.refusal(
      "a token that has ended is refused", [.protocolReference("B4.2"), .protocolReference("B20")],
      given: Shop.oneLamp, by: .token("light", seconds: -1),
      PactRequest.get("\(Shop.lampPath)").keyed("light"), 403, "Forbidden", stale,
      fault: "stale date or expired token", route: "Get a document")
    Interaction.refusal(
      "a damaged token is refused", [.protocolReference("B4.2")], given: Shop.oneLamp,
      by: .nobody,
      PactRequest.get(
        "\(Shop.lampPath)",
        headers: ["Authorization": "type%3Dresource%26ver%3D1%26sig%3DAAAA%3BAAAA%3B"]
      ).keyed("light"), 401, "Unauthorized", damaged, fault: "wrong signature",
      route: "Get a document")
  }
}
