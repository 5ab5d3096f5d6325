// vitrine in VS Code: a client for `vitrine lsp` without a library, so that the folder is the extension. Decision 0050 says why.
'use strict'

const { spawn } = require('child_process')
const vscode = require('vscode')

/** JSON-RPC over the streams of a program. */
class Connection {
  constructor(command, args, cwd, heard, ended) {
    this.waiting = new Map()
    this.lastID = 0
    this.bytes = Buffer.alloc(0)
    this.heard = heard
    this.program = spawn(command, args, { cwd, stdio: ['pipe', 'pipe', 'ignore'] })
    this.program.on('error', error => this.end(ended, error.message))
    this.program.on('exit', code => this.end(ended, `it ended with ${code}`))
    this.program.stdin.on('error', () => {})
    this.program.stdout.on('data', more => this.take(more))
  }

  end(ended, reason) {
    for (const { fail } of this.waiting.values()) fail(new Error(reason))
    this.waiting.clear()
    if (!this.isOver) ended(reason)
    this.isOver = true
  }

  take(more) {
    this.bytes = Buffer.concat([this.bytes, more])
    for (;;) {
      const end = this.bytes.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = Number(/content-length: *(\d+)/i.exec(this.bytes.toString('latin1', 0, end))[1])
      if (this.bytes.length < end + 4 + length) return
      const message = JSON.parse(this.bytes.toString('utf8', end + 4, end + 4 + length))
      this.bytes = this.bytes.subarray(end + 4 + length)
      if (message.method) {
        this.heard(message)
        if (message.id !== undefined) this.send({ id: message.id, result: null })
      } else {
        const { done, fail } = this.waiting.get(message.id) || {}
        this.waiting.delete(message.id)
        if (!done) continue
        if (message.error) fail(new Error(message.error.message))
        else done(message.result)
      }
    }
  }

  send(message) {
    if (this.isOver) return
    const content = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }), 'utf8')
    this.program.stdin.write(`Content-Length: ${content.length}\r\n\r\n`)
    this.program.stdin.write(content)
  }

  request(method, params, token) {
    if (this.isOver) return Promise.resolve(null)
    const id = ++this.lastID
    if (token) token.onCancellationRequested(() => this.send({ method: '$/cancelRequest', params: { id } }))
    return new Promise((done, fail) => {
      this.waiting.set(id, { done, fail })
      this.send({ id, method, params })
    })
  }
}

// MARK: values of the protocol as those of VS Code

const position = at => new vscode.Position(at.line, at.character)
const range = of => new vscode.Range(position(of.start), position(of.end))
const location = of => new vscode.Location(vscode.Uri.parse(of.uri), range(of.range))
const textEdit = edit => new vscode.TextEdit(range(edit.range), edit.newText)
const plain = of => ({ start: { line: of.start.line, character: of.start.character }, end: { line: of.end.line, character: of.end.character } })

function diagnostic(found) {
  const result = new vscode.Diagnostic(range(found.range), found.message, found.severity - 1)
  result.code = found.code
  result.source = found.source
  result.tags = found.tags
  result.relatedInformation = (found.relatedInformation || []).map(
    place => new vscode.DiagnosticRelatedInformation(location(place.location), place.message))
  return result
}

function workspaceEdit(edit) {
  const result = new vscode.WorkspaceEdit()
  for (const change of edit.documentChanges || []) {
    const uri = change.uri && vscode.Uri.parse(change.uri)
    if (change.kind === 'create') result.createFile(uri, { ignoreIfExists: false })
    else if (change.kind === 'delete') result.deleteFile(uri)
    else if (change.kind === 'rename') result.renameFile(vscode.Uri.parse(change.oldUri), vscode.Uri.parse(change.newUri))
    else for (const one of change.edits) result.replace(vscode.Uri.parse(change.textDocument.uri), range(one.range), one.newText)
  }
  return result
}

function symbol(found) {
  const result = new vscode.DocumentSymbol(
    found.name, found.detail || '', found.kind - 1, range(found.range), range(found.selectionRange))
  result.children = (found.children || []).map(symbol)
  return result
}

function completion(found) {
  const item = new vscode.CompletionItem({ label: found.label, description: found.detail }, found.kind - 1)
  item.sortText = found.sortText
  item.filterText = found.filterText
  item.insertText = found.textEdit.newText
  item.range = range(found.textEdit.range)
  if (found.documentation) item.documentation = new vscode.MarkdownString(found.documentation.value)
  return item
}

function selection(found) {
  return new vscode.SelectionRange(range(found.range), found.parent && selection(found.parent))
}

// MARK: the server

let connection

async function activate(context) {
  const folders = vscode.workspace.workspaceFolders || []
  const findings = vscode.languages.createDiagnosticCollection('vitrine')
  const path = vscode.workspace.getConfiguration('vitrine').get('path') || 'vitrine'
  const heard = ({ method, params }) => {
    if (method === 'textDocument/publishDiagnostics') findings.set(vscode.Uri.parse(params.uri), params.diagnostics.map(diagnostic))
    if (method === 'window/showMessage') vscode.window.showWarningMessage(`vitrine: ${params.message}`)
  }
  connection = new Connection(path, ['lsp'], folders[0] && folders[0].uri.fsPath, heard, reason => {
    findings.clear()
    vscode.window.showErrorMessage(`vitrine: '${path} lsp' does not run: ${reason}`)
  })
  const talk = connection
  const answer = await talk.request('initialize', {
    processId: process.pid,
    workspaceFolders: folders.map(folder => ({ uri: folder.uri.toString(), name: folder.name })),
    capabilities: {
      workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] } },
      textDocument: {
        publishDiagnostics: {}, documentSymbol: { hierarchicalDocumentSymbolSupport: true },
        documentLink: { tooltipSupport: true }, hover: { contentFormat: ['markdown'] }, completion: { completionItem: { documentationFormat: ['markdown'] } },
      },
    },
  }).catch(() => null)
  if (!answer) return
  talk.send({ method: 'initialized', params: {} })

  const isOurs = document => document.uri.scheme === 'file' && document.languageId === 'yaml'
  const name = document => ({ uri: document.uri.toString() })
  const opened = document => isOurs(document) && talk.send({
    method: 'textDocument/didOpen',
    params: { textDocument: { ...name(document), languageId: 'yaml', version: document.version, text: document.getText() } },
  })
  const listen = (event, body) => context.subscriptions.push(event(body))
  listen(vscode.workspace.onDidOpenTextDocument, opened)
  listen(vscode.workspace.onDidChangeTextDocument, ({ document, contentChanges }) => {
    if (!isOurs(document) || contentChanges.length === 0) return
    talk.send({
      method: 'textDocument/didChange',
      params: {
        textDocument: { ...name(document), version: document.version },
        contentChanges: contentChanges.map(change => ({ range: plain(change.range), text: change.text })),
      },
    })
  })
  listen(vscode.workspace.onDidSaveTextDocument, document => {
    if (isOurs(document)) talk.send({ method: 'textDocument/didSave', params: { textDocument: name(document) } })
  })
  listen(vscode.workspace.onDidCloseTextDocument, document => {
    if (isOurs(document)) talk.send({ method: 'textDocument/didClose', params: { textDocument: name(document) } })
  })
  listen(vscode.workspace.onDidChangeWorkspaceFolders, ({ added, removed }) => {
    const folder = one => ({ uri: one.uri.toString(), name: one.name })
    talk.send({ method: 'workspace/didChangeWorkspaceFolders', params: { event: { added: added.map(folder), removed: removed.map(folder) } } })
  })
  listen(vscode.workspace.onWillRenameFiles, event => {
    const files = event.files.map(file => ({ oldUri: file.oldUri.toString(), newUri: file.newUri.toString() }))
    event.waitUntil(talk.request('workspace/willRenameFiles', { files }).then(edit => edit && workspaceEdit(edit)))
  })
  vscode.workspace.textDocuments.forEach(opened)

  const about = (method, document, more, token) => talk.request(`textDocument/${method}`, { textDocument: name(document), ...more }, token)
  const at = where => ({ position: { line: where.line, character: where.character } })
  const list = (found, body) => (found || []).map(body)
  const selector = { scheme: 'file', language: 'yaml' }
  const offer = (what, ...rest) => context.subscriptions.push(vscode.languages[`register${what}Provider`](...rest))

  offer('CompletionItem', selector, {
    async provideCompletionItems(document, where, token) {
      const found = await about('completion', document, at(where), token)
      return found && new vscode.CompletionList(found.items.map(completion), found.isIncomplete)
    },
  }, ':', ' ', '-', '"', '/')
  offer('Hover', selector, {
    async provideHover(document, where, token) {
      const found = await about('hover', document, at(where), token)
      return found && new vscode.Hover(new vscode.MarkdownString(found.contents.value), found.range ? range(found.range) : undefined)
    },
  })
  offer('Definition', selector, {
    async provideDefinition(document, where, token) {
      const found = await about('definition', document, at(where), token)
      return found && location(found)
    },
  })
  offer('Reference', selector, {
    async provideReferences(document, where, context, token) {
      return list(await about('references', document, { ...at(where), context }, token), location)
    },
  })
  offer('Rename', selector, {
    async prepareRename(document, where, token) {
      const found = await about('prepareRename', document, at(where), token)
      return { range: range(found.range), placeholder: found.placeholder }
    },
    async provideRenameEdits(document, where, newName, token) {
      return workspaceEdit(await about('rename', document, { ...at(where), newName }, token))
    },
  })
  offer('CodeActions', selector, {
    async provideCodeActions(document, where, context, token) {
      const only = context.only ? { only: [context.only.value] } : {}
      const found = await about('codeAction', document, { range: plain(where), context: { diagnostics: [], ...only } }, token)
      return list(found, action => {
        const result = new vscode.CodeAction(action.title, vscode.CodeActionKind.Empty.append(action.kind))
        result.edit = workspaceEdit(action.edit)
        result.diagnostics = list(action.diagnostics, diagnostic)
        result.isPreferred = action.isPreferred
        return result
      })
    },
  }, { providedCodeActionKinds: ['quickfix', 'source.fixAll.vitrine'].map(kind => vscode.CodeActionKind.Empty.append(kind)) })
  offer('DocumentFormattingEdit', selector, {
    async provideDocumentFormattingEdits(document, options, token) {
      return list(await about('formatting', document, { options }, token), textEdit)
    },
  })
  offer('DocumentSymbol', selector, {
    async provideDocumentSymbols(document, token) {
      return list(await about('documentSymbol', document, {}, token), symbol)
    },
  })
  offer('WorkspaceSymbol', {
    async provideWorkspaceSymbols(query, token) {
      return list(await talk.request('workspace/symbol', { query }, token), found =>
        new vscode.SymbolInformation(found.name, found.kind - 1, found.containerName, location(found.location)))
    },
  })
  offer('DocumentLink', selector, {
    async provideDocumentLinks(document, token) {
      return list(await about('documentLink', document, {}, token), found => new vscode.DocumentLink(range(found.range), vscode.Uri.parse(found.target)))
    },
  })
  offer('Color', selector, {
    async provideDocumentColors(document, token) {
      return list(await about('documentColor', document, {}, token), ({ range: of, color }) =>
        new vscode.ColorInformation(range(of), new vscode.Color(color.red, color.green, color.blue, color.alpha)))
    },
    async provideColorPresentations(color, context, token) {
      const found = await about('colorPresentation', context.document, { color, range: plain(context.range) }, token)
      return list(found, ({ label, textEdit: edit }) => {
        const result = new vscode.ColorPresentation(label)
        result.textEdit = textEdit(edit)
        return result
      })
    },
  })
  offer('InlayHints', selector, {
    async provideInlayHints(document, where, token) {
      return list(await about('inlayHint', document, { range: plain(where) }, token), found => {
        const hint = new vscode.InlayHint(position(found.position), found.label)
        hint.paddingLeft = true
        return hint
      })
    },
  })
  offer('CodeLens', selector, {
    async provideCodeLenses(document, token) {
      return list(await about('codeLens', document, {}, token), found => new vscode.CodeLens(range(found.range), found.command))
    },
  })
  offer('SelectionRange', selector, {
    async provideSelectionRanges(document, positions, token) {
      return list(await about('selectionRange', document, { positions: positions.map(one => at(one).position) }, token), selection)
    },
  })
  const { legend } = answer.capabilities.semanticTokensProvider
  offer('DocumentSemanticTokens', selector, {
    async provideDocumentSemanticTokens(document, token) {
      const found = await about('semanticTokens/full', document, {}, token)
      return found && new vscode.SemanticTokens(new Uint32Array(found.data))
    },
  }, new vscode.SemanticTokensLegend(legend.tokenTypes, legend.tokenModifiers))
}

async function deactivate() {
  if (!connection) return
  connection.isOver = false
  const talk = connection
  await talk.request('shutdown', null).catch(() => {})
  talk.send({ method: 'exit' })
  talk.isOver = true
}

module.exports = { activate, deactivate }
