import Foundation
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import TestSupport
import Testing

@Suite struct `Secrets in hidden places` {
  @Test(arguments: SecretPlace.all)
  func `a hidden secret is redacted, and the lint finds it`(_ place: SecretPlace) throws {
    var random = SeededNumbers(seed: UInt64(place.testDescription.utf8.count))
    for look in SecretLook.allCases {
      let secret = look.secret(&random)
      let recording = Recording([place.exchange(secret)])
      let before = HARDocument(recording)
      let after = HARDocument(Redactor().redact(recording))
      #expect(
        SecretSearch(before).finds(secret) || isUndecoded(before) || place.isNamedOnly,
        "\(look)")
      #expect(RedactionLint().findings(in: .object(before.json)) != [], "\(look)")
      let left = RedactionLint().findings(in: .object(after.json))
      // If the system does not have the library for a coding, the lint reports the undecoded body.
      guard left.map(\.kind) != [.compressed] else {
        #expect(isUndecoded(after))
        continue
      }
      #expect(!SecretSearch(after).finds(secret), "\(look): \(secret)")
      #expect(place.isNamedOnly ? left.map(\.kind) == [.secret] : left == [], "\(look): \(left)")
    }
  }

  private func isUndecoded(_ document: HARDocument) -> Bool {
    document.log.entries.contains { $0.json["_undecoded"] != nil }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `120 secrets in random places are redacted or reported`(_ seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let secrets = (0..<120).map { _ in
      (SecretLook.allCases.randomElement(using: &random) ?? .mixed).secret(&random)
    }
    let places = secrets.map { _ in
      SecretPlace.all.randomElement(using: &random) ?? SecretPlace.all[0]
    }
    let recording = Recording(zip(places, secrets).map { place, secret in place.exchange(secret) })
    let file = HARDocument(Redactor().redact(recording))
    let read = try HARDocument(reading: file.bytes, named: "random.har")
    #expect(read.bytes == file.bytes)
    let named = Set(RedactionLint().findings(in: .object(file.json)).compactMap(\.entry))
    let search = SecretSearch(file)
    for (number, secret) in secrets.enumerated() where search.finds(secret) {
      #expect(named.contains(number), "\(places[number].testDescription): \(secret)")
    }
    // The lint must report only these entries.
    let expected = file.log.entries.indices.filter {
      places[$0].isNamedOnly || file.log.entries[$0].json["_undecoded"] != nil
    }
    #expect(named == Set(expected))
  }

  @Test func `there are 30 observed places, and each place has its own name`() {
    #expect(SecretPlace.observed.count == 30)
    #expect(Set(SecretPlace.all.map(\.testDescription)).count == SecretPlace.all.count)
  }

  @Test(arguments: [
    "<p>The password: lost, and the code=404 of it.</p>",
    "GET /auth/login and /token/refresh answer 200; Basic English is spoken; 'token' is a word",
    "<input type=\"text\" name=\"city\" value=\"Springfield\"><meta name=\"author\" content=\"Ann\">",
    "a,b\n1,\"two; three\"\n",
  ])
  func `text without secrets is not redacted`(_ text: String) {
    for type in ["text/plain", "text/html", "text/csv"] {
      let recording = Recording([
        RecordedExchange(
          Request(.get, "/auth/login?code=404"),
          Response(.ok, headers: [.contentType: type], body: Array(text.utf8)))
      ])
      #expect(Redactor().redact(recording) == recording)
    }
  }
}
