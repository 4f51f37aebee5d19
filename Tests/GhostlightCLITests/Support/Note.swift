import Foundation

/// A test object from which missing or mixed writes can be detected.
///
/// Both fields contain the identifier, and the length of the padding follows from it.
struct Note: Codable, Hashable {
  let identifier: String
  let left: String
  let right: String
  let padding: String

  /// Creates the note with the given number of one writer in one round.
  init(round: Int, writer: Int, number: Int) {
    identifier = "r\(round)-w\(writer)-\(number)"
    left = "\(round * 7_919 + writer * 104_729 + number)"
    right = left
    padding = String(repeating: "x", count: 16 + (round * 31 + writer * 7 + number) % 240)
  }

  private enum CodingKeys: String, CodingKey {
    case identifier = "note_id"
    case left, right, padding
  }

  var json: String {
    #"{"note_id":"\#(identifier)","left":"\#(left)","right":"\#(right)","padding":"\#(padding)"}"#
  }

  /// Returns a provider state of a vendor other than StackMob; it contains the note's identifier.
  func state(_ number: Int) -> String {
    let states = [
      #"{"emulator":"mia","state":"user exists","params":{"email":"\#(identifier)@example.org"}}"#,
      #"{"emulator":"egf2","state":"user exists","params":{"email":"\#(identifier)@example.org"}}"#,
      #"{"emulator":"appcenter","state":"app exists","params":{"secret":"\#(identifier)"}}"#,
      #"""
      {"emulator":"cosmos","state":"document exists","params":{"database":"mbaas",
      "container":"notes","document":{"id":"\#(identifier)","PartitionKey":"a"}}}
      """#,
    ]
    return states[number % states.count]
  }
}
