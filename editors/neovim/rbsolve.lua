-- Neovim 0.11 or newer: put this file into ~/.config/nvim/lsp/rbsolve.lua and write in init.lua
--   vim.filetype.add({ extension = { deck = "rbsolve", dym = "rbsolve", dgp = "rbsolve" } })
--   vim.lsp.enable("rbsolve")
return {
  cmd = { "rbsolve", "lsp" },
  filetypes = { "rbsolve" },
  root_markers = { ".git" },
}
