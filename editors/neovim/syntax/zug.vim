" Syntax of `.game` files, the definitions of Zug. The lists of words are checked by editors/words.py.

if exists('b:current_syntax')
  finish
endif
let s:cpo = &cpo
set cpo&vim

let s:items = 'game players param enum range board graph family let def state move followup end stuck endless progress tree show start expect allow'
let s:words = 'and or not implies in if then else where when for var repeat again with as some every no provided'
let s:constants = 'true false none'
let s:players = 'me opponent'
let s:places = 'of set list turn to wins loses draw pass slow within while after value positions perft nimber best'
let s:functions = 'near step shift distance run stop reach lines subsets count sum union min max abs len other opposite can stuck'
let s:directions = 'compass orthogonal diagonal north south east west northeast northwest southeast southwest forward backward'
let s:domains = 'Player Direction bool'
let s:boards = 'grid torus hex hextorus hexagon triangle ring path'

" Alternatives of a pattern, some of the words left out.
function! s:any(words, ...) abort
  let kept = filter(split(a:words), 'index(a:000, v:val) < 0')
  return '\%(' . join(kept, '\|') . '\)'
endfunction

" Where an item begins. `let` begins a statement too, and `stuck` is a function too.
let s:stuck = '\<stuck\>\ze\_s*\%(=>\|->\)'
let s:stop = '\<' . s:any(s:items, 'stuck', 'let', 'start') . '\>\|\<start\>\%(\s*=\)\@!\|' . s:stuck
let s:item = s:stop . '\|\<let\>'

syn case match
syn sync fromstart

" What comes later is preferred.
syn match zugNumber /\<[0-9]\+\>/
syn match zugOperator /[-+*\/%&=<>]\|!=\|\.\./
syn match zugSlip /==\|:=\|&&\|||\|<>\|++\|!=\@!\|[;'`^?\\|，：⇒→…–−×·÷≤≥≠∩∈∪“”„‘’]/
syn match zugThinArrow /->/
syn match zugEdge /->/ contained

execute 'syn keyword zugWord' s:words
execute 'syn keyword zugConstant' s:constants
execute 'syn keyword zugPlayer' s:players
execute 'syn keyword zugDomain' s:domains
execute 'syn keyword zugDirection' s:directions
execute 'syn match zugFunction /\<' . s:any(s:functions) . '\ze\s*(/'
execute 'syn match zugBoard /\%(\<board\s\+\k\+\s*=\s*\)\@<=' . s:any(s:boards) . '\>/'
syn match zugPlace /\<\%(set\|list\)\ze\s\+of\>/
syn match zugPlace /\%(\<\%(set\|list\)\s\+\|\<family\s\+\k\+\s\+\)\@<=of\>/

" Items. Those with regions of their own are not among the keywords, which would hide the regions.
execute 'syn match zugItem /\<' . s:any(s:items, 'stuck', 'state', 'expect') . '\>/'
execute 'syn match zugItem /' . s:stuck . '/'
syn match zugDeclared /\%(\<\%(param\|enum\|range\|board\|graph\|family\|let\|var\|show\)\s\+\)\@12<=\k\+/
syn match zugDefined /\%(\<def\s\+\)\@12<=\k\+/
syn match zugMove /\%(\<\%(move\|followup\)\s\+\)\@16<=\k\+/
" These words mean something at their place only.
syn match zugOutcomeWord /\<\%(wins\|loses\|draw\|pass\|to\)\>/ contained
syn match zugFact /\<\%(value\|positions\|perft\|nimber\|best\)\ze\s*=/ contained
syn match zugFact /\<after\ze\s*\%("\|$\)/ contained
syn match zugFact /\%(\<expect\s\+\)\@16<=slow\>\%(\s\+\%(wins\|loses\|to\)\>\)\@!/ contained
syn match zugFact /\<within\>\%(\s*[=[]\)\@!/ contained
syn match zugFact /\<start\ze\s*=/ contained
syn match zugWord /\<while\>\%(\s*[=[(,).:]\)\@!/
syn match zugTurn /\<turn\ze\s*=/ contained
syn match zugAsked /\%(\<can\s*(\s*\)\@12<=\k\+/
syn match zugMember /\.\@1<!\.[^. \t]\@=\k\+/ contains=zugNumber

syn cluster zugExpr contains=zugNumber,zugOperator,zugSlip,zugWord,zugConstant,zugPlayer,zugDomain,zugDirection,zugFunction,zugBoard,zugPlace,zugItem,zugDeclared,zugDefined,zugMove,zugAsked,zugMember,zugBraces,zugString,zugNotation,zugComment,zugForeign

" A brace that is not closed ends where the next item begins.
execute 'syn region zugBraces matchgroup=zugBrace start=/{/ end=/}/ matchgroup=NONE end=/\%(' . s:stop . '\)/me=s-1 contains=@zugExpr,zugEdge,zugTurn transparent'
execute 'syn region zugOutcome matchgroup=zugOperator start=/=>/ matchgroup=NONE end=/\%(' . s:item . '\)/me=s-1 contains=@zugExpr,zugOutcomeWord,zugThinArrow transparent'
execute 'syn region zugState matchgroup=zugItem start=/\<state\>/ matchgroup=NONE end=/\%(' . s:item . '\)/me=s-1 contains=@zugExpr,zugTurn,zugThinArrow transparent'
execute 'syn region zugFacts matchgroup=zugItem start=/\<expect\>/ matchgroup=NONE end=/\%(' . s:item . '\)/me=s-1 contains=@zugExpr,zugOutcomeWord,zugFact,zugTurn,zugThinArrow transparent'

syn match zugEscape /\\["\\]/ contained
syn match zugBrackets /{{\|}}/ contained
syn region zugInterpolation matchgroup=zugSpecial start=/{{\@!/ end=/}/ contained oneline contains=@zugExpr
syn region zugString start=/"/ skip=/\\./ end=/"/ end=/$/ oneline contains=zugEscape
syn region zugNotation start=/\%(\<as\s*\)\@8<="/ skip=/\\./ end=/"/ end=/$/ oneline contains=zugEscape,zugBrackets,zugInterpolation
syn match zugComment "//.*$" contains=@Spell,zugTodo
syn region zugForeign matchgroup=zugSlip start=/#/ end=/$/ oneline
syn region zugForeign matchgroup=zugSlip start=+/\*+ end=+\*/+
syn keyword zugTodo TODO FIXME contained

hi def link zugItem Statement
hi def link zugWord Keyword
hi def link zugConstant Constant
hi def link zugPlayer Special
hi def link zugPlace Keyword
hi def link zugOutcomeWord Keyword
hi def link zugFact Keyword
hi def link zugTurn Keyword
hi def link zugDomain Type
hi def link zugDirection Constant
hi def link zugFunction Function
hi def link zugBoard Type
hi def link zugDeclared Identifier
hi def link zugDefined Function
hi def link zugMove Function
hi def link zugAsked Function
hi def link zugNumber Number
hi def link zugOperator Operator
hi def link zugEdge Operator
hi def link zugBrace Delimiter
hi def link zugSpecial Special
hi def link zugEscape SpecialChar
hi def link zugBrackets SpecialChar
hi def link zugString String
hi def link zugNotation String
hi def link zugComment Comment
hi def link zugForeign Comment
hi def link zugTodo Todo
hi def link zugSlip Error
hi def link zugThinArrow Error

let b:current_syntax = 'zug'
let &cpo = s:cpo
unlet s:cpo
