"""A person writes: what is underlined, what is offered, what is corrected, and what is on the disk in the end."""
import pytest
from lsprotocol import types

CAPTAIN = "minis/40k/ultramarines/captain.yaml"
UNITS = ("😀", "é", "plain")


@pytest.mark.asyncio
async def test_a_fault_is_underlined_while_it_is_typed_and_fixed_by_what_is_offered(editor):
    editor.open(CAPTAIN)
    await editor.shows(CAPTAIN)
    editor.type(CAPTAIN, "miniature_type:", "miniatur_type:")
    await editor.shows(CAPTAIN, ("unknown-field", "miniatur_type"))
    found = next(found for found in editor.client.diagnostics[editor.uri(CAPTAIN)] if found.code == "unknown-field")
    assert found.source == "vitrine" and found.severity == types.DiagnosticSeverity.Error
    actions = await editor.actions(CAPTAIN, "miniatur_type")
    editor.apply(next(action for title, action in actions.items() if "'miniature_type'" in title).edit)
    assert "\nminiature_type: character\n" in editor.buffers[CAPTAIN]
    await editor.shows(CAPTAIN)
    editor.save(CAPTAIN)
    assert CAPTAIN not in editor.check(CAPTAIN)


@pytest.mark.asyncio
@pytest.mark.parametrize("before", UNITS)
async def test_what_is_underlined_stands_behind_any_character(editor, before):
    editor.open(CAPTAIN)
    editor.type(CAPTAIN, "recipes: [macragge-blue, gold-trim]", 'recipes: [macragge-blue, "%s", gold-trim, gold-trin]' % before)
    await editor.shows(CAPTAIN, ("dangling-reference", '"%s"' % before), ("dangling-reference", "gold-trin"))
    editor.type(CAPTAIN, '"%s", ' % before, "")
    await editor.shows(CAPTAIN, ("dangling-reference", "gold-trin"))
    actions = await editor.actions(CAPTAIN, "gold-tr|in")
    assert any("gold-trim" in title for title in actions), list(actions)


@pytest.mark.asyncio
async def test_a_new_record_is_written_by_what_is_completed(editor):
    name = "recipes/white-robes.yaml"
    editor.open(name, "")
    await editor.shows(name, ("empty-file", ""))
    for word in ("name: White Robes", "miniature_type"):
        label = word.split(":")[0]
        found = await editor.client.text_document_completion_async(types.CompletionParams(
            editor.document(name), editor.position(editor.buffers[name], len(editor.buffers[name]))))
        items = sorted(found.items, key=lambda item: item.sort_text or item.label)
        item = next(item for item in items if item.label == label)
        if label == "name":
            assert items[0].label == label, "what is required comes first"
        assert item.documentation, "what a key means is said beside it"
        edit = item.text_edit
        text = edit.new_text.replace("$0", "").replace("${1}", "").replace("$1", "")
        span = edit.range if isinstance(edit, types.TextEdit) else edit.replace
        editor.change(name, [types.TextEdit(span, text)])
        rest = word[len(label):] or ": troop"
        end = editor.position(editor.buffers[name], len(editor.buffers[name]))
        editor.change(name, [types.TextEdit(types.Range(end, end), rest.lstrip(": ") + "\n" if text.endswith(": ") else rest + "\n")])
    assert editor.buffers[name] == "name: White Robes\nminiature_type: troop\n"
    await editor.shows(name)
    editor.save(name)
    editor.open(CAPTAIN)
    editor.type(CAPTAIN, "gold-trim]", "gold-trim, White]")
    found = await editor.client.text_document_completion_async(types.CompletionParams(**editor.at(CAPTAIN, ", White|]")))
    item = next(item for item in found.items if item.label == "White Robes")
    editor.change(CAPTAIN, [types.TextEdit(item.text_edit.range, item.text_edit.new_text)])
    assert "recipes: [macragge-blue, gold-trim, white-robes]" in editor.buffers[CAPTAIN]
    await editor.shows(CAPTAIN)


@pytest.mark.asyncio
async def test_all_that_is_safe_is_fixed_on_save(editor):
    name = "games/retro/doom.yaml"
    editor.open(name)
    await editor.shows(name)
    text = editor.buffers[name]
    status = text.split("status: ")[1].split("\n")[0]
    editor.type(name, "status: " + status, "status: " + status.capitalize())
    await editor.shows(name, ("enum", status.capitalize()))
    actions = await editor.actions(name, "status", only=["source.fixAll"])
    assert [action.kind for action in actions.values()] == ["source.fixAll.vitrine"]
    editor.apply(list(actions.values())[0].edit)
    assert editor.buffers[name] == text
    await editor.shows(name)


@pytest.mark.asyncio
async def test_a_text_that_is_not_saved_counts_in_other_files_of_the_same_editor(editor):
    doom, other = "games/retro/doom.yaml", "games/nier-automata.yaml"
    editor.open(doom)
    editor.open(other)
    await editor.shows(doom)
    before = editor.buffers[other]
    editor.change(other, [types.TextEdit(editor.whole(other), editor.buffers[doom])])
    found = await editor.until(doom, "duplicate-key")
    related = next(each for each in found if each.code == "duplicate-key").related_information
    assert related is None or [editor.name(each.location.uri) for each in related] == [other]
    editor.change(other, [types.TextEdit(editor.whole(other), before)])
    await editor.shows(doom)
    assert "duplicate-key" not in editor.check()


@pytest.mark.asyncio
async def test_a_text_is_tidied_when_it_is_formatted(editor):
    editor.open(CAPTAIN)
    before = editor.buffers[CAPTAIN]
    editor.change(CAPTAIN, [types.TextEdit(editor.whole(CAPTAIN), before.replace("character\n", "character   \n"))])
    edits = await editor.client.text_document_formatting_async(types.DocumentFormattingParams(
        editor.document(CAPTAIN), types.FormattingOptions(tab_size=2, insert_spaces=True)))
    editor.change(CAPTAIN, edits)
    assert editor.buffers[CAPTAIN] == before


@pytest.mark.asyncio
async def test_a_view_and_the_manifest_are_completed_and_checked(editor):
    view = "views/backlog.view.yaml"
    editor.open(view)
    await editor.shows(view)
    editor.type(view, "query: status:wishlist", "query: statu")
    found = await editor.client.text_document_completion_async(types.CompletionParams(**editor.at(view, "statu|\n")))
    item = next(item for item in found.items if item.label.startswith("status"))
    editor.change(view, [types.TextEdit(item.text_edit.range, item.text_edit.new_text)])
    assert "query: status" in editor.buffers[view]
    editor.open("vitrine.yaml")
    editor.type("vitrine.yaml", "photo-orphan: warning", "photo-orphn: warning")
    await editor.until("vitrine.yaml")
    assert [words for _, words in editor.findings("vitrine.yaml")] == ["photo-orphn"]
