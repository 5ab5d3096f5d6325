-- vitrine in neovim, 0.7 or newer: 'dofile' this in init.lua, or copy it there.
local clients = {}
vim.api.nvim_create_autocmd('FileType', {
  pattern = 'yaml',
  callback = function(event)
    local manifest = vim.fn.findfile('vitrine.yaml', vim.fn.fnamemodify(event.file, ':p:h') .. ';')
    if manifest == '' then return end
    local root = vim.fn.fnamemodify(manifest, ':p:h')
    local config = { name = 'vitrine', cmd = { 'vitrine', 'lsp' }, root_dir = root }
    if vim.lsp.start then return vim.lsp.start(config, { bufnr = event.buf }) end
    clients[root] = clients[root] or vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(event.buf, clients[root])
  end,
})
