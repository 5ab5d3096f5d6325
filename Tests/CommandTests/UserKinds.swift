// Schemas of kinds that are nobody's but these tests', and how data of others becomes records of them.

/// The texts of catalogues with kinds of their own.
enum UserKinds {
  /// The files of a catalogue without records.
  static let texts = [
    "vitrine.yaml": manifest, "schemas/paint.schema.yaml": paint, "schemas/vocabulary/paint-brand.yaml": brand,
    "schemas/creature.schema.yaml": creature, "schemas/gear.schema.yaml": gear,
  ]

  static let manifest = """
    vitrine: 1
    collections:
      - {kind: paint, files: "paints/**/*.yaml", new: "paints/{brand}/{name}.yaml"}
      - {kind: creature, files: "creatures/**/*.yaml", new: "creatures/{type}/{name}.yaml"}
      - {kind: gear, files: "gear/*.yaml", new: "gear/{index}.yaml"}
    """

  static let brand = """
    $schema: https://json-schema.org/draft/2020-12/schema
    title: Brand
    enum: [AK, Acrilex, Army Painter, Citadel Colour, Creature, Folk Art, Golden, Humbrol, Kimera Kolors, Mig, Monument,
      Mr Paint, Pantone, Reaper, Scale75, Tom Color, Vallejo]
    x-vitrine: {aliases: {Citadel: Citadel Colour}}
    """

  static let paint = """
    $schema: https://json-schema.org/draft/2020-12/schema
    title: Paint
    type: object
    required: [brand, name, colour]
    additionalProperties: false
    x-vitrine:
      plural: paints
      display: name
      identity: [brand, name, range, code]
      search: [name, range, code]
      sort: [brand, name]
      columns: [brand, name, range, code, colour]
    properties:
      brand: {$ref: vocabulary/paint-brand.yaml}
      name: {type: string, minLength: 1, x-vitrine: {trimmed: true}}
      range: {type: string, minLength: 1, x-vitrine: {trimmed: true, vocabulary: folded}}
      code: {type: string, minLength: 1, x-vitrine: {trimmed: true}}
      colour: {type: string, pattern: "^#[0-9A-F]{6}$", x-vitrine: {color: true}}
    """

  static let creature = """
    $schema: https://json-schema.org/draft/2020-12/schema
    title: Creature
    type: object
    required: [name, size, type, hit_points, challenge]
    additionalProperties: false
    x-vitrine: {plural: creatures, display: name, identity: [{field: name, fold: alphanumeric}], sort: [name]}
    properties:
      name: {type: string, minLength: 1, x-vitrine: {trimmed: true}}
      size: {enum: [Tiny, Small, Medium, Large, Huge, Gargantuan], x-vitrine: {ordered: true}}
      type:
        enum: [aberration, beast, celestial, construct, dragon, elemental, fey, fiend, giant, humanoid, monstrosity, ooze, plant, undead]
      alignment: {type: string, x-vitrine: {vocabulary: folded}}
      hit_points: {type: integer, minimum: 1}
      challenge: {type: number, minimum: 0, maximum: 30}
      languages: {type: array, items: {type: string, x-vitrine: {vocabulary: folded}}}
      armor_class: {type: array, minItems: 1, items: {type: object, required: [type, value], properties: {value: {type: integer}}}}
      abilities:
        type: object
        additionalProperties: false
        properties: {strength: {$ref: "#/$defs/score"}, wisdom: {$ref: "#/$defs/score"}}
      special_abilities: {type: array, items: {type: object, required: [name, desc]}}
      actions: {type: array, items: {type: object, required: [name]}}
    $defs:
      score: {type: integer, minimum: 1, maximum: 30}
    """

  static let creatureMapping = """
    kind: creature
    fields:
      name: name
      size: size
      type: type
      alignment: alignment
      hit_points: hit_points
      challenge: challenge_rating
      languages: {from: languages, split: ","}
      armor_class: armor_class
      abilities.strength: strength
      abilities.wisdom: wisdom
      special_abilities: special_abilities
      actions: actions
    """

  static let gear = """
    $schema: https://json-schema.org/draft/2020-12/schema
    title: Gear
    type: object
    required: [index, name, cost]
    additionalProperties: false
    x-vitrine: {plural: gear, display: name, identity: [index], sort: [name]}
    properties:
      index: {type: string, pattern: "^[a-z0-9-]+$"}
      name: {type: string, minLength: 1, x-vitrine: {trimmed: true}}
      category: {enum: [Adventuring Gear, Armor, Mounts and Vehicles, Tools, Weapon]}
      cost:
        type: object
        required: [quantity, unit]
        additionalProperties: false
        properties: {quantity: {type: integer, minimum: 0}, unit: {enum: [cp, sp, ep, gp, pp], x-vitrine: {ordered: true}}}
      weight: {type: number, exclusiveMinimum: 0}
      contents:
        type: array
        items:
          type: object
          required: [item, quantity]
          properties:
            quantity: {type: integer, minimum: 1}
            item: {type: object, properties: {index: {type: string, x-vitrine: {reference: gear}}, name: {type: string}}}
      description: {type: array, items: {type: string}}
    """

  static let gearMapping = """
    kind: gear
    fields:
      index: index
      name: name
      category: equipment_category.name
      cost: cost
      weight: weight
      contents: contents
      description: desc
    """
}
