" Tests of the Vim files, for Vim and Neovim without a window:
"   nvim --headless -u NONE -i NONE -S editors/neovim/test/test.vim
" ZUG_ROOT names the project, ZUG the program; without it `:make` and formatting are not tested, which is then said.

set nocompatible nomore noswapfile hidden
let s:root = $ZUG_ROOT
execute 'set runtimepath^=' . fnameescape(s:root . '/editors/neovim')
filetype plugin indent on
syntax on

let s:said = []
function! s:say(text) abort
  call add(s:said, (has('nvim') ? 'Neovim' : 'Vim') . ': ' . a:text)
endfunction

function! s:group(line, column) abort
  return synIDattr(synID(a:line, a:column, 1), 'name')
endfunction

" The reserved words of the grammar.
function! s:reserved() abort
  let text = join(readfile(s:root . '/grammar/game.pest'), ' ')
  let rule = matchstr(text, ' reserved = @{\zs[^}]*')
  let words = {}
  for word in filter(split(rule, '[^a-z]\+'), 'len(v:val) > 1')
    let words[word] = 1
  endfor
  return words
endfunction

let s:wanted = {
  \ 'comment': '^zugComment$',
  \ 'text': '^zug\(String\|Notation\)$',
  \ 'reserved': '^zug\(Item\|Word\|Constant\|Player\|Fact\)$',
  \ 'number': '^zugNumber$',
  \ }

" Compares the groups of all tokens of the buffer with what they are.
function! s:compare(name, reserved, counts) abort
  for number in range(1, line('$'))
    let line = getline(number)
    let at = 0
    while 1
      let [token, at, end] = matchstrpos(line, '//.*\|"\%(\\.\|[^"\\]\)*"\|\k\+', at)
      if at < 0
        break
      endif
      let kind = token =~# '^//' ? 'comment' : token[0] ==# '"' ? 'text' : has_key(a:reserved, token) ? 'reserved'
        \ : token =~# '^[0-9]\+$' ? 'number' : ''
      let group = s:group(number, at + 1)
      if kind !=# ''
        let a:counts[kind] += 1
        call assert_match(s:wanted[kind], group, printf('%s:%d:%d: `%s` is a %s', a:name, number, at + 1, token, kind))
      endif
      call assert_notmatch('zugSlip\|zugThinArrow', group, printf('%s:%d:%d', a:name, number, at + 1))
      let at = end
    endwhile
  endfor
endfunction

function! s:test_library() abort
  let games = sort(glob(s:root . '/games/*.game', 1, 1))
  call assert_true(len(games) >= 80, 'games/ has the library')
  let reserved = s:reserved()
  call assert_true(len(reserved) >= 40, 'the grammar has reserved words')
  let [lines, moved] = [0, 0]
  let counts = {'comment': 0, 'text': 0, 'reserved': 0, 'number': 0}
  for game in games
    execute 'edit' fnameescape(game)
    call assert_equal('zug', &filetype)
    call s:compare(fnamemodify(game, ':t'), reserved, counts)
    let before = getline(1, '$')
    silent normal! gg=G
    let lines += len(before)
    let moved += len(filter(copy(before), 'v:val !=# getline(v:key + 1)'))
    bwipeout!
  endfor
  " Those that go on an expression inside brackets, deeper than one step.
  call assert_true(lines > 3000 && moved * 100 < lines, printf('`=` moves %d of %d lines', moved, lines))
  call s:say(len(games) . ' games; tokens of the right group: ' . string(counts) . printf('; `=` moves %d of %d lines', moved, lines))
endfunction

" In the line, `part` begins with a token of this group.
function! s:expect(text, part, group) abort
  for [number, line] in map(getline(1, '$'), '[v:key + 1, v:val]')
    if line ==# a:text
      let at = stridx(line, a:part)
      call assert_true(at >= 0, a:text . ' has ' . a:part)
      call assert_equal(a:group, s:group(number, at + matchend(a:part, '^\s*') + 1), a:text . ': ' . a:part)
    endif
  endfor
endfunction

function! s:test_places() abort
  enew
  setfiletype zug
  let cases = [
    \ ['players 小紫, Black', {'players': 'zugItem', '小紫': ''}],
    \ ['param draw: 1..20 = 8', {'draw': 'zugDeclared', '20': 'zugNumber', '..': 'zugOperator'}],
    \ ['board Cell = grid(3, 3)', {'Cell': 'zugDeclared', 'grid': 'zugBoard'}],
    \ ['family Line of Cell = lines(Cell, 3)', {' Line': 'zugDeclared', 'of': 'zugPlace', 'lines': 'zugFunction'}],
    \ ['graph Point { a-b, c->d }', {'->': 'zugEdge'}],
    \ ['def wins(c: Cell) = step(c, north)', {'wins': 'zugDefined', 'step': 'zugFunction', 'north': 'zugDirection'}],
    \ ['state { men[Player]: set of Cell, turn = B }', {'state': 'zugItem', 'Player': 'zugDomain', 'set': 'zugPlace', 'turn': 'zugTurn'}],
    \ ['move draw(to in Cell) when not can(draw) as "{to.1}-{{to}}" {', {
    \   'move': 'zugItem', ' draw': 'zugMove', '(to': '', 'when': 'zugWord', 'draw) as': 'zugAsked', '"': 'zugNotation', '{to': 'zugSpecial', '-{{': 'zugNotation', '{{': 'zugBrackets'}],
    \ ['  let to = value == 3 -- after', {'let': 'zugItem', ' to': 'zugDeclared', ' value': '', '==': 'zugSlip', ' after': ''}],
    \ ['provided me = none', {'provided': 'zugWord', 'me': 'zugPlayer', 'none': 'zugConstant'}],
    \ ['end when can(pass) => if stuck(me) then (me wins) else 2 to A // end', {
    \   'end': 'zugItem', 'pass': 'zugAsked', '=>': 'zugOperator', 'stuck': 'zugFunction', 'wins': 'zugOutcomeWord', ' to': 'zugOutcomeWord', '// end': 'zugComment'}],
    \ ['stuck => me loses', {'stuck': 'zugItem', 'loses': 'zugOutcomeWord'}],
    \ ['stuck -> draw', {'->': 'zugThinArrow'}],
    \ ['expect slow with start = ".X" after "b2": value = A wins, best = "1"', {
    \   'expect': 'zugItem', 'slow': 'zugFact', 'with': 'zugWord', 'start': 'zugFact', '".X"': 'zugString', 'after': 'zugFact', 'value': 'zugFact', 'wins': 'zugOutcomeWord', 'best': 'zugFact'}],
    \ ['let pass = draw && c', {' pass': 'zugDeclared', ' draw': '', '&&': 'zugSlip'}],
    \ ['show Cell { men: "\"" }', {'\"': 'zugEscape'}],
    \ ['move go { left -= 1', {' go': 'zugMove'}],
    \ ['end when true => draw', {'end': 'zugItem', 'draw': 'zugOutcomeWord'}],
    \ ['# not a comment of ours', {'#': 'zugSlip', 'not': 'zugForeign'}],
    \ ]
  call setline(1, map(copy(cases), 'v:val[0]'))
  for [text, parts] in cases
    for [part, group] in items(parts)
      call s:expect(text, part, group)
    endfor
  endfor
  call s:say(len(cases) . ' lines with words that are known at their place only')
  bwipeout!
endfunction

function! s:test_indent() abort
  enew
  setfiletype zug
  let lines = ['state {', '  men: set of Cell = [', '    {a1}, {b1}', '  ]', '}', 'move go as "{" { // {', '  if done {', '    left = 1', '  } else {', '    left = 2', '  }', '}', 'stuck => draw']
  call setline(1, map(copy(lines), 'substitute(v:val, "^ *", "", "")'))
  normal! gg=G
  call assert_equal(lines, getline(1, '$'))
  call assert_equal('// %s', &commentstring)
  call s:say('indentation by brackets')
  bwipeout!
endfunction

function! s:test_program() abort
  if $ZUG ==# ''
    call s:say('NOT RUN: :make and gq: ZUG names no program')
    return
  endif
  let g:zug_command = $ZUG
  let file = tempname() . ' of mine.game'
  call writefile(['game "G"', 'players A, B', 'let spare = 1', 'state { left: 0..3 = 3 }', 'move take when heep > 0 { left -= 1 }', 'stuck => me losses'], file)
  execute 'edit' fnameescape(file)
  silent make!
  let found = map(filter(getqflist(), 'v:val.valid'), '[v:val.lnum, v:val.col, v:val.type, v:val.nr]')
  call assert_equal([[5, 16, 'e', 101], [6, 13, 'e', 1]], found)
  call assert_equal(file, bufname(getqflist()[0].bufnr))
  let before = getline(1, '$')
  silent normal! gggqG
  call assert_equal(before, getline(1, '$'), 'what cannot be read stays')
  call setline(1, ['game   "G"', 'players A,B', '', '', '', 'state {left:0..3=3}', 'move take when left>0 {left-=1}', 'stuck=>me loses'])
  silent normal! gggqG
  call assert_equal(['game "G"', 'players A, B', '', 'state { left: 0..3 = 3 }', 'move take when left > 0 { left -= 1 }', 'stuck => me loses'], getline(1, '$'))
  call s:say(':make fills the quickfix list with the places of two mistakes; gq formats')
  bwipeout!
  call delete(file)
endfunction

function! s:run() abort
  for test in ['library', 'places', 'indent', 'program']
    try
      call call('s:test_' . test, [])
    catch
      call add(v:errors, test . ': ' . v:exception . ' at ' . v:throwpoint)
    endtry
  endfor
endfunction

call s:run()
call writefile(s:said + v:errors[:40] + (len(v:errors) > 0 ? [len(v:errors) . ' failures'] : []), $ZUG_REPORT)
if len(v:errors) > 0
  cquit
endif
qall!
