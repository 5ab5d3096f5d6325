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

-- Before 0.10 a file that is renamed is loaded and written first, which changes the bytes of a photo: what no buffer has loaded is moved as it is.
if vim.fn.has('nvim-0.10') == 0 then
  local rename = vim.lsp.util.rename
  vim.lsp.util.rename = function(old, new, options)
    for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
      if vim.api.nvim_buf_is_loaded(buffer) and vim.api.nvim_buf_get_name(buffer) == old then return rename(old, new, options) end
    end
    if vim.loop.fs_stat(new) then return rename(old, new, options) end
    vim.fn.mkdir(vim.fn.fnamemodify(new, ':h'), 'p')
    assert(os.rename(old, new))
  end
end
