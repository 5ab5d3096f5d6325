"""A person renames, moves and deletes: all that names a record follows, and what is not saved is respected."""
import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

CAPTAIN = "minis/40k/ultramarines/captain.yaml"
TRIM = "recipes/gold-trim.yaml"


def naming(folder, word):
    """The files that have a word."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*.yaml") if word in path.read_text()}


@pytest.mark.asyncio
async def test_a_record_gets_another_name_wherever_it_is_named(editor):
    users = naming(editor.folder, "gold-trim")
    editor.open(CAPTAIN)
    editor.type(CAPTAIN, "name: Captain", "name: The Captain")
    where = await editor.client.text_document_prepare_rename_async(types.PrepareRenameParams(**editor.at(CAPTAIN, "gold-tr|im")))
    span = where if isinstance(where, types.Range) else where.range
    assert editor.words(CAPTAIN, span) == "gold-trim"
    params = types.RenameParams(**editor.at(CAPTAIN, "gold-tr|im"), new_name="golden-trim")
    if not editor.makes_files:
        with pytest.raises(JsonRpcException, match="'vitrine mv'"):
            await editor.client.text_document_rename_async(params)
        return
    edit = await editor.client.text_document_rename_async(params)
    editor.apply(edit)
    assert "recipes: [macragge-blue, golden-trim]" in editor.buffers[CAPTAIN] and "The Captain" in editor.buffers[CAPTAIN]
    editor.save(CAPTAIN)
    assert not (editor.folder / TRIM).exists()
    assert naming(editor.folder, "gold-trim") == set() and naming(editor.folder, "golden-trim") == users
    assert editor.check() == ""


@pytest.mark.asyncio
async def test_a_word_that_others_have_too_is_renamed_in_all_of_them(editor):
    name = "games/nier-automata.yaml"
    editor.open(name)
    edit = await editor.client.text_document_rename_async(types.RenameParams(**editor.at(name, "Squar|e Enix"), new_name="Square"))
    users = naming(editor.folder, "Square Enix")
    editor.apply(edit)
    editor.save(name)
    assert naming(editor.folder, "Square Enix") == set()
    assert all("Square" in (editor.folder / user).read_text() for user in users)


@pytest.mark.asyncio
async def test_what_names_a_file_follows_when_the_editor_moves_or_deletes_it(editor):
    editor.open(CAPTAIN)
    move = types.FileRename(editor.uri(TRIM), editor.uri("recipes/trims/gold.yaml"))
    edit = await editor.client.workspace_will_rename_files_async(types.RenameFilesParams([move]))
    editor.apply(edit)
    editor.rename(TRIM, "recipes/trims/gold.yaml")
    await editor.shows(CAPTAIN)
    assert "gold-trim" not in editor.buffers[CAPTAIN]
    blue = "recipes/macragge-blue.yaml"
    edit = await editor.client.workspace_will_delete_files_async(types.DeleteFilesParams([types.FileDelete(editor.uri(blue))]))
    editor.apply(edit)
    (editor.folder / blue).unlink()
    editor.save(CAPTAIN)
    await editor.shows(CAPTAIN)
    assert "macragge-blue" not in editor.buffers[CAPTAIN]
    assert naming(editor.folder, "macragge-blue") == set()


@pytest.mark.asyncio
async def test_the_record_that_a_reference_names_is_made(editor):
    editor.open(CAPTAIN)
    editor.type(CAPTAIN, "gold-trim]", "gold-trim, cloak]")
    await editor.shows(CAPTAIN, ("dangling-reference", "cloak"))
    actions = await editor.actions(CAPTAIN, "clo|ak")
    if not editor.makes_files:
        assert not [title for title in actions if title.startswith("create")]
        return
    title = next(title for title in actions if title.startswith("create") or "new" in title)
    editor.apply(actions[title].edit)
    assert (editor.folder / "recipes/cloak.yaml").is_file()
    await editor.shows(CAPTAIN)
