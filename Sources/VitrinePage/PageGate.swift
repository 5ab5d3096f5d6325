// The rules that every request to the page meets before anything is done for it. Decision 0048 says why.

import VitrineHTTP

/// Looks at the heads of requests.
///
/// The rules, in their order: a program of the page's own user at the other end, where the system says whose it is; one `Host`, exactly the page's own on the side by which the request came in, so that no name that leads here by way of a resolver is answered (DNS
/// rebinding); an `Origin`, if there is one, that is the page's own; a `Sec-Fetch-Site` of the page's own or of nobody's, but for a person
/// who follows a link to the first page; the session's cookie; and of what writes an `Origin` or a `Sec-Fetch-Site` that says where it comes
/// from, a form's content type, a length and a size.
struct PageGate: Sendable {
  /// The headers that are looked at.
  static let fields = [
    "Host", "Origin", "Sec-Fetch-Site", "Sec-Fetch-Mode", "Sec-Fetch-Dest", "Cookie", "Content-Type", "Content-Length",
    "Accept-Language", "Accept-Encoding", "If-None-Match", "Referer", "Vitrine-Part",
  ]

  /// What a request may do.
  struct Pass: Sendable, Equatable {
    /// Where it comes from.
    var side: PageAccess.Side
    /// Whether it may do everything; else it sees the way in, and nothing of the catalogue.
    var isGuest: Bool
  }

  /// Whose programs are answered.
  let users: Set<UInt32>
  /// The secrets.
  let access: PageAccess
  /// The greatest body. Units: bytes.
  let bodyBytes: Int
  /// The greatest body with files in it. Units: bytes.
  let uploadBytes: Int
  /// The greatest head. Units: bytes.
  let headBytes: Int

  /// The gate of a page on a port of this machine.
  init(_ access: PageAccess, bodyBytes: Int, uploadBytes: Int, headBytes: Int, users: Set<UInt32>) {
    self.users = users
    self.access = access
    self.bodyBytes = bodyBytes
    self.uploadBytes = uploadBytes
    self.headBytes = headBytes
  }

  /// Lets a request in, or says why not. `side` is that of the socket it came by: a client can write any `Host`.
  func pass(_ head: RequestHead, from side: PageAccess.Side) throws(RequestFault) -> Pass {
    if head.size > headBytes { throw RequestFault("the head of the request has more than \(headBytes) bytes", status: 431) }
    // Cookies reach every port of a host: another person's program on this machine may have been handed one. Decision 0071 says why.
    if let peer = head.peer, !users.contains(peer) {
      throw RequestFault("the page answers its own user only", status: 403)
    }
    let named = head.fields["Host"] ?? []
    guard named.count == 1, let host = named.first?.lowercased(), access.knows(host: host, from: side) else {
      throw RequestFault("this is not the address of the page; 'vitrine serve' prints it", status: 421)
    }
    let isWrite = head.method != "GET" && head.method != "HEAD"
    let origins = head.fields["Origin"] ?? []
    guard origins.allSatisfy({ $0 == "\(side.scheme)://\(host)" }) else {
      throw RequestFault("the request comes from another page", status: 403)
    }
    let site = head.field("Sec-Fetch-Site")
    let isOwn = site == nil || site == "same-origin" || (site == "none" && !isWrite)
    guard isOwn || isLinkToStart(head) else { throw RequestFault("the request comes from another page", status: 403) }
    if isWrite { try checkWrite(head, hasOrigin: !origins.isEmpty || site == "same-origin") }
    // Of two lengths one is a lie. Source: RFC 9112, 6.3.
    if head.encoding != nil { throw RequestFault("a body needs its length: Transfer-Encoding is not read", status: 411) }
    if (head.fields["Content-Length"] ?? []).count > 1 { throw RequestFault("there are two lengths of the body") }
    return Pass(side: side, isGuest: access.admits(cookies: head.fields["Cookie"] ?? [], from: side))
  }

  private func checkWrite(_ head: RequestHead, hasOrigin: Bool) throws(RequestFault) {
    guard head.method == "POST" else {
      throw RequestFault("'\(head.method)' is not known here", status: 405, allowed: "GET, HEAD, POST")
    }
    guard hasOrigin else { throw RequestFault("the request does not say which page it comes from", status: 403) }
    if head.encoding != nil { return }
    guard let size = head.bodySize else { throw RequestFault("the request does not say how long its body is", status: 411) }
    let type = (head.field("Content-Type") ?? "").split(separator: ";").first.map { $0.lowercased() } ?? ""
    let most = type == "multipart/form-data" ? uploadBytes : bodyBytes
    guard size <= most else { throw RequestFault("the body has more than \(most) bytes", status: 413) }
    guard ["application/x-www-form-urlencoded", "multipart/form-data"].contains(type) else {
      throw RequestFault("a body of the type '\(type)' is not read here", status: 415)
    }
  }

  /// A person follows a link from another site, or from the file by which `vitrine serve --open` opens a browser: that may show the first page
  /// and the way in, and never acts.
  private func isLinkToStart(_ head: RequestHead) -> Bool {
    head.method == "GET" && (head.target == [UInt8(ascii: "/")] || head.target.starts(with: "/enter?key=".utf8))
      && head.field("Sec-Fetch-Mode") == "navigate"
      && head.field("Sec-Fetch-Dest") == "document"
  }
}

extension Reply {
  /// The reply with the headers that keep the page to itself, which every reply has.
  ///
  /// Source: Content Security Policy Level 3; HTML standard, 7.1 (opener policies); Fetch standard, 3.7 (resource policies).
  ///
  /// - Parameters:
  ///   - usesPosition: whether the page may ask the browser where it is.
  ///   - usesCamera: whether it may ask for the camera.
  func guarded(usesPosition: Bool = false, usesCamera: Bool = false) -> Reply {
    let (camera, position) = (usesCamera ? "(self)" : "()", usesPosition ? "(self)" : "()")
    return with("Content-Security-Policy", Self.policy).with("X-Content-Type-Options", "nosniff").with("X-Frame-Options", "DENY")
      .with("Cross-Origin-Resource-Policy", "same-origin").with("Cross-Origin-Opener-Policy", "same-origin")
      // Not 'no-referrer': with that a browser would send the origin of a form as 'null'.
      .with("Referrer-Policy", "same-origin")
      .with("Permissions-Policy", "camera=\(camera), microphone=(), geolocation=\(position), payment=(), usb=()")
  }

  private static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'", "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'", "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types vitrine",
  ].joined(separator: "; ")
}
