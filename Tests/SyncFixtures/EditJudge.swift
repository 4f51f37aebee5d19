/// A judge of a test in which several devices edit the objects of one service.
///
/// No edit may be lost without a recorded reason. Every edit changes its object to a value that no
/// other edit has, the token; a removal has a token too. The judge needs each edit, each decision
/// of a merge policy, and the objects of the service after each step:
///
/// ```swift
/// judge.edit("t7", of: "note", on: "a", replacing: "t3")
/// judge.see(["note": "t7"], writtenBy: "a")     // after device a has synchronised
/// judge.decide("server wins", on: "b", drops: "t5")
/// #expect(judge.verdict == [])
/// ```
///
/// An edit is not lost if it reached the service, if a later edit of its device replaced it, or if
/// a decision dropped it.
///
/// A device may overwrite only values that it has seen, or that were dropped by a decision of the
/// device. Changes that are made directly at the service may overwrite any value.
package struct EditJudge: Sendable {
  private struct Edit: Sendable {
    let token: String
    let object: String
    let device: String
    /// The token of the object on the device before the edit.
    let old: String?
    let removes: Bool
    /// Whether the edit has reached the service.
    var hasArrived = false
    /// The later edit on the same device that replaced this edit.
    var successor: String?
    /// The record of the decision that dropped this edit.
    var decision: String?

    var isOpen: Bool { !hasArrived && successor == nil && decision == nil }
  }

  private var edits: [String: Edit] = [:]
  private var order: [String] = []
  /// The tokens of the service's objects, with `nil` for removed objects.
  private var served: [String: String?] = [:]
  /// The tokens that devices may overwrite unseen, by device.
  private var overruled: [String: Set<String>] = [:]
  /// The errors so far: overwritten and unknown values.
  private var faults: [String] = []

  package init() {}

  // MARK: Events

  /// Adds an edit, marked or saved, that the device must send to the service.
  ///
  /// - Parameters:
  ///   - token: The value of the object after the edit, or a unique name for a removal.
  ///   - object: The name of the object.
  ///   - device: The device, or any other name for changes made directly at the service.
  ///   - old: The token of the object on the device before the edit, or `nil` for a new object.
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

  /// Returns the token of a removal that the device has not yet sent, or `nil` if there is none.
  package func openRemoval(of object: String, on device: String) -> String? {
    order.last { token in
      guard let edit = edits[token] else { return false }
      return edit.object == object && edit.device == device && edit.removes && edit.successor == nil
        && edit.decision == nil
    }
  }

  /// Stores that a device has found an object removed, as its own removal of the object asks for.
  package mutating func settleRemoval(of object: String, on device: String) {
    if let token = openRemoval(of: object, on: device) { edits[token]?.hasArrived = true }
  }

  /// Compares all objects of the service with those after the last step.
  ///
  /// - Parameters:
  ///   - objects: The tokens by object, with `nil` for an object that counts as removed.
  ///   - device: The device of the step, if it is one of the devices that edit.
  ///   - removals: The removals by object that the device may still send although a later edit has
  ///     replaced them in the app.
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

  /// Returns whether the device had seen the removal of an object that it creates again.
  private func hasSeenRemoval(_ token: String, _ object: String, _ device: String) -> Bool {
    if ancestors(of: token).contains(where: { edits[$0]?.removes == true }) { return true }
    return (overruled[device] ?? []).contains {
      edits[$0]?.object == object && edits[$0]?.removes == true
    }
  }

  /// Returns the tokens that led to an edit, on any device.
  private func ancestors(of token: String) -> Set<String> {
    var found: Set<String> = []
    var next = edits[token]?.old
    while let token = next, found.insert(token).inserted { next = edits[token]?.old }
    return found
  }

  // MARK: The verdict

  /// The lost edits and the values that were overwritten unseen, at the end of the test.
  package var verdict: [String] {
    faults
      + order.compactMap { token in
        guard let edit = edits[token], edit.isOpen else { return nil }
        if edit.removes, (served[edit.object] ?? nil) == nil { return nil }
        return "\(edit.device) loses \(token) of \(edit.object)"
      }
  }
}
