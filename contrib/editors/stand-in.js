// Runs the extension for VS Code in a stand-in for its host, which has as much of the host's interface as the extension uses.
// For tests: node contrib/editors/stand-in.js CATALOGUE FILE prints what the editor would show.
'use strict'

const fs = require('fs')
const path = require('path')
const Module = require('module')

const [root, file] = process.argv.slice(2)
const listeners = {}
const providers = {}
const shown = new Map()
const event = name => body => {
  listeners[name] = body
  return { dispose() {} }
}

class Value {
  constructor(...parts) { this.parts = parts }
}
const uri = text => ({ scheme: text.split(':')[0], fsPath: decodeURIComponent(text.slice(7)), toString: () => text })

const vscode = {
  Uri: { parse: uri },
  Position: class { constructor(line, character) { Object.assign(this, { line, character }) } },
  Range: class { constructor(start, end) { Object.assign(this, { start, end }) } },
  WorkspaceEdit: class {
    constructor() { this.changes = [] }
    createFile(...rest) { this.changes.push(['create', ...rest]) }
    deleteFile(...rest) { this.changes.push(['delete', ...rest]) }
    renameFile(...rest) { this.changes.push(['rename', ...rest]) }
    replace(...rest) { this.changes.push(['replace', ...rest]) }
  },
  CodeActionKind: { Empty: { append: value => ({ value }) } },
  languages: new Proxy({}, {
    get: (_, name) => name === 'createDiagnosticCollection'
      ? () => ({ set: (of, found) => shown.set(path.relative(root, of.fsPath), found), clear: () => shown.clear() })
      : (...parts) => {
        providers[name.replace(/^register|Provider$/g, '')] = parts.find(part => Object.keys(part || {}).some(key => /^(provide|prepare)[A-Z]/.test(key) && key !== 'providedCodeActionKinds'))
        return { dispose() {} }
      },
  }),
  window: { showErrorMessage: text => console.log('error', text), showWarningMessage: text => console.log('warning', text) },
  workspace: {
    workspaceFolders: [{ uri: uri('file://' + root), name: 'catalogue' }],
    textDocuments: [],
    getConfiguration: () => ({ get: () => undefined }),
    onDidOpenTextDocument: event('open'), onDidChangeTextDocument: event('change'), onDidSaveTextDocument: event('save'),
    onDidCloseTextDocument: event('close'), onDidChangeWorkspaceFolders: event('folders'), onWillRenameFiles: event('rename'),
  },
}
for (const name of ['Diagnostic', 'DiagnosticRelatedInformation', 'Location', 'TextEdit', 'DocumentSymbol', 'SymbolInformation', 'CompletionItem',
  'CompletionList', 'MarkdownString', 'Hover', 'CodeAction', 'DocumentLink', 'ColorInformation', 'Color', 'ColorPresentation', 'InlayHint', 'CodeLens',
  'SelectionRange', 'SemanticTokens', 'SemanticTokensLegend']) vscode[name] = class extends Value {}

const load = Module._load
Module._load = (name, ...rest) => name === 'vscode' ? vscode : load(name, ...rest)
const extension = require('./vscode/extension.js')

const until = async test => {
  for (let tries = 0; tries < 3000 && !test(); tries += 1) await new Promise(done => setTimeout(done, 10))
}
const rules = () => (shown.get(file) || []).map(found => `${found.parts[0].start.line}:${found.code}`).sort().join(' ')

async function main() {
  const document = {
    uri: uri('file://' + path.join(root, file)), languageId: 'yaml', version: 1, getText: () => fs.readFileSync(path.join(root, file), 'utf8'),
  }
  await extension.activate({ subscriptions: [] })
  listeners.open(document)
  await until(rules)
  console.log('opened', rules())
  const start = new vscode.Position(0, 0)
  listeners.change({ document, contentChanges: [{ range: new vscode.Range(start, start), text: 'foo: 1\n' }] })
  await until(() => rules().includes(' '))
  console.log('typed', rules())
  listeners.change({ document, contentChanges: [{ range: new vscode.Range(start, new vscode.Position(1, 0)), text: '' }] })
  const at = new vscode.Position(document.getText().split('\n').length - 1, 0)
  const list = await providers.CompletionItem.provideCompletionItems(document, at)
  console.log('completes', list.parts[0].map(item => item.parts[0].label).slice(0, 3).join(' '))
  const hover = await providers.Hover.provideHover(document, start)
  console.log('hover', hover.parts[0].parts[0].split('\n')[0])
  const actions = await providers.CodeActions.provideCodeActions(document, new vscode.Range(start, at), {})
  console.log('actions', actions.length > 0 && actions.every(action => action.edit.changes.length > 0))
  for (const [name, method] of [['DocumentSymbol', 'provideDocumentSymbols'], ['DocumentSemanticTokens', 'provideDocumentSemanticTokens'],
    ['DocumentFormattingEdit', 'provideDocumentFormattingEdits'], ['DocumentLink', 'provideDocumentLinks'], ['Color', 'provideDocumentColors'],
    ['CodeLens', 'provideCodeLenses']]) await providers[name][method](document)
  await providers.InlayHints.provideInlayHints(document, new vscode.Range(start, at))
  await providers.SelectionRange.provideSelectionRanges(document, [start])
  console.log('records', (await providers.WorkspaceSymbol.provideWorkspaceSymbols('')).length)
  await extension.deactivate()
}

main().catch(error => console.log('failed', error.stack)).finally(() => setTimeout(() => process.exit(0), 100))
