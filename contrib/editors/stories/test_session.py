"""A session begins, is asked, and ends."""
import asyncio
import os

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities


@pytest_lsp.fixture(config=ClientServerConfig(server_command=["vitrine", "lsp"], server_env=dict(os.environ)))
async def client(lsp_client: LanguageClient):
    yield lsp_client


def session(catalogue, **options):
    folders = [types.WorkspaceFolder(uri=catalogue.as_uri(), name="catalogue")]
    return types.InitializeParams(
        capabilities=client_capabilities("visual-studio-code"), workspace_folders=folders, initialization_options=options or None)


@pytest.mark.asyncio
async def test_an_editor_may_ask_for_the_findings(client, catalogue):
    name = "recipes/gold-trim.yaml"
    (catalogue / name).write_text("name: Gold\nfoo: 1\n")
    result = await client.initialize_session(session(catalogue, diagnostics="pull"))
    assert result.capabilities.diagnostic_provider.workspace_diagnostics
    uri = (catalogue / name).as_uri()
    one = await client.text_document_diagnostic_async(types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri)))
    rules = [found.code for found in one.items]
    assert "unknown-field" in rules
    all_ = await client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams(previous_result_ids=[]))
    assert {item.uri: [found.code for found in item.items] for item in all_.items}[uri] == rules
    assert client.diagnostics == {}
    await client.shutdown_session()
    assert await asyncio.wait_for(client._server.wait(), 30) == 0


@pytest.mark.asyncio
async def test_a_server_ends_when_its_editor_is_gone(client, catalogue):
    await client.initialize_session(session(catalogue))
    client._server.stdin.close()
    assert await asyncio.wait_for(client._server.wait(), 30) == 1
