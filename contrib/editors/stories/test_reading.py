"""A person reads and goes about: what is shown beside a text, and where things lead."""
import asyncio

import pytest
from lsprotocol import types

CAPTAIN = "minis/40k/ultramarines/captain.yaml"
TRIM = "recipes/gold-trim.yaml"


@pytest.mark.asyncio
async def test_hovering_shows_the_field_the_record_and_the_rule(editor):
    editor.open(CAPTAIN)

    async def page(words):
        hover = await editor.client.text_document_hover_async(types.HoverParams(**editor.at(CAPTAIN, words)))
        return hover.contents.value, editor.words(CAPTAIN, hover.range)

    text, words = await page("progress_st|atus")
    assert words == "progress_status" and "Progress" in text
    text, words = await page("gold-tr|im")
    assert words == "gold-trim" and "Gold" in text
    editor.type(CAPTAIN, "name:", "naem:")
    await asyncio.sleep(0)
    text, words = await page("na|em")
    assert "unknown-field" in text


@pytest.mark.asyncio
async def test_a_reference_leads_to_its_record_and_back(editor):
    editor.open(CAPTAIN)
    editor.open(TRIM)
    found = await editor.client.text_document_definition_async(types.DefinitionParams(**editor.at(CAPTAIN, "gold-tr|im")))
    found = found[0] if isinstance(found, list) else found
    assert editor.name(found.uri if hasattr(found, "uri") else found.target_uri) == TRIM
    params = types.ReferenceParams(**editor.at(TRIM, "name"), context=types.ReferenceContext(include_declaration=False))
    back = await editor.client.text_document_references_async(params)
    assert CAPTAIN in {editor.name(place.uri) for place in back}
    assert {editor.words(CAPTAIN, place.range) for place in back if editor.name(place.uri) == CAPTAIN} == {"gold-trim"}


@pytest.mark.asyncio
async def test_a_field_leads_to_the_schema_that_declares_it(editor):
    editor.open(CAPTAIN)
    found = await editor.client.text_document_definition_async(types.DefinitionParams(**editor.at(CAPTAIN, "miniature_t|ype")))
    found = found[0] if isinstance(found, list) else found
    path = types.Location(found.uri, found.range).uri.removeprefix("file://")
    line = open(path).read().split("\n")[found.range.start.line]
    assert "miniature" in path and "miniature_type" in line


@pytest.mark.asyncio
async def test_the_outline_has_the_keys_and_what_is_in_them(editor):
    editor.open(CAPTAIN)
    symbols = await editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(editor.document(CAPTAIN)))
    names = [symbol.name for symbol in symbols]
    assert names[:4] == ["name", "miniature_type", "progress_status", "progress_updated"]
    nested = next(symbol for symbol in symbols if symbol.name == "history")
    if isinstance(nested, types.DocumentSymbol):
        assert [child.name for child in nested.children] == ["unpainted", "primed"]
        for symbol in symbols:
            assert editor.words(CAPTAIN, symbol.selection_range) in editor.words(CAPTAIN, symbol.range)


@pytest.mark.asyncio
async def test_records_are_found_by_title_and_by_query(editor):
    async def titles(query):
        found = await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams(query=query))
        return [symbol.name for symbol in found or []]

    assert await titles("gravis") == ["Captain in Gravis Armour"]
    assert "Captain in Gravis Armour" in await titles("progress_status:primed")
    assert "Captain in Gravis Armour" not in await titles("progress_status:detailed")


@pytest.mark.asyncio
async def test_references_and_photos_are_links_to_files_that_are_there(editor):
    name = "shots/2026-05-30/IMG_0201.yaml"
    editor.open(name)
    editor.open(CAPTAIN)
    for each in (name, CAPTAIN):
        links = await editor.client.text_document_document_link_async(types.DocumentLinkParams(editor.document(each)))
        targets = [editor.name(link.target) for link in links if link.target.startswith("file:")]
        assert all((editor.folder / target).is_file() for target in targets)
        assert each != CAPTAIN or {"recipes/macragge-blue.yaml", TRIM} <= set(targets)


@pytest.mark.asyncio
async def test_colours_have_swatches_and_another_one_gets_the_nearest_name(editor):
    name = next(str(path.relative_to(editor.folder)) for path in sorted((editor.folder / "wardrobe").rglob("*.yaml"))
                if "colors: [silver, turquoise]" in path.read_text())
    editor.open(name)
    found = await editor.client.text_document_document_color_async(types.DocumentColorParams(editor.document(name)))
    assert [editor.words(name, each.range) for each in found] == ["silver", "turquoise"]
    silver = found[0].color
    assert abs(silver.red - silver.blue) < 0.1 and 0.5 < silver.red < 0.95
    wanted = types.ColorPresentationParams(editor.document(name), types.Color(1.0, 1.0, 1.0, 1.0), found[0].range)
    presentations = await editor.client.text_document_color_presentation_async(wanted)
    assert presentations[0].label == "white"
    editor.change(name, [presentations[0].text_edit])
    assert "colors: [white, turquoise]" in editor.buffers[name]


@pytest.mark.asyncio
async def test_titles_and_weekdays_stand_behind_values_and_counts_above(editor):
    editor.open(CAPTAIN)
    hints = await editor.client.text_document_inlay_hint_async(types.InlayHintParams(editor.document(CAPTAIN), editor.whole(CAPTAIN)))
    labels = {(hint.position.line, hint.label) for hint in hints}
    lines = editor.buffers[CAPTAIN].split("\n")
    assert (lines.index("progress_updated: 2026-11-20T21:15:00+03:00"), "Friday") in labels
    editor.open(TRIM)
    lenses = await editor.client.text_document_code_lens_async(types.CodeLensParams(editor.document(TRIM)))
    assert any(lens.command.title.startswith("used by ") for lens in lenses)


@pytest.mark.asyncio
async def test_maps_and_lists_fold_and_a_selection_grows(editor):
    editor.open(CAPTAIN)
    folds = await editor.client.text_document_folding_range_async(types.FoldingRangeParams(editor.document(CAPTAIN)))
    lines = editor.buffers[CAPTAIN].split("\n")
    assert lines.index("history:") in {fold.start_line for fold in folds}
    params = types.SelectionRangeParams(editor.document(CAPTAIN), [editor.place(CAPTAIN, "pri|med,")])
    [selection] = await editor.client.text_document_selection_range_async(params)
    seen = []
    while selection:
        seen.append(editor.words(CAPTAIN, selection.range))
        selection = selection.parent
    assert seen[0] == "primed" and seen[-1].startswith("name: Captain")
    assert all(inner in outer for inner, outer in zip(seen, seen[1:]))


@pytest.mark.asyncio
async def test_words_are_coloured_by_what_they_are(editor):
    editor.open(CAPTAIN)
    editor.type(CAPTAIN, "name: Captain", "nonsense: 1\nname: Captain")
    legend = editor.client.session.capabilities.semantic_tokens_provider.legend.token_types
    tokens = await editor.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(editor.document(CAPTAIN)))
    line = character = 0
    words = {}
    for step in range(0, len(tokens.data), 5):
        down, right, length, kind, _ = tokens.data[step:step + 5]
        line, character = line + down, right if down else character + right
        span = types.Range(types.Position(line, character), types.Position(line, character + length))
        words.setdefault(editor.words(CAPTAIN, span), legend[kind])
    assert words["miniature_type"] == "property" and words["nonsense"] == "variable"
    assert words["gold-trim"] == "class" and words["character"] == "enumMember"
    assert words["2026-11-20T21:15:00+03:00"] == "number"
