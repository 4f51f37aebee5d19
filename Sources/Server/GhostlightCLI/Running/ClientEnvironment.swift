import ArgumentParser
import Ghostlight
import GhostlightRecording
import GhostlightServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The environment variables that make clients use a proxy and trust its certificate.
///
/// - Source: the manuals of curl, OpenSSL, Python's requests, git, Node.js and Java on environment
///   variables; each was tried.
struct ClientEnvironment {
  /// The values, keyed by the names of the environment variables.
  let variables: [String: String]
  private let folder: PrivateFolder

  /// The paths where operating systems store the trusted certificates.
  private static let systemBundles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
  ]

  /// The hosts that clients reach without the proxy.
  private static let direct = ["localhost", "127.0.0.1", "::1"]

  /// Writes the certificate files and scripts for clients to a private folder.
  ///
  /// - Throws: `ExitCode` 1, after printing one line, if that fails.
  init(of proxy: RunningProxy) throws {
    let inherited = ProcessInfo.processInfo.environment
    let url = ServerAddress.reachable(proxy.url)
    guard let ours = try? String(contentsOfFile: proxy.certificateFile, encoding: .utf8),
      let components = URLComponents(string: url), let host = components.host,
      let port = components.port
    else {
      Terminal.complain("cannot read \(proxy.certificateFile): check its permissions")
      throw ExitCode.failure
    }
    let roots = Self.first(of: [inherited["SSL_CERT_FILE"]] + Self.systemBundles) + "\n" + ours
    let extra = Self.first(of: [inherited["NODE_EXTRA_CA_CERTS"]]) + "\n" + ours
    let store = JavaTrustStore.bytes(
      ofPEM: roots, nowMilliseconds: SystemTime.milliseconds())
    let files = [
      "bundle.pem": Array(roots.utf8), "extra.pem": Array(extra.utf8),
      "truststore.jks": store, "proxy.cjs": Array(NodeProxyScript.text.utf8),
    ]
    let parent = FileManager.default.temporaryDirectory.path
    do throws(SystemError) {
      let created = try PrivateFolder(in: parent)
      folder = created
      do throws(SystemError) {
        for (name, bytes) in files {
          try NewFile.write(bytes, to: "\(created.path)/\(name)", replacing: false)
        }
      } catch {
        created.remove()
        throw error
      }
    } catch {
      Terminal.complain(
        "cannot write to \(parent) (\(error)): check the disk's free space, or set TMPDIR")
      throw ExitCode.failure
    }
    let path = { [folder] (name: String) in "\(folder.path)/\(name)" }
    var variables = [
      "GHOSTLIGHT_PROXY_URL": url, "GHOSTLIGHT_PROXY_CERTIFICATE": proxy.certificateFile,
      "GHOSTLIGHT_PROXY_KEY_HASH": proxy.keyHash,
    ]
    for name in ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"] { variables[name] = url }
    for name in ["no_proxy", "NO_PROXY"] {
      variables[name] = Self.direct.joined(separator: ",")
    }
    for name in ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO"] {
      variables[name] = path("bundle.pem")
    }
    variables["NODE_EXTRA_CA_CERTS"] = path("extra.pem")
    variables["NODE_OPTIONS"] = Self.appended(
      "--require \"\(path("proxy.cjs"))\"", to: inherited["NODE_OPTIONS"])
    variables["JAVA_TOOL_OPTIONS"] = Self.appended(
      [
        "-Dhttp.proxyHost=\(host)", "-Dhttp.proxyPort=\(port)", "-Dhttps.proxyHost=\(host)",
        "-Dhttps.proxyPort=\(port)", "-Dhttp.nonProxyHosts=localhost|127.*|[::1]",
        "-Djavax.net.ssl.trustStore=\(path("truststore.jks"))",
        "-Djavax.net.ssl.trustStoreType=JKS",
        "-Djavax.net.ssl.trustStorePassword=\(JavaTrustStore.password)",
      ].joined(separator: " "), to: inherited["JAVA_TOOL_OPTIONS"])
    self.variables = variables
  }

  func remove() { folder.remove() }

  /// Returns the contents of the first readable file; an empty string if none can be read.
  private static func first(of paths: [String?]) -> String {
    for case let path? in paths {
      if let text = try? String(contentsOfFile: path, encoding: .utf8) { return text }
    }
    return ""
  }

  private static func appended(_ options: String, to inherited: String?) -> String {
    guard let inherited, !inherited.isEmpty else { return options }
    return inherited + " " + options
  }
}

/// A script that Node.js loads before a program, because Node.js does not read proxy variables.
///
/// The script's agents open tunnels through the proxy in `GHOSTLIGHT_PROXY_URL`, for `http`,
/// `https` and `fetch`.
enum NodeProxyScript {
  static let text = #"""
    'use strict';
    const http = require('http'), https = require('https'), tls = require('tls');
    const proxy = new URL(process.env.GHOSTLIGHT_PROXY_URL);
    const isDirect = (host) =>
      !host || /^(localhost|.*\.localhost|127\.[0-9.]+|\[?::1\]?)$/i.test(host);

    function tunnel(host, port, callback) {
      const request = http.request({
        host: proxy.hostname, port: proxy.port, method: 'CONNECT', agent: false,
        path: `${host}:${port}`, headers: { host: `${host}:${port}` },
      });
      request.once('error', callback);
      request.once('connect', (response, socket) => {
        if (response.statusCode === 200) return callback(null, socket);
        socket.destroy();
        const reason = response.headers['x-ghostlight-reason'] || response.statusCode;
        callback(new Error(`${host}:${port}: ${reason}`));
      });
      request.once('response', (response) => {
        response.resume();
        const reason = response.headers['x-ghostlight-reason'] || response.statusCode;
        callback(new Error(`${host}:${port}: ${reason}`));
      });
      request.end();
    }

    function secure(options, socket) {
      const servername = options.servername || options.hostname || options.host;
      return tls.connect({ ...options, path: undefined, socket, servername });
    }

    class PlainAgent extends http.Agent {
      createConnection(options, callback) {
        if (isDirect(options.host)) return super.createConnection(options, callback);
        tunnel(options.host, options.port || 80, callback);
      }
    }

    class SecureAgent extends https.Agent {
      createConnection(options, callback) {
        if (isDirect(options.host)) return super.createConnection(options, callback);
        tunnel(options.host, options.port || 443, (error, socket) =>
          error ? callback(error) : callback(null, secure(options, socket)));
      }
    }

    http.globalAgent = new PlainAgent({ keepAlive: true });
    https.globalAgent = new SecureAgent({ keepAlive: true });

    if (typeof fetch === 'function') {
      // Node defines the dispatcher only when fetch or one of its classes is first used.
      const symbol = Symbol.for('undici.globalDispatcher.1');
      const define = () => {
        const current = globalThis[symbol];
        if (!current) return false;
        const Agent = current.constructor;
        globalThis[symbol] = new Agent({
          connect(options, callback) {
            const host = options.hostname;
            const isSecure = options.protocol === 'https:';
            const port = options.port || (isSecure ? 443 : 80);
            if (isDirect(host)) {
              const socket = isSecure
                ? tls.connect({ host, port, servername: options.servername })
                : require('net').connect({ host, port });
              socket.once(isSecure ? 'secureConnect' : 'connect', () => callback(null, socket));
              socket.once('error', callback);
              return;
            }
            tunnel(host, port, (error, plain) => {
              if (error) return callback(error);
              if (!isSecure) return callback(null, plain);
              const socket = secure({ host, servername: options.servername || host }, plain);
              socket.once('secureConnect', () => callback(null, socket));
              socket.once('error', callback);
            });
          },
        });
        return true;
      };
      if (!define()) {
        try { new Request('http://localhost/'); } catch {}
        define();
      }
    }

    """#
}
