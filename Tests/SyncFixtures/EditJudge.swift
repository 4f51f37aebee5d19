/// Judges a play in which several devices edit the objects of one service: no edit may disappear
/// without a reason that can be named.
///
/// Every edit gives its object a value that no other edit has, the token; a removal has a token too.
/// Tell the judge of each edit, of each decision of a merge policy, and of the service's objects
/// after each step:
///
/// ```swift
/// judge.edit("t7", of: "note", on: "a", replacing: "t3")
/// judge.see(["note": "t7"], writtenBy: "a")     // after device a has synchronised
/// judge.decide("server wins", on: "b", drops: "t5")
/// #expect(judge.verdict == [])
/// ```
///
/// An edit is kept if the service had it, if a later edit of its device replaced it, or if a decision
/// names it. A device may overwrite only values that it has seen, or that a decision of its own
/// names. Changes that are made directly at the service may overwrite any value.
package struct EditJudge: Sendable {
  private struct Edit: Sendable {
    let token: String
    let object: String
    let device: String
    /// The token that the object had on the device before.
    let old: String?
    let removes: Bool
    /// Whether the service had it.
    var hasArrived = false
    /// The edit of the same device that replaced it there.
    var successor: String?
    /// The record of the decision that dropped it.
    var decision: String?

    var isOpen: Bool { !hasArrived && successor == nil && decision == nil }
  }

  private var edits: [String: Edit] = [:]
  private var order: [String] = []
  /// The tokens of the service's objects; `nil` of an object that was removed.
  private var served: [String: String?] = [:]
  /// The tokens that devices may overwrite unseen, by device.
  private var overruled: [String: Set<String>] = [:]
  /// The overwritten and unknown values so far.
  private var faults: [String] = []

  package init() {}

  // MARK: Events

  /// Adds an edit, marked or saved, that the device has to bring to the service.
  ///
  /// - Parameters:
  ///   - token: The value that the edit gives the object; a name of its own for a removal.
  ///   - object: The name of the object.
  ///   - device: The device; any other name for changes made directly at the service.
  ///   - old: The token that the object had on the device before; `nil` of a new object.
  ///   - removes: Whether the edit removes the object.
  package mutating func edit(
    _ token: String, of object: String, on device: String, replacing old: String?,
    removes: Bool = false
  ) {
    let edit = Edit(token: token, object: object, device: device, old: old, removes: removes)
    edits[token] = edit
    order.append(token)
    if let old, edits[old]?.device == device { edits[old]?.successor = token }
  }

  /// Adds a decision of a merge policy, by which a device drops a token.
  ///
  /// The token is the device's own if the service wins, and the service's if the device wins.
  package mutating func decide(_ record: String, on device: String, drops token: String) {
    guard edits[token]?.device == device else {
      overruled[device, default: []].insert(token)
      return
    }
    edits[token]?.decision = record
  }

  /// The token of the removal that a device has still to bring to the service; `nil` if there is none.
  package func openRemoval(of object: String, on device: String) -> String? {
    order.last { token in
      guard let edit = edits[token] else { return false }
      return edit.object == object && edit.device == device && edit.removes && edit.successor == nil
        && edit.decision == nil
    }
  }

  /// Compares all objects of the service with those after the last step.
  ///
  /// - Parameters:
  ///   - objects: The tokens by object; `nil` for an object that counts as removed.
  ///   - device: The device that acted in the step, if it was one of those that edit.
  ///   - removals: The removals that the device may still bring to the service although a later edit
  ///     has replaced them in the app, by object.
  package mutating func see(
    _ objects: [String: String?], writtenBy device: String?, removals: [String: String] = [:]
  ) {
    for object in Set(objects.keys).union(served.keys).sorted() {
      let (old, new) = (served[object], objects[object] ?? .some(nil))
      guard old != new else { continue }
      if old == nil, new == .some(nil) { continue }
      served[object] = new
      let removal = device.flatMap { openRemoval(of: object, on: $0) } ?? removals[object]
      arrive(object, (new ?? nil) ?? removal, over: old, by: device)
    }
  }

  private mutating func arrive(
    _ object: String, _ token: String?, over old: String??, by device: String?
  ) {
    guard let token else {
      if let device {
        faults.append("\(device) removes \(object), without an edit that asks for it")
      }
      return
    }
    guard let device else {
      edits[token]?.hasArrived = true
      return
    }
    guard edits[token]?.device == device else {
      return faults.append("\(device) writes \(token) to \(object), which is not its edit")
    }
    edits[token]?.hasArrived = true
    guard let old else { return }
    let isKnown =
      old.map { isSeen($0, by: token, on: device) } ?? hasSeenRemoval(token, object, device)
    if !isKnown {
      faults.append("\(device) overwrites \(old ?? "the removal") of \(object) by \(token), unseen")
    }
  }

  private func isSeen(_ old: String, by token: String, on device: String) -> Bool {
    overruled[device]?.contains(old) == true || ancestors(of: token).contains(old)
  }

  /// Returns whether a device that brings a removed object back knew of the removal.
  private func hasSeenRemoval(_ token: String, _ object: String, _ device: String) -> Bool {
    if ancestors(of: token).contains(where: { edits[$0]?.removes == true }) { return true }
    return (overruled[device] ?? []).contains {
      edits[$0]?.object == object && edits[$0]?.removes == true
    }
  }

  /// The tokens that led to an edit, on whatever device.
  private func ancestors(of token: String) -> Set<String> {
    var found: Set<String> = []
    var next = edits[token]?.old
    while let token = next, found.insert(token).inserted { next = edits[token]?.old }
    return found
  }

  // MARK: The verdict

  /// The edits that are lost, and the values that were overwritten unseen, at the end of a play.
  package var verdict: [String] {
    faults
      + order.compactMap { token in
        guard let edit = edits[token], edit.isOpen else { return nil }
        if edit.removes, (served[edit.object] ?? nil) == nil { return nil }
        return "\(edit.device) loses \(token) of \(edit.object)"
      }
  }
}
