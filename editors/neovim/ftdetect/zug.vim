autocmd BufRead,BufNewFile *.game setfiletype zug
