" vitrine in vim with vim-lsp (https://github.com/prabirshrestha/vim-lsp): in vimrc.
if executable('vitrine')
  autocmd User lsp_setup call lsp#register_server({
    \ 'name': 'vitrine',
    \ 'cmd': {server_info -> ['vitrine', 'lsp']},
    \ 'root_uri': {server_info -> lsp#utils#path_to_uri(lsp#utils#find_nearest_parent_file_directory(lsp#utils#get_buffer_path(), 'vitrine.yaml'))},
    \ 'allowlist': ['yaml'],
    \ })
endif
