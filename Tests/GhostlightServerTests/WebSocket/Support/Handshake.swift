/// The example handshake of RFC 6455, section 1.3.
enum Handshake {
  static let request = """
    GET /listen HTTP/1.1\r
    Host: h\r
    Upgrade: websocket\r
    Connection: Upgrade\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
    Sec-WebSocket-Version: 13\r
    \r

    """

  static let answer = """
    HTTP/1.1 101 Switching Protocols\r
    Date: then\r
    Upgrade: websocket\r
    Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
    Connection: Upgrade\r
    \r

    """
}
