" vitrine in vim with ALE (https://github.com/dense-analysis/ale): in vimrc, or in a file of ~/.vim/plugin after ALE's own.
call ale#linter#Define('yaml', {
  \ 'name': 'vitrine',
  \ 'lsp': 'stdio',
  \ 'executable': 'vitrine',
  \ 'command': '%e lsp',
  \ 'project_root': {buffer -> fnamemodify(findfile('vitrine.yaml', expand('#' . buffer . ':p:h') . ';'), ':p:h')},
  \ })
