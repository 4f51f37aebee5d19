import Foundation

/// An object that can be checked for completeness.
///
/// Both fields are equal, and the padding has the length that follows from the identifier.
struct Note: Codable, Hashable {
  let identifier: String
  let left: String
  let right: String
  let padding: String

  /// Creates the note of a writer in a round.
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

  /// Returns a state of one of the other vendors that contains the note's identifier.
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
