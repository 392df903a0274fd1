;;; zug-mode.el --- Definitions of games for Zug  -*- lexical-binding: t -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "26.1"))
;; Keywords: languages, games
;; URL: https://github.com/zug-game/zug
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Colours, comments, indentation by brackets, `compile' and Flymake for the `.game' files of Zug.
;; editors/words.py checks the lists of words.

;;; Code:

(require 'compile)
(require 'flymake)

(defgroup zug nil
  "Definitions of games for Zug."
  :group 'languages)

(defcustom zug-command "zug"
  "The program that checks and formats definitions."
  :type 'string
  :group 'zug)

(defcustom zug-indent-offset 2
  "How many columns a bracket indents."
  :type 'integer
  :safe #'integerp
  :group 'zug)

(eval-and-compile
  (defconst zug-items
    '("game" "players" "param" "enum" "range" "board" "graph" "family" "let" "def" "state" "move" "followup" "end"
      "stuck" "endless" "progress" "tree" "show" "start" "expect" "allow")
    "Words that begin an item.")
  (defconst zug-words
    '("and" "or" "not" "implies" "in" "if" "then" "else" "where" "when" "for" "var" "repeat" "again" "with" "as" "some"
      "every" "no" "provided")
    "Reserved words that begin no item.")
  (defconst zug-constants '("true" "false" "none") "Constants.")
  (defconst zug-players '("me" "opponent") "The players, seen from the move.")
  (defconst zug-places
    '("of" "set" "list" "turn" "to" "wins" "loses" "draw" "pass" "slow" "within" "while" "after" "value" "positions" "perft" "nimber" "best")
    "Words that mean something at their place only.")
  (defconst zug-functions
    '("near" "step" "shift" "distance" "run" "stop" "reach" "lines" "subsets" "count" "sum" "union" "min" "max" "abs" "len"
      "other" "opposite" "can" "stuck")
    "Built-in functions.")
  (defconst zug-directions
    '("compass" "orthogonal" "diagonal" "north" "south" "east" "west" "northeast" "northwest" "southeast" "southwest"
      "forward" "backward")
    "Directions and sets of them.")
  (defconst zug-domains '("Player" "Direction" "bool") "Built-in domains and types.")
  (defconst zug-boards '("grid" "torus" "hex" "hextorus" "hexagon" "triangle" "ring" "path") "Kinds of boards.")

  (defconst zug--name "[[:alpha:]][[:alnum:]_]*" "A name.")
  (defconst zug--item
    (concat "\\_<\\(?:" (regexp-opt (remove "start" (remove "stuck" zug-items)))
            "\\_>\\|start\\_>[ \t]*[^ \t=]\\|stuck\\_>[ \t\n]*=>\\)")
    "The beginning of an item; `let' also begins a statement."))

(defvar zug-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 12" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    (modify-syntax-entry ?_ "_" table)
    (dolist (mark '(?+ ?- ?* ?% ?& ?= ?< ?> ?! ?| ?. ?, ?: ?'))
      (modify-syntax-entry mark "." table))
    table)
  "Syntax of definitions.")

(defun zug--place-p (word position)
  "Whether WORD at POSITION stands where it means something."
  (save-excursion
    (save-match-data
      (let (item behind)
        (goto-char position)
        (while (and (not item) (re-search-backward zug--item nil t))
          (unless (nth 8 (syntax-ppss))
            (setq item (buffer-substring-no-properties
                        (point) (progn (save-excursion (skip-chars-forward "a-z") (point)))))))
        (setq behind (save-excursion
                       (and item (zug--search-code "=>" position))))
        (goto-char position)
        (cond
         ((equal word "turn") (and (member item '("state" "expect")) (looking-at "turn[ \t]*=[^=>]")))
         ((member word '("set" "list")) (looking-at "\\(?:set\\|list\\)[ \t\n]+of\\_>"))
         ((equal word "of")
          (or (looking-back "\\_<\\(?:set\\|list\\)[ \t\n]+" (line-beginning-position 0))
              (looking-back (concat "\\_<family[ \t]+" zug--name "[ \t]+") (line-beginning-position))))
         ((member word '("wins" "loses" "draw" "pass" "to"))
          (and (not (looking-back "\\_<can[ \t]*([ \t]*" (line-beginning-position)))
               (or (equal item "expect") (and (member item '("end" "stuck" "endless")) behind))))
         ((equal word "while") (not (looking-at "while[ \t]*[[=(,).:]")))
         ((not (equal item "expect")) nil)
         ((equal word "slow") (looking-back "\\_<expect[ \t\n]+" (line-beginning-position 0)))
         ((equal word "within") (not (looking-at "within[ \t]*[[=]")))
         ((equal word "after") (looking-at "after[ \t\n]*\""))
         (t (looking-at "[a-z]+[ \t]*=[^=>]")))))))

(defun zug--search-code (text limit)
  "Search for TEXT before LIMIT outside of comments and strings."
  (let (found)
    (while (and (not found) (search-forward text limit t))
      (setq found (not (nth 8 (syntax-ppss)))))
    found))

(defun zug--match-place (limit)
  "Find a word before LIMIT that stands where it means something."
  (let (found)
    (while (and (not found)
                (re-search-forward (eval-when-compile (regexp-opt zug-places 'symbols)) limit t))
      (setq found (and (not (save-match-data (nth 8 (syntax-ppss))))
                       (zug--place-p (match-string-no-properties 0) (match-beginning 0)))))
    found))

(defconst zug-font-lock-keywords
  (list
   ;; What is declared; these come first, since a move may be called `draw'.
   (list (concat "\\_<\\(?:move\\|followup\\|def\\)[ \t]+\\(" zug--name "\\)") 1 'font-lock-function-name-face)
   (list (concat "\\_<can[ \t]*([ \t]*\\(" zug--name "\\)") 1 'font-lock-function-name-face)
   (list (concat "\\_<\\(?:enum\\|range\\|board\\|graph\\|family\\)[ \t]+\\(" zug--name "\\)") 1 'font-lock-type-face)
   (list (concat "\\_<\\(?:param\\|let\\|var\\)[ \t]+\\(" zug--name "\\)") 1 'font-lock-variable-name-face)
   (cons (concat "\\_<board[ \t]+" zug--name "[ \t]*=[ \t]*" (regexp-opt zug-boards t) "\\_>")
         '(1 font-lock-builtin-face))
   (cons "\\_<\\(stuck\\)[ \t\n]*=>" '(1 font-lock-keyword-face))
   (cons (regexp-opt (remove "stuck" zug-items) 'symbols) 'font-lock-keyword-face)
   (cons (regexp-opt zug-words 'symbols) 'font-lock-keyword-face)
   (cons (regexp-opt zug-constants 'symbols) 'font-lock-constant-face)
   (cons (regexp-opt zug-players 'symbols) 'font-lock-builtin-face)
   (cons (regexp-opt zug-domains 'symbols) 'font-lock-type-face)
   (cons (regexp-opt zug-directions 'symbols) 'font-lock-constant-face)
   (cons (concat (regexp-opt zug-functions 'symbols) "[ \t]*(") '(1 font-lock-builtin-face))
   '(zug--match-place . font-lock-keyword-face)
   ;; What other languages write.
   '("==\\|:=\\|&&\\|||\\|<>\\|\\+\\+\\|;\\|!\\(?:[^=]\\|$\\)" . font-lock-warning-face))
  "What is coloured, beside comments and strings.")

(defun zug-indent-line ()
  "Indent a line by the brackets that are open at its beginning."
  (interactive)
  (let ((column
         (save-excursion
           (beginning-of-line)
           (let* ((closes (looking-at "[ \t]*[]})]"))
                  (open (nth 1 (syntax-ppss))))
             (cond
              (open
               (goto-char open)
               (+ (current-indentation) (if closes 0 zug-indent-offset)))
              ;; A line that goes on an item stays where it is.
              (t (current-indentation)))))))
    (if (<= (current-column) (current-indentation))
        (indent-line-to column)
      (save-excursion (indent-line-to column)))))

(defconst zug-error-regexp
  '(zug "^\\(.+\\):\\([0-9]+\\):\\([0-9]+\\): \\(?:error\\|\\(warning\\)\\)\\[Z[0-9]+\\]: " 1 2 3 (4))
  "What `zug check --message-format short' prints, for `compile'.")

(add-to-list 'compilation-error-regexp-alist-alist zug-error-regexp)
(add-to-list 'compilation-error-regexp-alist 'zug)

(defvar-local zug--flymake-process nil)

(defun zug--flymake-problems (source output)
  "The problems of the buffer SOURCE that stand in the buffer OUTPUT."
  (let (problems)
    (with-current-buffer output
      (goto-char (point-min))
      (while (re-search-forward
              "^<stdin>:\\([0-9]+\\):\\([0-9]+\\): \\(error\\|warning\\)\\(\\[Z[0-9]+\\]: .*\\)$" nil t)
        (let* ((place (flymake-diag-region source (string-to-number (match-string 1))
                                           (string-to-number (match-string 2))))
               (kind (if (equal (match-string 3) "error") :error :warning)))
          (push (flymake-make-diagnostic source (car place) (cdr place) kind (match-string 4)) problems))))
    (nreverse problems)))

(defun zug-flymake (report &rest _)
  "Check the buffer by `zug check' and tell Flymake by REPORT."
  (when (process-live-p zug--flymake-process)
    (kill-process zug--flymake-process))
  (let ((source (current-buffer)))
    (setq zug--flymake-process
          (make-process
           :name "zug-flymake" :noquery t :connection-type 'pipe
           :buffer (generate-new-buffer " *zug-flymake*")
           :command (list zug-command "check" "--message-format" "short" "-")
           :sentinel
           (lambda (process _event)
             (when (memq (process-status process) '(exit signal))
               (unwind-protect
                   (when (and (buffer-live-p source)
                              (eq process (buffer-local-value 'zug--flymake-process source)))
                     (funcall report (with-current-buffer source
                                       (zug--flymake-problems source (process-buffer process)))))
                 (kill-buffer (process-buffer process)))))))
    (process-send-region zug--flymake-process (point-min) (point-max))
    (process-send-eof zug--flymake-process)))

(defun zug-format-buffer ()
  "Format the definition by `zug fmt'; one that cannot be read stays as it is."
  (interactive)
  (let ((source (current-buffer)) (errors (make-temp-file "zug-fmt")))
    (unwind-protect
        (with-temp-buffer
          (let ((output (current-buffer)))
            (if (eql 0 (with-current-buffer source
                         (call-process-region nil nil zug-command nil (list output errors) nil "fmt" "-")))
                (with-current-buffer source (replace-buffer-contents output))
              (message "zug fmt: the definition has mistakes"))))
      (delete-file errors))))

;;;###autoload
(define-derived-mode zug-mode prog-mode "Zug"
  "Mode for definitions of games."
  (setq-local comment-start "// ")
  (setq-local comment-end "")
  (setq-local comment-start-skip "//+[ \t]*")
  (setq-local font-lock-defaults '(zug-font-lock-keywords))
  (setq-local indent-line-function #'zug-indent-line)
  (setq-local indent-tabs-mode nil)
  (setq-local tab-width 2)
  (when buffer-file-name
    (setq-local compile-command
                (concat zug-command " check --message-format short " (shell-quote-argument buffer-file-name))))
  (add-hook 'flymake-diagnostic-functions #'zug-flymake nil t))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.game\\'" . zug-mode))

;; `M-x eglot' starts the language server, in Emacs 29 or with eglot from ELPA.
(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs (list 'zug-mode zug-command "lsp")))

(provide 'zug-mode)

;;; zug-mode.el ends here
