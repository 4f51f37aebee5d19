import AppCenter
import AppCenterScenarios
import Foundation
import GhostlightCore
import TestSupport
import Testing

@testable import AppCenterData

@Suite struct `Dictionaries of documents` {
  private static func text(_ dictionary: [AnyHashable: Any]) -> String? {
    guard case .json(let json) = SerializedDocument(dictionary) else { return nil }
    return json.text()
  }

  @Test func `members are sorted, and each kind of value is kept`() {
    #expect(
      Self.text([
        "z": NSNull(), "y": true, "x": 1, "w": 1.5, "v": "s", "u": [1, [true, "a"]] as [Any],
        "t": ["b": 2, "a": ["c": false]] as [AnyHashable: Any], "s": UInt64.max,
        "r": [:] as [String: Any], "q": [] as [Any],
      ])
        == #"{"q":[],"r":{},"s":18446744073709551615,"t":{"a":{"c":false},"b":2},"#
        + #""u":[1,[true,"a"]],"v":"s","w":1.5,"x":1,"y":true,"z":null}"#)
    #expect(Self.text([:]) == "{}")
  }

  @Test func `only string keys and values of JSON are accepted`() {
    #expect(Self.text([1: "a"]) == nil)
    #expect(Self.text(["a": ["b": [2: "c"] as [AnyHashable: Any]]]) == nil)
    #expect(Self.text(["a": Date(timeIntervalSince1970: 0)]) == nil)
    #expect(Self.text(["a": [1, Date(timeIntervalSince1970: 0)] as [Any]]) == nil)
    #expect(Self.text(["a": Data()]) == nil)
    #expect(Self.text(["a": Double.infinity]) == nil)
    #expect(Self.text(["a": [Double.nan]]) == nil)
    #expect(Self.text(["a": 1, "b": Set([1])]) == nil)
  }

  @Test(arguments: [(127, true), (128, false)])
  func `objects nest up to the limit`(_ levels: Int, _ isValid: Bool) {
    var document: [AnyHashable: Any] = ["n": 1]
    for _ in 1..<levels { document = ["d": document] }
    #expect((Self.text(document) != nil) == isValid)
  }

  @Test(arguments: [(126, true), (127, false)])
  func `lists nest up to the limit`(_ levels: Int, _ isValid: Bool) {
    var list: [Any] = [1]
    for _ in 1..<levels { list = [list] }
    #expect((Self.text(["l": list]) != nil) == isValid)
  }

  @Test func `each kind of JSON value is a Foundation value`() throws {
    let json = try JSON.parse(
      #"{"a":null,"b":false,"c":-9223372036854775808,"d":1.5,"e":18446744073709551615,"#
        + #""f":1.50,"g":"s","h":[1,"x",[true]],"i":{"j":{"k":2}},"l":1e400,"m":[]}"#)
    let values = json.dictionary
    #expect(values.count == 11)
    #expect(values["a"] is NSNull)
    #expect(values["b"] as? Bool == false)
    #expect(values["c"] as? Int == .min)
    #expect(values["d"] as? Double == 1.5)
    #expect(values["e"] as? UInt64 == .max)
    #expect(values["f"] as? Double == 1.5)
    #expect(values["g"] as? String == "s")
    let list = values["h"] as? [Any]
    #expect(list?.count == 3)
    #expect(list?[0] as? Int == 1)
    #expect(list?[1] as? String == "x")
    #expect((list?[2] as? [Any])?[0] as? Bool == true)
    let inner = (values["i"] as? [AnyHashable: Any])?["j"] as? [AnyHashable: Any]
    #expect(inner?["k"] as? Int == 2)
    #expect(values["l"] as? Double == .infinity)
    #expect((values["m"] as? [Any])?.isEmpty == true)
    #expect(JSON.array([1]).dictionary.isEmpty)
  }

  @Test func `a record of a response has all its fields`() {
    let json: JSON = [
      "document": ["n": 1], "id": "a", "_ts": 5.9, "_etag": "e", "PartitionKey": "p",
    ]
    let record = DocumentRecord(json)
    #expect([record.partition, record.id, record.eTag] == ["p", "a", "e"])
    #expect(record.document == ["n": 1])
    #expect(record.updated == 5)
    #expect(record.error == nil)
    #expect(!record.isFromDevice)
    let wrapper = MSDocumentWrapper(record, as: User.self)
    #expect(wrapper.jsonValue == #"{"n":1}"#)
    #expect(wrapper.deserializedValue is User)
    #expect([wrapper.partition, wrapper.documentId, wrapper.eTag] == ["p", "a", "e"])
    #expect(wrapper.lastUpdatedDate == Date(timeIntervalSince1970: 5))
    #expect(wrapper.error == nil)
    #expect(!wrapper.fromDeviceCache)
    #expect(MSDocumentWrapper(record, as: nil).deserializedValue == nil)
  }

  @Test func `an error keeps the fields of its record, and is not from the device`() {
    let json: JSON = ["document": 1, "id": "a", "_ts": 5, "_etag": "e", "PartitionKey": "p"]
    var record = DocumentRecord(json)
    #expect([record.partition, record.id, record.eTag] == ["p", "a", "e"])
    #expect(record.document == nil)
    #expect(record.error?.localizedDescription == MSDataError.documentNoObject.localizedDescription)
    record.isFromDevice = true
    let wrapper = MSDocumentWrapper(record, as: User.self)
    #expect(!wrapper.fromDeviceCache)
    #expect(wrapper.deserializedValue == nil)
    #expect(wrapper.error?.code == 102)
    record.error = nil
    #expect(MSDocumentWrapper(record, as: User.self).fromDeviceCache)
  }

  @Test(arguments: ["_ts", "_etag", "id", "PartitionKey"])
  func `a response needs each system property`(_ name: String) {
    var json: JSONObject = [
      "document": [:], "id": "a", "_ts": 5, "_etag": "e", "PartitionKey": "p",
    ]
    #expect(DocumentRecord(.object(json)).error == nil)
    json[name] = nil
    let record = DocumentRecord(.object(json))
    #expect(record.error?.localizedDescription == MSDataError.systemProperties.localizedDescription)
    #expect([record.partition, record.id, record.eTag] == [nil, nil, nil])
  }

  @Test func `metadata and options have the given values`() {
    let metadata = MSDocumentMetadata(partition: "p", documentId: "d", eTag: "e")
    #expect([metadata.partition, metadata.documentId, metadata.eTag] == ["p", "d", "e"])
    let document = MSDictionaryDocument(from: ["a": 1])
    #expect(document.dictionary["a"] as? Int == 1)
    #expect(document.serializeToDictionary()["a"] as? Int == 1)
    #expect(MSWriteOptions(deviceTimeToLive: 0)?.deviceTimeToLive == 0)
    #expect(MSWriteOptions(deviceTimeToLive: -2) == nil)
    #expect(MSBaseOptions.timeToLive(nil) == -1)
    for (given, used) in [(-2, -1), (-1, -1), (0, 0), (1, 1)] {
      let options = MSBaseOptions()
      options.deviceTimeToLive = given
      #expect(MSBaseOptions.timeToLive(options) == used)
    }
  }
}
