import Ghostlight
import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import HTTPTypes

/// Serves the files in a folder, which are the web pages of a vendor's customers.
///
/// It serves only regular files whose real path is below the folder, and no file or folder whose
/// name begins with a dot. A symbolic link may lead to another file in the folder. A folder serves
/// its `index.html`, and is never listed. Files are read on the server's threads for long work, a
/// piece at a time.
struct StaticFolder: Sendable {
  /// The maximum number of bytes of a body in memory.
  private static let pieceBytes = 64 << 10

  private let path: String

  init(_ path: String) { self.path = path }

  /// Returns a responder that serves the files, and passes the requests for which `isForPage`
  /// returns `false` to `responder`.
  func serving(
    _ responder: Responder, where isForPage: @escaping @Sendable (Request) -> Bool
  ) -> Responder {
    Responder(name: responder.name, streamsBodies: responder.streamsBodies) {
      [self, ask = responder.ask] request, rest in
      let inner = NamespaceAddress.unwrapped(request)?.inner ?? request
      guard isForPage(inner) else { return ask(request, rest) }
      return .deferred(
        DeferredResponse { executor, completion in
          let isTaken = executor.execute(for: "pages") { completion(response(to: inner)) }
          if !isTaken {
            completion(Self.refusal(.serviceUnavailable, "too much work waits already"))
          }
        })
    }
  }

  /// Returns the response to a request for a file, whose body is a stream if the file is long.
  func response(to request: Request) -> Response {
    do throws(Failure) {
      return try response(to: request, with: try file(at: request.target))
    } catch {
      switch error {
      case .refused(let status, let reason): return Self.refusal(status, reason)
      case .isFolder:
        // Relative links in the folder's page need the slash.
        let query = request.target.rawQuery.map { "?" + $0 } ?? ""
        return Response(.found, headers: [.location: request.target.rawPath + "/" + query])
      }
    }
  }

  private func response(
    to request: Request, with file: (path: String, status: FileStatus)
  ) throws(Failure) -> Response {
    let tag = file.status.entityTag
    var response = Response(.ok, headers: [.eTag: tag, .cacheControl: "no-cache"])
    if let known = request.headers[.ifNoneMatch], known == "*" || known.contains(tag) {
      response.status = .notModified
      return response
    }
    response.headers[.contentType] = Self.mediaType(of: file.path)
    guard request.method != .head else {
      response.headers[.contentLength] = String(file.status.bytes)
      return response
    }
    do throws(SystemError) {
      let reader = try FileReader(file.path)
      response.body = try reader.read(upTo: Self.pieceBytes)
      let rest = file.status.bytes - response.body.count
      if rest > 0 {
        response.headers[.contentLength] = String(file.status.bytes)
        response.stream = BodyStream(Rest(reader: reader, bytes: rest))
      }
      return response
    } catch {
      throw .refused(.forbidden, "cannot read \(request.target.rawPath): \(error)")
    }
  }

  private static func refusal(_ status: HTTPResponse.Status, _ reason: String) -> Response {
    var response = Response.json(status, ["error": .string(reason)])
    response.headers[.ghostlightReason] = HeaderText.print(reason)
    return response
  }

  /// The part of a file after its beginning.
  private struct Rest: BodySource {
    let reader: FileReader
    var bytes: Int

    mutating func next() throws(BodyInterruption) -> [UInt8]? {
      guard bytes > 0 else { return nil }
      do throws(SystemError) {
        let piece = try reader.read(upTo: min(bytes, StaticFolder.pieceBytes))
        bytes -= piece.count
        if !piece.isEmpty { return piece }
      } catch {
        throw BodyInterruption("cannot read the file: \(error)")
      }
      throw BodyInterruption("the file became shorter")
    }
  }
}

/// The paths of files.
extension StaticFolder {
  private enum Failure: Error {
    case refused(HTTPResponse.Status, String)
    /// The path is that of a folder, but does not end with a slash.
    case isFolder
  }

  /// Returns the real path and the status of the regular file that a target names.
  ///
  /// The file is opened later. Only a person who can change the folder could replace the file in the
  /// meantime, and that person decides anyway what the folder contains.
  private func file(
    at target: RequestTarget
  ) throws(Failure) -> (path: String, status: FileStatus) {
    var names = try names(in: target)
    let endsWithSlash = names.last == ""
    if endsWithSlash { names.removeLast() }
    let (path, status) = try realFile(names)
    guard status.isFolder else {
      // The status of a pipe or a device is checked before it is opened, because that may wait.
      guard status.isRegular, !endsWithSlash else { throw Self.missing(names) }
      return (path, status)
    }
    guard endsWithSlash else { throw .isFolder }
    names.append("index.html")
    let index = try realFile(names)
    guard index.status.isRegular else { throw Self.missing(names) }
    return index
  }

  /// Returns the decoded parts of a path; the last part is empty if the path ends with a slash.
  private func names(in target: RequestTarget) throws(Failure) -> [String] {
    let parts = target.rawPath.split(separator: "/", omittingEmptySubsequences: false)
    var names: [String] = []
    for (position, part) in parts.enumerated().dropFirst() {
      let isLast = position == parts.count - 1
      guard let name = PercentEncoding.decode(String(part)), !name.isEmpty || isLast,
        name.utf8.first != UInt8(ascii: "."),
        !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
      else {
        throw .refused(
          .notFound,
          "\(target.rawPath) is not the path of a file: a part is empty, begins with a dot, or "
            + "contains an escaped slash or NUL")
      }
      names.append(name)
    }
    guard parts.first == "", !names.isEmpty else {
      throw .refused(.notFound, "\(target.rawPath) is not the path of a file")
    }
    return names
  }

  private func realFile(
    _ names: [String]
  ) throws(Failure) -> (path: String, status: FileStatus) {
    guard let root = FileStatus.realPath(path),
      let real = FileStatus.realPath(([path] + names).joined(separator: "/")),
      let status = FileStatus(real)
    else { throw Self.missing(names) }
    // Names are compared bytewise, because file systems can have names that are only canonically
    // equivalent.
    let base = Array((root == "/" ? root : root + "/").utf8)
    guard real.utf8.starts(with: base) || real.utf8.elementsEqual(root.utf8) else {
      throw .refused(
        .notFound, "\(names.joined(separator: "/")) is a link out of the folder of \"static\"")
    }
    let inner = real.utf8.dropFirst(base.count).split(separator: UInt8(ascii: "/"))
    guard !inner.contains(where: { $0.first == UInt8(ascii: ".") }) else {
      throw .refused(.notFound, "\(names.joined(separator: "/")) is a link to a hidden file")
    }
    return (real, status)
  }

  private static func missing(_ names: [String]) -> Failure {
    .refused(
      .notFound, "the folder of \"static\" has no file \(names.joined(separator: "/"))")
  }
}

/// The media types of files.
extension StaticFolder {
  private static func mediaType(of path: String) -> String {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    let parts = name.split(separator: UInt8(ascii: "."))
    guard parts.count > 1, let last = parts.last else { return "application/octet-stream" }
    let suffix = String(decoding: last, as: UTF8.self).lowercased()
    return mediaTypes[suffix] ?? "application/octet-stream"
  }

  private static let mediaTypes = [
    "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8", "txt": "text/plain; charset=utf-8",
    "md": "text/markdown; charset=utf-8", "csv": "text/csv; charset=utf-8",
    "appcache": "text/cache-manifest; charset=utf-8", "json": "application/json",
    "map": "application/json", "webmanifest": "application/manifest+json",
    "webapp": "application/x-web-app-manifest+json", "xml": "application/xml",
    "pdf": "application/pdf", "zip": "application/zip", "wasm": "application/wasm",
    "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
    "gif": "image/gif", "webp": "image/webp", "ico": "image/x-icon", "woff": "font/woff",
    "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
    "eot": "application/vnd.ms-fontobject", "mp3": "audio/mpeg", "m4a": "audio/mp4",
    "ogg": "audio/ogg", "wav": "audio/wav", "mp4": "video/mp4", "webm": "video/webm",
  ]
}
