" Indentation by brackets; a line that goes on an item is left where it is.

if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

setlocal indentexpr=ZugIndent(v:lnum)
setlocal indentkeys=0{,0},0],0),!^F,o,O
setlocal nosmartindent autoindent
let b:undo_indent = 'setlocal indentexpr< indentkeys< smartindent< autoindent<'

if exists('*ZugIndent')
  finish
endif

" A line without its texts and its comment.
function! s:bare(line) abort
  return substitute(substitute(a:line, '"\%(\\.\|[^"\\]\)*"', '', 'g'), '//.*', '', '')
endfunction

" One step deeper after a line that opens more brackets than it closes, one step back where brackets are closed first.
function! ZugIndent(number) abort
  let before = prevnonblank(a:number - 1)
  if before == 0
    return 0
  endif
  let line = substitute(s:bare(getline(before)), '^\s*[]})]\+', '', '')
  let open = len(substitute(line, '[^[{(]', '', 'g')) - len(substitute(line, '[^]})]', '', 'g'))
  let steps = (open > 0) - (open < 0) - (getline(a:number) =~# '^\s*[]})]')
  return max([0, indent(before) + steps * shiftwidth()])
endfunction
