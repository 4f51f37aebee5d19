import GhostlightContracts
import GhostlightCore

/// Promises about entity tags: conditional reads, and conditional writes.
enum Conditions {
  static let pact = Pact.cosmos {
    reading
    writing
  }

  private static let current = Example.fromState(
    "${etag}", "\"6201c25e-0000-0100-0000-6ac9ff4d0000\"")
  private static let other: Example = "\"00000000-0000-0100-0000-000000000000\""
  private static let small: JSONObject = ["id": "lamp", "kind": "light"]

  @InteractionBuilder private static var reading: [Interaction] {
    Interaction.step(
      "a reader that has the document gets 304",
      [.protocolReference("B11"), .recording("rec 205")], given: Shop.oneLamp,
      PactRequest.get("\(Shop.lampPath)", headers: ["If-None-Match": current]).keyed("light"),
      .empty(304, headers: ["Content-Type": "application/json", "ETag": Sample.anyTag]),
      route: "Get a document", whole: [])
    Interaction.step(
      "a reader that has an earlier version gets the document",
      [.protocolReference("B11"), .recording("rec 206")], given: Shop.oneLamp,
      PactRequest.get("\(Shop.lampPath)", headers: ["If-None-Match": other]).keyed("light"),
      .document(200, .stored(Shop.lamp)), route: "Get a document")
  }

  private struct Write {
    let verb: String
    let route: String
    let status: Int
    let request: PactRequest

    func interaction(_ description: String, ifMatch tag: Example) -> Interaction {
      let body: PactResponse =
        status == 204
        ? .deleted : .document(status, route.hasPrefix("Patch") ? patched : .stored(small))
      return .step(
        description, [.protocolReference("B11"), .recording("rec 139")], given: Shop.oneLamp,
        request.keyed("light").headers(["If-Match": tag]), body, route: route,
        whole: status == 204 ? [] : ["$"])
    }

    private var patched: Example {
      var lamp = Shop.lamp
      lamp["price"] = 1
      return .stored(lamp)
    }
  }

  private static let writes = [
    Write(
      verb: "a replacement", route: "Replace a document", status: 200,
      request: .put("\(Shop.lampPath)", json: .same(.object(small)))),
    Write(
      verb: "an upsert", route: "Upsert a document", status: 200,
      request: .post(
        "\(Shop.docs)", headers: ["x-ms-documentdb-is-upsert": "True"],
        json: .same(.object(small)))),
    Write(
      verb: "a patch", route: "Patch a document", status: 200,
      request: .request(
        "PATCH", "\(Shop.lampPath)", headers: ["Content-Type": "application/json-patch+json"],
        json: ["operations": [["op": "set", "path": "/price", "value": 1]]])),
    Write(
      verb: "a delete", route: "Delete a document", status: 204,
      request: .delete("\(Shop.lampPath)")),
  ]

  @InteractionBuilder private static var writing: [Interaction] {
    for write in writes {
      write.interaction("\(write.verb) of an unchanged document is done", ifMatch: current)
      write.interaction("\(write.verb) of any existing document is done", ifMatch: "*")
      Interaction.refusal(
        "\(write.verb) of a changed document is refused",
        [.protocolReference("B20"), .recording("rec 139")], given: Shop.oneLamp,
        write.request.keyed("light").headers(["If-Match": other]), 412, "PreconditionFailed",
        .gateway(
          "Operation cannot be performed because one of the specified precondition is not met., "),
        fault: "precondition", route: write.route)
    }
    Interaction.step(
      "an upsert of a document that is not there has nothing to match",
      [.protocolReference("B11")], given: [Shop.container],
      writes[1].request.keyed("light").headers(["If-Match": other]),
      .document(201, .stored(small)), route: "Upsert a document")
  }
}
