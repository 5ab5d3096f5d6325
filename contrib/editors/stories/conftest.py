"""What the stories have in common: a catalogue of one's own, `vitrine lsp` in it, and an editor that shows texts and makes the edits that it is given.

The client is pytest-lsp: it reads what the server says by the types of the protocol, and holds it to what each editor says that it can do.
"""
import asyncio
import os
import shutil
import subprocess
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "collection"


class Editor:
    """An editor: texts in buffers, places in them as `line|rest`, and edits made as the protocol says. Columns are counted in UTF-16."""

    def __init__(self, client, folder):
        self.client, self.folder = client, folder
        self.buffers, self.versions = {}, {}

    @property
    def makes_files(self):
        """Whether this editor makes and renames files when it is asked to."""
        edits = self.client.capabilities.workspace.workspace_edit
        return types.ResourceOperationKind.Rename in (edits and edits.resource_operations or [])

    def uri(self, name):
        return (self.folder / name).as_uri()

    def name(self, uri):
        return str(Path(unquote(urlsplit(uri).path)).relative_to(self.folder))

    def document(self, name):
        return types.TextDocumentIdentifier(uri=self.uri(name))

    def open(self, name, text=None):
        self.buffers[name] = (self.folder / name).read_text() if text is None else text
        self.versions[name] = 1
        item = types.TextDocumentItem(uri=self.uri(name), language_id="yaml", version=1, text=self.buffers[name])
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))

    def close(self, name):
        del self.buffers[name]
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(text_document=self.document(name)))

    def save(self, name):
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(self.buffers[name])
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(text_document=self.document(name)))

    def place(self, name, words):
        """The place of the `|` in words that stand in a buffer; without one, their beginning."""
        before, _, after = words.partition("|")
        index = self.buffers[name].index(before + after) + (len(before) if "|" in words else 0)
        return self.position(self.buffers[name], index)

    def at(self, name, words):
        return {"text_document": self.document(name), "position": self.place(name, words)}

    def whole(self, name):
        return types.Range(types.Position(0, 0), self.position(self.buffers[name], len(self.buffers[name])))

    def type(self, name, words, new):
        """Types in the place of words of a buffer: the change goes to the server as a range."""
        start = self.buffers[name].index(words)
        span = types.Range(self.position(self.buffers[name], start), self.position(self.buffers[name], start + len(words)))
        self.change(name, [types.TextEdit(span, new)])

    def change(self, name, edits):
        """Makes edits in a buffer, the last first, so that places of the others hold; a file that is not open is changed where it lies."""
        edits = sorted(edits, key=lambda edit: (edit.range.start.line, edit.range.start.character), reverse=True)
        text = self.buffers[name] if name in self.buffers else (self.folder / name).read_text()
        for edit in edits:
            start, end = self.index(text, edit.range.start), self.index(text, edit.range.end)
            text = text[:start] + edit.new_text + text[end:]
        if name not in self.buffers:
            (self.folder / name).write_text(text)
            return
        self.buffers[name] = text
        self.versions[name] += 1
        changes = [types.TextDocumentContentChangePartial(range=edit.range, text=edit.new_text) for edit in edits]
        document = types.VersionedTextDocumentIdentifier(uri=self.uri(name), version=self.versions[name])
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(text_document=document, content_changes=changes))

    def apply(self, edit):
        """Makes a workspace edit."""
        for uri, edits in (edit.changes or {}).items():
            self.change(self.name(uri), edits)
        assert edit.changes or edit.document_changes, "nothing to change"
        for change in edit.document_changes or []:
            if isinstance(change, types.CreateFile):
                path = self.folder / self.name(change.uri)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.touch()
            elif isinstance(change, types.DeleteFile):
                (self.folder / self.name(change.uri)).unlink()
            elif isinstance(change, types.RenameFile):
                self.rename(self.name(change.old_uri), self.name(change.new_uri))
            else:
                name = self.name(change.text_document.uri)
                if change.text_document.version is not None:
                    assert change.text_document.version == self.versions[name]
                self.change(name, change.edits)

    def rename(self, old, new):
        (self.folder / new).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / old).rename(self.folder / new)
        if old in self.buffers:
            text = self.buffers[old]
            self.close(old)
            self.open(new, text)

    def words(self, name, span):
        """What stands in a range of a buffer."""
        text = self.buffers[name]
        return text[self.index(text, span.start):self.index(text, span.end)]

    @staticmethod
    def position(text, index):
        line = text.count("\n", 0, index)
        before = text[text.rfind("\n", 0, index) + 1:index]
        return types.Position(line, len(before.encode("utf-16-le")) // 2)

    @staticmethod
    def index(text, position):
        lines = text.splitlines(keepends=True)
        before, line = lines[:position.line], (lines + [""] * (position.line + 1))[position.line]
        units = line.encode("utf-16-le")[:position.character * 2]
        return sum(map(len, before)) + len(units.decode("utf-16-le"))

    def findings(self, name):
        """What is underlined: rule and words."""
        return sorted((found.code, self.words(name, found.range)) for found in self.client.diagnostics.get(self.uri(name), []))

    async def shows(self, name, *expected):
        """Waits until exactly these findings are shown."""
        for _ in range(1500):
            if self.findings(name) == sorted(expected):
                return
            await asyncio.sleep(0.02)
        assert self.findings(name) == sorted(expected)

    async def until(self, name, rule=None):
        """Waits until a file has a finding, or one of a rule, and gives what it has."""
        for _ in range(1500):
            found = self.client.diagnostics.get(self.uri(name), [])
            if any(rule in (None, each.code) for each in found):
                return found
            await asyncio.sleep(0.02)
        raise AssertionError("no %s in %s" % (rule or "finding", name))

    async def actions(self, name, words, only=None):
        """What the editor offers at a place, by title."""
        place = self.place(name, words)
        here = [found for found in self.client.diagnostics.get(self.uri(name), []) if found.range.start <= place <= found.range.end]
        context = types.CodeActionContext(diagnostics=here, only=only)
        params = types.CodeActionParams(self.document(name), types.Range(place, place), context)
        return {action.title: action for action in await self.client.text_document_code_action_async(params) or []}

    def check(self, *words):
        """What `vitrine check` prints of the files as they were saved."""
        program = subprocess.run(["vitrine", "check", "--no-daemon", "--format", "short", *words], cwd=self.folder, capture_output=True, text=True)
        return program.stdout


@pytest.fixture
def catalogue(tmp_path):
    folder = tmp_path.resolve() / "catalogue"
    shutil.copytree(EXAMPLE, folder)
    return folder


@pytest_lsp.fixture(
    params=["visual-studio-code", "neovim@0.11.0", "emacs"],
    config=ClientServerConfig(server_command=["vitrine", "lsp"], server_env=dict(os.environ)),
)
async def session(lsp_client: LanguageClient, catalogue, request):
    capabilities = client_capabilities(request.param)
    capabilities.general = types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind.Utf16])
    folders = [types.WorkspaceFolder(uri=catalogue.as_uri(), name="catalogue")]
    lsp_client.session = await lsp_client.initialize_session(
        types.InitializeParams(capabilities=capabilities, workspace_folders=folders, process_id=os.getpid()))
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def editor(session, catalogue):
    return Editor(session, catalogue)
