import GhostlightContracts
import GhostlightCore

/// Promises about offers, which are the throughput of databases and containers.
enum Offers {
  static let pact = Pact.cosmos { offers }

  private static let suite: [Evidence] = [
    .protocolReference("B19"), .suite("azure-cosmos 4.17.1, its test suite"),
  ]

  /// The offer that every database and container has.
  private static let offer = offer(
    with: [
      "offerThroughput": 400, "offerIsRUPerMinuteThroughputEnabled": false,
      "offerMinimumThroughputParameters": [
        "maxThroughputEverProvisioned": 400, "maxConsumedStorageEverInKB": 0,
      ],
    ])

  private static func offer(with content: Example) -> Example {
    [
      "resource": .regex("^dbs/.+/$", "dbs/DJB7AA==/"), "offerType": "Invalid",
      "offerResourceId": Sample.anyRID, "offerVersion": "V2", "content": content,
      "id": .notEmpty("t6hl"), "_rid": .notEmpty("t6hl"),
      "_self": .regex("^offers/.+/$", "offers/t6hl/"), "_etag": Sample.anyTag,
      "_ts": Sample.anyTime,
    ]
  }

  @InteractionBuilder private static var offers: [Interaction] {
    Interaction.step(
      "what a container may consume is found by the container",
      [.protocolReference("B19"), .sdk("azure-cosmos, container.py")], given: [Shop.container],
      .post(
        "/offers",
        headers: [
          "Content-Type": "application/query+json", "x-ms-documentdb-isquery": "True",
        ],
        json: [
          "query": "SELECT * FROM root r WHERE r.offerResourceId = @rid",
          "parameters": [["name": "@rid", "value": .fromState("${rid}", "DJB7AI1lZHo=")]],
        ]), .feed("Offers", [offer], rid: ""), route: "Query offers",
      whole: ["$", "$.Offers[*]", "$.Offers[*].content"])
    Interaction.step(
      "all offers are listed", [.protocolReference("B19"), .recording("rec 164")],
      given: [Shop.container], .get("/offers"),
      .status(
        200, headers: ["Content-Type": "application/json"],
        json: ["_rid": "", "Offers": .arrayContaining(offer), "_count": .integer(2)]),
      route: "List offers", whole: ["$", "$.Offers[*]"])
    let path = Example.fromState("/offers/${offer}", "/offers/DJB7ZWR6")
    let id = Example.fromState("${offer}", "DJB7ZWR6")
    Interaction.step(
      "an offer is read by its id", [.protocolReference("B19")], given: [Shop.container],
      by: .offerReader(), .get(path), .resource(200, offer), route: "Get an offer",
      whole: ["$.content"])
    Interaction.step(
      "an offer is replaced by hand", suite, given: [Shop.container],
      by: .offerReader(),
      .put(path, json: ["id": id, "_rid": id, "content": ["offerThroughput": 1000]]),
      .resource(
        200,
        offer(
          with: [
            "offerThroughput": 1000, "offerIsRUPerMinuteThroughputEnabled": false,
            "offerMinimumThroughputParameters": [
              "maxThroughputEverProvisioned": 1000, "maxConsumedStorageEverInKB": 0,
            ],
          ])), route: "Replace an offer", whole: ["$.content"])
    Interaction.step(
      "an offer is replaced by one that scales by itself", suite, given: [Shop.container],
      by: .offerReader(),
      .put(
        path,
        json: [
          "id": id, "_rid": id,
          "content": [
            "offerAutopilotSettings": [
              "maxThroughput": 7000,
              "autoUpgradePolicy": ["throughputPolicy": ["incrementPercent": 20]],
            ]
          ],
        ]),
      .resource(
        200,
        offer(
          with: [
            "offerThroughput": 700,
            "offerAutopilotSettings": [
              "maxThroughput": 7000,
              "autoUpgradePolicy": ["throughputPolicy": ["incrementPercent": 20]],
            ], "offerIsRUPerMinuteThroughputEnabled": false,
            "offerMinimumThroughputParameters": [
              "maxThroughputEverProvisioned": 7000, "maxConsumedStorageEverInKB": 0,
            ],
          ])), route: "Replace an offer", whole: ["$.content"])
    Interaction.refusal(
      "an offer has hundreds of units", suite, given: [Shop.container],
      by: .offerReader(),
      .put(path, json: ["id": id, "_rid": id, "content": ["offerThroughput": 450]]), 400,
      "BadRequest",
      .backend(
        "The offer should have valid throughput values between 400 and 1000000 inclusive in "
          + "increments of 100."), fault: "throughput", route: "Replace an offer")
    Interaction.refusal(
      "autoscale has a least maximum", suite, given: [Shop.container],
      .post(
        "/dbs",
        headers: ["x-ms-cosmos-offer-autopilot-settings": #"{"maxThroughput":-200}"#],
        json: ["id": "mall"]), 400, "BadRequest",
      .backend("Requested throughput -200 is less than required minimum throughput 1000"),
      fault: "throughput", route: "Create a database")
  }
}
