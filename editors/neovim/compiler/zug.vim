" `:make` checks the definition in the buffer; its mistakes fill the quickfix list.

if exists('current_compiler')
  finish
endif
let current_compiler = 'zug'

if exists(':CompilerSet') != 2
  command -nargs=* CompilerSet setlocal <args>
endif

" `g:zug_command` names the program where it is not on the path.
execute 'CompilerSet makeprg=' . escape(get(g:, 'zug_command', 'zug') . ' check --message-format short %:S $*', ' \|"')
CompilerSet errorformat=%f:%l:%c:\ %trror[Z%n]:\ %m,%f:%l:%c:\ %tarning[Z%n]:\ %m,%-G%.%#
