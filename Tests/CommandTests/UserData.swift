// Data of others: tables and lists as they come from elsewhere, for kinds of one's own.

import FoundationEssentials
import VitrineTesting

/// Where the data comes from.
enum UserData: CaseIterable {
  /// Written here.
  case written
  /// From people who have never heard of us.
  case real

  /// The bytes of one file of the test data, or nil, and a word in the list of what was not run, where it is not there.
  private func real(_ path: String, _ what: String) throws -> [UInt8]? {
    Need.corpus(path).isMet(for: "kinds of one's own: \(what)") ? try TestData.bytes(path) : nil
  }

  /// A table of paints: brand, name, code, set and the colour. Some stand in it twice.
  func paints() throws -> [UInt8]? {
    guard self == .written else { return try real("paints/miniature-paints/all-paints.csv", "paints") }
    var lines = ["brand,name,code,set,r,g,b,hex"]
    var random = SplitMix(state: 8)
    for brand in ["Citadel Colour", "Mig", "Scale75", "Vallejo"] {
      for (number, name) in ["Abaddon Black", "Dark Sea", "\"Rust, old\"", "Café", "Bone", "Gore-Red", "Sky 35450", "Zinc'44"]
        .enumerated()
      {
        for set in ["Base", "Layer (2nd Gen)", "Basecoat Air"] {
          let (red, green, blue) = (random.below(256), random.below(256), random.below(256))
          let digits = [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
          let code = number % 3 == 0 ? "" : "\(brand.prefix(1))-\(number)\(set.utf8.count)"
          let line = "\(brand),\(name),\(code),\(set),\(red),\(green),\(blue),#\(digits)"
          lines.append(line)
          if random.below(9) == 0 { lines.append(line) }
        }
      }
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// A list of creatures. One type is a swarm.
  func creatures() throws -> [UInt8]? {
    guard self == .written else { return try real("units/5e-SRD-Monsters.json", "creatures") }
    let types = ["beast", "dragon", "swarm of Tiny beasts", "undead", "fey"]
    let sizes = ["Tiny", "Small", "Medium", "Large", "Huge", "Gargantuan"]
    let challenges = ["0", "0.125", "0.5", "1", "7", "21"]
    let objects = (0..<30).map { number in
      """
      {"index": "creature-\(number)", "name": "Creature \(number)", "size": "\(sizes[number % 6])", "type": "\(types[number % 5])",
       "alignment": "\(number % 2 == 0 ? "lawful good" : "any alignment")", "armor_class": [{"type": "natural", "value": \(10 + number % 12)}],
       "hit_points": \(3 + number * 7), "languages": "\(number % 3 == 0 ? "" : "Common, Deep Speech")", "challenge_rating": \(challenges[number % 6]),
       "strength": \(1 + number), "wisdom": \(30 - number), "speed": {"walk": "30 ft."},
       "special_abilities": [{"name": "Leap", "desc": "It leaps: \(number) times.\\n\\nAnd \\"rests\\"."}], "actions": [{"name": "Bite", "attack_bonus": 4}]}
      """
    }
    return Array(("[" + objects.joined(separator: ",\n") + "]").utf8)
  }

  /// A list of gear, some of which holds other gear, and some of which weighs nothing.
  func gear() throws -> [UInt8]? {
    guard self == .written else { return try real("units/5e-SRD-Equipment.json", "gear") }
    let names = ["backpack", "rope", "torch", "candle", "bell", "crowbar", "bedroll", "mess-kit", "chalk", "lantern"]
    var objects = names.enumerated().map { number, name in
      """
      {"index": "\(name)", "name": "\(name.capitalized)", "equipment_category": {"index": "x", "name": "Adventuring Gear"},
       "cost": {"quantity": \(number * 40), "unit": "\(["cp", "sp", "gp"][number % 3])"}, "weight": \(number % 4 == 3 ? "0" : "\(number).5"),
       "desc": ["Plain.", "It is a \(name)."]}
      """
    }
    for (number, held) in [["backpack", "rope", "torch"], ["backpack", "bell"], ["candle"], ["backpack", "lantern", "chalk"]]
      .enumerated()
    {
      let contents = held.map { "{\"item\": {\"index\": \"\($0)\", \"name\": \"\($0)\"}, \"quantity\": \(number + 1)}" }
      objects.append(
        """
        {"index": "pack-\(number)", "name": "Pack \(number)", "equipment_category": {"index": "x", "name": "Tools"},
         "cost": {"quantity": \(90 + number * 10), "unit": "gp"}, "contents": [\(contents.joined(separator: ", "))]}
        """)
    }
    return Array(("[" + objects.joined(separator: ",\n") + "]").utf8)
  }
}
