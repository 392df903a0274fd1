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

" Whether a bracket under the cursor stands in a text or a comment.
function! s:hidden() abort
  return synIDattr(synID(line('.'), col('.'), 1), 'name') =~# 'zug\%(String\|Notation\|Comment\|Escape\|Brackets\|Foreign\)'
endfunction

" What only begins an item: no bracket is open there, so nothing is looked for above.
let s:items = '^\s*\%(game\|players\|param\|enum\|range\|board\|graph\|family\|def\|state\|move\|followup\|end\|endless\|progress\|tree\|show\|expect\|allow\)\>'

" One step deeper than the line of the bracket that is open here; where none is, a line stays where it is.
function! ZugIndent(number) abort
  call cursor(a:number, 1)
  let open = searchpair('[[({]', '', '[])}]', 'bnW', 's:hidden()', max([search(s:items, 'bnW'), 1]))
  if open == 0
    return -1
  endif
  return indent(open) + (getline(a:number) =~# '^\s*[]})]' ? 0 : shiftwidth())
endfunction
