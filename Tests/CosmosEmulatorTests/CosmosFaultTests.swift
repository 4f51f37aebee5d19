import GhostlightCore
import GhostlightEmulation
import Testing

@testable import CosmosEmulator
import GhostlightSigning
import HTTPTypes

@Suite struct `Refusals of Cosmos DB` {
  @Test(arguments: CosmosRefusalRow.all)
  func `each Cosmos refusal can be caused, and changes nothing`(_ row: CosmosRefusalRow) throws {
    var account = row.account()
    let before = account.fingerprint
    let answer = account.answer(row.request)
    let response = answer.response
    #expect(response.status == row.fault.status)
    #expect(response.json?["code"] == row.fault.details["code"])
    let text = try #require(response.json?["message"]?.string)
    let isFilled = row.fault.message.contains("{")
    #expect(isFilled || text.contains(row.fault.message.prefix(1_000)))
    #expect(text.hasSuffix("Microsoft.Azure.Documents.Common/2.14.0"))
    #expect(
      response.headers[.msSubstatus]
        == row.fault.details["substatus"]?.integer.map { String($0) })
    #expect(answer.effect == .refused || answer.effect == .unmatched)
    #expect(account.fingerprint == before)
  }

  @Test func `a refusal has a body even if the client prefers a minimal response`() {
    for row in CosmosRefusalRow.all {
      let account = row.account()
      var (minimal, whole) = (account, account)
      var request = row.request
      request.headers[.prefer] = "return=minimal"
      let (response, expected) = (minimal.send(request), whole.send(row.request))
      #expect(!response.body.isEmpty && response == expected, "\(row.fault.name)")
    }
  }

  @Test func `a write has no body if the client prefers a minimal response, but a read has one`() {
    for preference in ["return=minimal", "Return=Minimal", "return=representation"] {
      var account = CosmosAccount.shop()
      let fields: HTTPFields = [.prefer: preference]
      let lamp = account.send(CosmosAccount.goods(.get, "lamp", body: nil, fields))
      let chair = account.send(
        CosmosAccount.goods(.post, body: ["id": "chair", "kind": "light"], fields))
      #expect(lamp.json?["id"] == "lamp")
      #expect(chair.status == .created && chair.headers[.eTag] != nil)
      #expect(chair.body.isEmpty == (preference != "return=representation"))
    }
  }

  @Test func `the tests of refusals cover the whole catalogue of Cosmos DB`() {
    #expect(CosmosRefusalRow.all.map(\.fault.name) == Fault.cosmos.map(\.name))
    #expect(Set(Fault.cosmos.map(\.name)).count == Fault.cosmos.count)
  }

  @Test(arguments: Fault.cosmos)
  func `each refusal of Cosmos DB names its source`(_ fault: Fault) {
    #expect(!fault.source.isEmpty)
  }

  @Test func `a missing document is refused in the recorded words`() {
    var account = CosmosAccount.shop()
    let response = account.send(
      CosmosAccount.goods(
        .get, "nope", body: nil, [.msActivityID: "57cdb05a-8980-4872-9141-28ffa3c931a6"]))
    #expect(
      response.text
        == #"{"code":"NotFound","message":"Entity with the specified id does not exist in the "#
        + #"system. More info: https://aka.ms/cosmosdb-tsg-not-found, \r\nActivityId: "#
        + #"57cdb05a-8980-4872-9141-28ffa3c931a6, Microsoft.Azure.Documents.Common/2.14.0"}"#)
    #expect(response.headers[.msSessionToken] == "0:-1#2")
    #expect(response.headers[.msSubstatus] == nil)
  }

  @Test func `a wrong signature is refused with the signed text and the first difference`() {
    var account = CosmosAccount.shop()
    var request = CosmosAccount.goods(.get, "lamp")
      .signed(with: .wellKnown, milliseconds: account.moment.milliseconds)
    request.target = "/dbs/shop/colls/goods/docs/other"
    let response = account.send(request)
    #expect(response.status == .unauthorized)
    #expect(
      response.json?["message"]?.string?.contains(
        "payload to sign: 'get\ndocs\ndbs/shop/colls/goods/docs/other\n"
          + "fri, 20 sep 2019 10:11:12 gmt\n\n'") == true)
    #expect(
      response.headers[.ghostlightReason]?.contains("the first difference is at byte") == true)
  }
}
