-- Tests `zug lsp` with the client of Neovim, without a window:
--   nvim --headless -u NONE -i NONE -c 'luafile editors/neovim/test/lsp.lua'
-- ZUG names the program, ZUG_ROOT the project, ZUG_REPORT a file for what is said.

local root, zug, said = os.getenv('ZUG_ROOT'), os.getenv('ZUG'), {}
local function say(text) table.insert(said, 'Neovim, zug lsp: ' .. text) end

local function leave(code)
  local report = os.getenv('ZUG_REPORT')
  if report then vim.fn.writefile(said, report) else print(table.concat(said, '\n')) end
  vim.cmd(code == 0 and 'qall!' or 'cquit!')
end

local function test()
  vim.opt.runtimepath:prepend(root .. '/editors/neovim')
  vim.opt.swapfile = false
  local file = vim.fn.tempname() .. '.game'
  vim.fn.writefile({
    'game "Sticks"',
    'players First, Second',
    'state { sticks: 0..5 = 5 }',
    'move take(n in 1..2) when n <= stiks { sticks -= n }',
    'stuck => me loses',
    'expect value = Second wins',
  }, file)
  vim.cmd('edit ' .. vim.fn.fnameescape(file))
  dofile(root .. '/editors/neovim/lua/zug.lua').setup({ cmd = { zug, 'lsp' } })
  local function wait(what, condition)
    if not vim.wait(20000, condition, 20) then error('waited in vain: ' .. what) end
  end
  local function mistakes() return vim.diagnostic.get(0) end
  local function line(number) return vim.fn.getline(number) end
  local function ask(method, params)
    local all = assert(vim.lsp.buf_request_sync(0, method, params, 20000))
    local _, answer = next(all)
    assert(answer, method .. ' was not answered')
    assert(not answer.error, method .. ': ' .. vim.inspect(answer.error))
    return answer.result
  end
  local function at(row, column, more)
    vim.api.nvim_win_set_cursor(0, { row, column })
    return vim.tbl_extend('force', vim.lsp.util.make_position_params(0, 'utf-16'), more or {})
  end

  wait('the report', function() return #mistakes() == 1 end)
  local mistake = mistakes()[1]
  assert(mistake.lnum == 3 and mistake.message:find('did you mean `sticks`', 1, true), vim.inspect(mistake))
  say('the report of a mistake came')

  local range = { start = { line = 3, character = mistake.col }, ['end'] = { line = 3, character = mistake.col } }
  local document = { uri = vim.uri_from_bufnr(0) }
  local actions = ask('textDocument/codeAction', { textDocument = document, range = range, context = { diagnostics = {} } })
  assert(#actions >= 1 and actions[1].edit, vim.inspect(actions))
  vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
  assert(line(4):find('n <= sticks', 1, true), line(4))
  wait('the end of the report', function() return #mistakes() == 0 end)
  say('its quick fix was applied, and the report went away')

  local found = ask('textDocument/definition', at(4, line(4):find('sticks -=', 1, true) - 1))
  assert(found.range.start.line == 2, vim.inspect(found))
  local hover = ask('textDocument/hover', at(3, 9))
  assert(hover.contents.value:find('0..5', 1, true), vim.inspect(hover))
  ask('textDocument/prepareRename', at(3, 9))
  vim.lsp.util.apply_workspace_edit(ask('textDocument/rename', at(3, 9, { newName = 'left' })), 'utf-16')
  assert(line(3) == 'state { left: 0..5 = 5 }' and line(4):find('{ left -= n }', 1, true), line(4))
  say('a name was found, explained and renamed')

  local lenses = ask('textDocument/codeLens', { textDocument = document })
  local lens = lenses[#lenses].command
  assert(lens.title == 'run', vim.inspect(lenses))
  local result = ask('workspace/executeCommand', { command = lens.command, arguments = lens.arguments })
  assert(result.holds == false and result.facts[1].found == 'First wins', vim.inspect(result))
  wait('the report of the fact', function() return #mistakes() == 1 end)
  assert(mistakes()[1].message:find('found First wins', 1, true), vim.inspect(mistakes()))
  say('a lens ran an expectation and told what was found')

  vim.api.nvim_buf_set_lines(0, 5, 6, false, { 'expect value = First wins', 'expect  best="take 2"' })
  wait('the end of the report', function() return #mistakes() == 0 end)
  local edits = ask('textDocument/formatting', { textDocument = document, options = { tabSize = 2, insertSpaces = true } })
  vim.lsp.util.apply_text_edits(edits, vim.api.nvim_get_current_buf(), 'utf-16')
  assert(line(7) == 'expect best = "take 2"', line(7))
  say('the text was formatted')

  vim.lsp.stop_client(vim.lsp.get_active_clients())
  wait('the end of the server', function() return #vim.lsp.get_active_clients() == 0 end)
  vim.fn.delete(file)
end

local good, why = xpcall(test, debug.traceback)
if not good then say('FAILED: ' .. tostring(why)) end
leave(good and 0 or 1)
