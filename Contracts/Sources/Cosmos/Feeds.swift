import GhostlightContracts
import GhostlightCore

/// Promises about lists of documents, page by page, and about the change feed.
enum Feeds {
  static let pact = Pact.cosmos {
    lists
    pages
    refused
    changes
  }

  private static let all = ["$", "$.Documents[*]"]
  private static func list(_ headers: KeyValuePairs<String, Example> = [:]) -> PactRequest {
    .get("\(Shop.docs)", headers: headers)
  }

  @InteractionBuilder private static var lists: [Interaction] {
    Interaction.step(
      "a partition's documents are listed in the order they were made",
      [
        .protocolReference("B12"), .recording("rec notes"),
        .documentation("REST API, \"List documents\""),
      ], given: Shop.full, list().keyed("light"),
      .documents(.stored(Shop.lamp), .stored(Shop.torch)), route: "List documents", whole: all,
      absentHeaders: ["ETag", "x-ms-continuation"])
    Interaction.step(
      "all documents are listed to who has the key",
      [.protocolReference("B12"), .sdk("azure-cosmos, container.py")], given: Shop.full, list(),
      .documents(
        .stored(Shop.lamp), .stored(Shop.torch), .stored(Shop.chair), .stored(Shop.stool)),
      route: "List documents", whole: all)
    Interaction.step(
      "a partition without documents is an empty list", [.protocolReference("B12")],
      given: [Shop.container], list().keyed("light"), .documents(), route: "List documents",
      absentHeaders: ["x-ms-continuation"])
    Interaction.step(
      "a client may ask for a page of any length",
      [.protocolReference("B12"), .recording("rec notes")], given: Shop.oneLamp,
      list(["x-ms-max-item-count": "-1"]), .documents(.stored(Shop.lamp)),
      route: "List documents", whole: all, absentHeaders: ["x-ms-continuation"])
  }

  /// Returns a page with one row and the continuation token of the next page.
  private static func page(_ row: Example) -> PactResponse {
    .status(
      200,
      headers: [
        "Content-Type": "application/json", "x-ms-item-count": "1",
        "x-ms-continuation": .regex("^.+$", "-RID:~DJB7AI1lZHoCAAAAAAAAAA==#RT:1#TRC:1"),
      ], json: ["_rid": Sample.anyRID, "Documents": [row], "_count": 1])
  }

  /// The continuation token of the page with the torch.
  private static let token = Example.fromState(
    "-RID:~${rid}#RT:1#TRC:1#SKP:0", "-RID:~DJB7AI1lZHoCAAAAAAAAAA==#RT:1#TRC:1#SKP:0")
  /// Returns the continuation token of a query; `hash`, the hash of the query text, follows `FPC`.
  private static func queryToken(of hash: String) -> Example {
    func token(_ rid: String) -> String {
      #"{"token":"-RID:~\#(rid)#RT:1#TRC:1#SKP:0#FPC:\#(hash)","range":{"min":"","max":"FF"}}"#
    }
    return .fromState(token("${rid}"), "\(token("A=="))")
  }

  private static let two = Shop.oneLamp + [Shop.document(Shop.torch)]

  @InteractionBuilder private static var pages: [Interaction] {
    Interaction.step(
      "a page that is not the last has a token for the next page",
      [.protocolReference("B12"), .recording("rec 097")], given: two,
      list(["x-ms-max-item-count": "1"]), page(.stored(Shop.lamp)), route: "List documents",
      whole: all)
    Interaction.step(
      "a list continues at its token",
      [.protocolReference("B12"), .decision("a token holds on any connection")], given: two,
      list(["x-ms-max-item-count": "1", "x-ms-continuation": token]),
      .documents(.stored(Shop.torch)), route: "List documents", whole: all,
      absentHeaders: ["x-ms-continuation"])
    Interaction.step(
      "a page of a query has a token for the next page",
      [.protocolReference("B12"), .recording("rec 096")], given: two,
      PactRequest.sql("SELECT * FROM c").keyed("light").headers(["x-ms-max-item-count": "1"]),
      page(.stored(Shop.lamp)), route: "Query documents", whole: all)
    Interaction.step(
      "a query continues at its token",
      [.protocolReference("B12"), .recording("rec 097")], given: two,
      PactRequest.sql("SELECT * FROM c").keyed("light").headers([
        "x-ms-max-item-count": "1",
        "x-ms-continuation": queryToken(of: "42b8ed84e23cbb84"),
      ]), .documents(.stored(Shop.torch)), route: "Query documents", whole: all,
      absentHeaders: ["x-ms-continuation"])
    Interaction.step(
      "a query starts over with the token of another one",
      [.protocolReference("B12"), .suite("azure-cosmos 4.17.1, its test suite")], given: two,
      PactRequest.sql("SELECT * FROM c").keyed("light").headers([
        "x-ms-max-item-count": "1",
        "x-ms-continuation": queryToken(of: "1"),
      ]), page(.stored(Shop.lamp)), route: "Query documents", whole: all)
  }

  @InteractionBuilder private static var refused: [Interaction] {
    Interaction.refusal(
      "a feed of all versions is refused by a container that does not keep them",
      [.protocolReference("B18"), .documentation("pull azure-sdk-for-rust 4904")],
      given: Shop.oneLamp, list(["A-IM": "Full-Fidelity Feed", "If-None-Match": "*"]), 400,
      "BadRequest", .backend("Change Feed 'All Versions and Deletes' mode must be enabled."),
      fault: "all versions are not kept", route: "Change feed")
    Interaction.refusal(
      "a feed of all versions cannot start at the beginning",
      [.protocolReference("B18"), .decision("the words are ours")], given: versions,
      list(["A-IM": "Full-Fidelity Feed"]), 400, "BadRequest",
      .backend("The start of the change feed is outside the retention window."),
      fault: "all versions from before the retention time", route: "Change feed")
    for size in ["abc", "0", "-2"] {
      Interaction.refusal(
        "a page of \(size) is refused", [.protocolReference("B12"), .recording("rec 105")],
        given: Shop.oneLamp, list(["x-ms-max-item-count": "\(size)"]), 400, "BadRequest",
        .gateway(
          "The input PageSize \(size) is invalid. Ensure to pass a valid page size which must be a "
            + "positive integer or -1 for a dynamic page size."), fault: "page size",
        route: "List documents")
    }
    Interaction.step(
      "a token of the service's, of another container, starts over",
      [.protocolReference("B12"), .suite("azure-cosmos 4.17.1, its test suite")],
      given: Shop.oneLamp,
      list(["x-ms-continuation": "-RID:~a0NPAOszCpOChB4AAAAAAA==#RT:1#TRC:2#ISV:2#IEO:65567#QCF:8"]
      ),
      .status(200, json: ["_count": 1]), route: "List documents", whole: [])
    Interaction.refusal(
      "a continuation token of another service is refused",
      [.protocolReference("B12"), .recording("rec notes")], given: Shop.oneLamp,
      list(["x-ms-continuation": "foreign"]), 400, "BadRequest",
      .backend("Invalid Continuation Token"), fault: "foreign continuation",
      route: "List documents")
  }

  private static func changes(since tag: Example? = nil) -> PactRequest {
    let request = list(["A-IM": "Incremental feed"])
    return tag.map { request.headers(["If-None-Match": $0]) } ?? request
  }

  /// A container that keeps all versions of its documents, with the lamp.
  private static let versions: [GivenState] = [
    .state(
      "container exists",
      [
        "database": "shop", "container": "goods", "partitionKey": "/kind",
        "definition": ["changeFeedPolicy": ["retentionDuration": 10]],
      ]), Shop.document(Shop.lamp),
  ]

  @InteractionBuilder private static var changes: [Interaction] {
    Interaction.step(
      "each version of a document is a change",
      [
        .protocolReference("B18"), .documentation("Microsoft Learn, \"Change feed modes\""),
        .suite("azure-cosmos 4.17.1, its test suite"),
      ], given: versions, list(["A-IM": "Full-Fidelity Feed", "If-None-Match": "\"1\""]),
      .status(
        200,
        headers: ["ETag": .regex("^\"[0-9]+\"$", "\"2\""), "x-ms-item-count": "1"],
        json: [
          "_rid": Sample.anyRID,
          "Documents": [
            [
              "current": .stored(Shop.lamp),
              "metadata": ["operationType": "create", "lsn": 2, "crts": Sample.anyTime],
            ]
          ], "_count": 1,
        ]), route: "Change feed", whole: ["$", "$.Documents[*]"])
    Interaction.step(
      "the changes since the beginning are all documents, each with its number",
      [
        .protocolReference("B18"), .recording("rec 152"),
        .documentation("REST API, \"List documents\""),
      ], given: two, changes(),
      .status(
        200,
        headers: [
          "Content-Type": "application/json", "ETag": .regex("^\"[0-9]+\"$", "\"3\""),
          "x-ms-item-count": "2",
        ],
        json: [
          "_rid": Sample.anyRID, "Documents": [.changed(Shop.lamp), .changed(Shop.torch)],
          "_count": 2,
        ]), route: "Change feed", whole: all, order: [.ascending("$.Documents[*]._lsn")])
    Interaction.step(
      "there are no changes yet from now on",
      [.protocolReference("B18"), .sdk("azure-cosmos, _change_feed")], given: two,
      changes(since: "*"), .empty(304, headers: ["ETag": .regex("^\"[0-9]+\"$", "\"3\"")]),
      route: "Change feed", whole: [])
    Interaction.step(
      "the changes after a number are the later ones", [.protocolReference("B18")],
      given: two, changes(since: "\"2\""),
      .status(
        200, headers: ["x-ms-item-count": "1"],
        json: [
          "_rid": Sample.anyRID, "Documents": [.changed(Shop.torch)], "_count": 1,
        ]), route: "Change feed", whole: all)
  }
}
