" Settings for `.game` files.

if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:// commentstring=//\ %s
setlocal expandtab shiftwidth=2 softtabstop=2 textwidth=0
setlocal formatoptions-=t formatoptions+=croql
setlocal formatexpr=ZugFormat()
setlocal matchpairs=(:),{:},[:]
compiler zug
let b:undo_ftplugin = 'setlocal comments< commentstring< expandtab< shiftwidth< softtabstop< textwidth< formatoptions< formatexpr< matchpairs< makeprg< errorformat<'

if exists('*ZugFormat')
  finish
endif

" Formats the whole definition, whichever lines are asked for: its form is one of the file. A definition that cannot be read stays as it is.
function! ZugFormat() abort
  if mode() =~# '[iR]'
    return 1
  endif
  let before = getline(1, '$')
  let after = systemlist(get(g:, 'zug_command', 'zug') . ' fmt --message-format short -', before)
  if v:shell_error != 0
    echohl WarningMsg | echo get(after, 0, 'zug fmt failed') | echohl None
    return 0
  endif
  if after !=# before
    let view = winsaveview()
    call setline(1, after)
    if len(after) < len(before)
      silent execute (len(after) + 1) . ',$delete _'
    endif
    call winrestview(view)
  endif
  return 0
endfunction
