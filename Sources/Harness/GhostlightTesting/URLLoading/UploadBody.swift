import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The body of an upload task.
///
/// On Linux, Foundation keeps it in the task and does not put it into the request that a URL protocol
/// gets. The task has no accessor for it, so it is read by reflection.
///
/// - Source: swift-corelibs-foundation, `URLSessionTask.swift` (`knownBody`, `_Body`).
struct UploadBody: Sendable {
  /// The body, or `nil` if the task is not an upload task, or Foundation puts its body into the
  /// request.
  private(set) var data: Data?
  /// The reason why the body cannot be read, or `nil`.
  private(set) var problem: String?

  init(of task: URLSessionTask?) {
    #if canImport(FoundationNetworking)
      guard let task = task as? URLSessionUploadTask else { return }
      guard let body = TaskReflection.value("knownBody", of: task) else {
        problem = Self.unreadable("a stream")
        return
      }
      switch Mirror(reflecting: body).children.first?.value {
      case let bytes as DispatchData: data = Data(bytes)
      case let file as URL:
        data = try? Data(contentsOf: file)
        if data == nil { problem = "the file of the upload task cannot be read: \(file.path)" }
      case nil: break
      default: problem = Self.unreadable("a stream")
      }
    #endif
  }

  private static func unreadable(_ source: String) -> String {
    "the body of an upload task from \(source) does not reach a test's services on Linux; send it "
      + "from data or from a file, or as the httpBody of a data task"
  }
}

#if canImport(FoundationNetworking)
  /// Reads properties of a task that have no accessor.
  enum TaskReflection {
    /// Returns the value of a property, unwrapped; `nil` if there is no such property.
    static func value(_ name: String, of task: URLSessionTask) -> Any? {
      var mirror: Mirror? = Mirror(reflecting: task)
      while let current = mirror {
        if let child = current.children.first(where: { $0.label == name }) {
          let optional = Mirror(reflecting: child.value)
          return optional.displayStyle == .optional ? optional.children.first?.value : child.value
        }
        mirror = current.superclassMirror
      }
      return nil
    }
  }
#endif
