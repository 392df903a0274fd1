-- Starts the language server for `.game` files: `require('zug').setup()`, in Neovim 0.7 or later.

local M = {}

-- Starts the server for a buffer, or lets the one that runs serve it too.
local function attach(buffer, options)
  local config = vim.tbl_extend('force', { name = 'zug', root_dir = vim.fn.getcwd() }, options)
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  -- Neovim 0.7 keeps no list of servers by their names.
  M.client = M.client and vim.lsp.get_client_by_id(M.client) and M.client or vim.lsp.start_client(config)
  if M.client then vim.lsp.buf_attach_client(buffer, M.client) end
end

-- Serves all `.game` files. `options` go to the client: `cmd`, `on_attach`, `capabilities` ...
function M.setup(options)
  options = vim.tbl_extend('force', { cmd = { vim.g.zug_command or 'zug', 'lsp' } }, options or {})
  local group = vim.api.nvim_create_augroup('zug_lsp', { clear = true })
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = 'zug',
    callback = function(event) attach(event.buf, options) end,
  })
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    local of_zug = vim.bo[buffer].filetype == 'zug' or vim.api.nvim_buf_get_name(buffer):match('%.game$')
    if vim.api.nvim_buf_is_loaded(buffer) and of_zug then attach(buffer, options) end
  end
end

return M
