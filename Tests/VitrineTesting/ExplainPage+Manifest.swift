// What the examples of rules' pages have for a manifest.

extension ExplainPage {
  /// The manifest of an example that brings none; see Sources/CStock/explain/README.md.
  package static let manifest = """
    vitrine: 1
    collections:
      - {kind: game, files: "games/**/*.yaml"}
      - {kind: project, files: "minis/**/project.yaml"}
      - {kind: miniature, files: "minis/**/*.yaml"}
      - {kind: recipe, files: "recipes/**/*.yaml"}
      - {kind: memory, files: "memories/**/*.yaml"}
      - {kind: outfit, files: "wardrobe/outfits/**/*.yaml"}
      - {kind: garment, files: "wardrobe/**/*.yaml"}
      - {kind: shot, files: "shots/**/*.yaml"}

    """
}
