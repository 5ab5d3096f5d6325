// Addresses of IPv4, and those of this machine on private networks.

import Glibc

/// An IPv4 address.
package struct IPv4Address: Sendable, Hashable, CustomStringConvertible {
  /// Its four bytes, in the network's order.
  package let bytes: [UInt8]

  /// As people write it. Source: inet_pton(3).
  package init?(_ text: String) {
    var address = in_addr()
    guard inet_pton(AF_INET, text, &address) == 1 else { return nil }
    self.init(address)
  }

  /// What the system's calls give.
  init(_ address: in_addr) { bytes = withUnsafeBytes(of: address.s_addr) { Array($0) } }

  /// This machine, for itself.
  package static let loopback = IPv4Address(in_addr(s_addr: UInt32(0x7F00_0001).bigEndian))

  /// As people write it.
  package var description: String { bytes.map { String($0) }.joined(separator: ".") }

  /// What the system's calls take.
  var system: in_addr {
    var address = in_addr()
    withUnsafeMutableBytes(of: &address.s_addr) { $0.copyBytes(from: bytes) }
    return address
  }

  /// Whether it is of a network that ends at somebody's own router, or of this machine. Source: RFC 1918, RFC 3927.
  package var isPrivate: Bool {
    switch (bytes[0], bytes[1]) {
    case (10, _), (127, _), (192, 168), (169, 254), (172, 16...31): true
    default: false
    }
  }

  /// The addresses of this machine on private networks that are up, but for those of the machine itself. Source: getifaddrs(3).
  package static func ofThisMachine() -> [IPv4Address] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var found: [IPv4Address] = []
    var next = list
    while let entry = next?.pointee {
      next = entry.ifa_next
      let isUp = entry.ifa_flags & UInt32(IFF_UP) != 0 && entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0
      guard isUp, let address = entry.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET) else { continue }
      let own = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { IPv4Address($0.pointee.sin_addr) }
      if own.isPrivate, !found.contains(own) { found.append(own) }
    }
    return found
  }
}
