import GhostlightCore
import NIOCore

/// The answers that a connection owes, in the order of their requests.
struct AnswerQueue {
  private struct Place {
    let ticket: Int
    let terms: ReplyTerms
    var answer: Answer?
    /// Whether a request only reads whose answer is deferred; `nil` where it is not.
    var isSafe: Bool?
  }

  private var places = CircularBuffer<Place>(initialCapacity: 0)
  private var tickets = 0
  private var deferred = 0
  private var deferredChanges = 0

  /// Nothing is owed.
  var isEmpty: Bool { places.isEmpty }

  /// The number of answers owed.
  var count: Int { places.count }

  /// Keeps the next place; answers its ticket.
  mutating func reserve(_ terms: ReplyTerms) -> Int {
    tickets += 1
    places.append(Place(ticket: tickets, terms: terms))
    return tickets
  }

  /// Keeps the next place for an answer that is there already.
  mutating func append(_ answer: Answer) {
    tickets += 1
    places.append(Place(ticket: tickets, terms: answer.terms, answer: answer))
  }

  /// Notes that an answer is deferred; it `isSafe` where its request only reads.
  mutating func markDeferred(_ ticket: Int, isSafe: Bool) {
    guard let index = index(of: ticket) else { return }
    places[index].isSafe = isSafe
    deferred += 1
    deferredChanges += isSafe ? 0 : 1
  }

  /// Some answer is deferred.
  var hasDeferred: Bool { deferred > 0 }

  /// Whether a request may be begun beside the deferred ones: none may overtake a change, nor a
  /// change anything.
  func admits(isSafe: Bool) -> Bool { deferred == 0 || (isSafe && deferredChanges == 0) }

  /// Fills a place; does nothing where the ticket is void.
  mutating func fill(_ ticket: Int, with response: Response) {
    guard let index = index(of: ticket) else { return }
    places[index].answer = Answer(response: response, terms: places[index].terms)
    guard let isSafe = places[index].isSafe else { return }
    deferred -= 1
    deferredChanges -= isSafe ? 0 : 1
    places[index].isSafe = nil
  }

  /// Takes the first answer off, where it is there.
  mutating func next() -> Answer? {
    guard let answer = places.first?.answer else { return nil }
    places.removeFirst()
    return answer
  }

  /// Voids all tickets.
  mutating func abandon() {
    places.removeAll()
    deferred = 0
    deferredChanges = 0
  }

  private func index(of ticket: Int) -> CircularBuffer<Place>.Index? {
    places.firstIndex { $0.ticket == ticket }
  }
}
