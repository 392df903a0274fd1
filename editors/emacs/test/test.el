;;; test.el --- Tests of zug-mode  -*- lexical-binding: t -*-

;; emacs -Q --batch -l editors/emacs/zug-mode.el -l editors/emacs/test/test.el
;; ZUG_ROOT names the project, ZUG the program; without it Flymake and formatting are not tested, which is then said.

;;; Code:

(require 'zug-mode)
(require 'cl-lib)

(defvar test-root (file-name-as-directory (getenv "ZUG_ROOT")))
(defvar test-failures nil)

(defun test-check (good format &rest arguments)
  "Note a failure unless GOOD."
  (unless good (push (apply #'format format arguments) test-failures)))

(defun test-reserved ()
  "The reserved words of the grammar."
  (with-temp-buffer
    (insert-file-contents (concat test-root "grammar/game.pest"))
    (re-search-forward "^reserved = @{")
    (let ((end (save-excursion (search-forward "}") (point))) words)
      (while (re-search-forward "\"\\([a-z]+\\)\"" end t)
        (push (match-string 1) words))
      words)))

(defun test-face (position)
  "The face at POSITION."
  (get-text-property position 'face))

(defun test-compare (name reserved counts)
  "Compare the faces of the game NAME with its RESERVED words, texts and comments; add to COUNTS."
  (goto-char (point-min))
  (while (re-search-forward "//.*\\|\"\\(?:\\\\.\\|[^\"\\\n]\\)*\"\\|[[:alnum:]][[:alnum:]_]*" nil t)
    (let* ((token (match-string-no-properties 0))
           (face (test-face (match-beginning 0)))
           (kind (cond ((string-prefix-p "//" token) 'comment) ((string-prefix-p "\"" token) 'text)
                       ((member token reserved) 'reserved)))
           (good (pcase kind
                   ('comment '(font-lock-comment-face font-lock-comment-delimiter-face))
                   ('text '(font-lock-string-face))
                   ('reserved '(font-lock-keyword-face font-lock-constant-face font-lock-builtin-face)))))
      (when kind
        (cl-incf (alist-get kind counts))
        (test-check (memq face good) "%s:%d: `%s' has the face %s" name (line-number-at-pos) token face))
      (test-check (not (eq face 'font-lock-warning-face)) "%s:%d: `%s' is marked" name (line-number-at-pos) token)))
  counts)

(let ((reserved (test-reserved))
      (games (directory-files (concat test-root "games") t "\\.game\\'"))
      (counts (list (cons 'comment 0) (cons 'text 0) (cons 'reserved 0))))
  (test-check (>= (length reserved) 40) "only %d reserved words" (length reserved))
  (test-check (>= (length games) 80) "only %d games" (length games))
  (dolist (game games)
    (with-temp-buffer
      (insert-file-contents game)
      (setq buffer-file-name game)
      (set-auto-mode)
      (setq buffer-file-name nil)
      (test-check (eq major-mode 'zug-mode) "%s is opened in %s" game major-mode)
      (font-lock-ensure)
      (setq counts (test-compare (file-name-nondirectory game) reserved counts))))
  (message "Emacs: %d games; tokens of the right face: %S" (length games) counts))

(defconst test-lines
  '(("move draw(to in Cell) when not can(draw) as \"{to}\" {"
     ("move" keyword) (" draw" function-name) ("to" nil) ("draw)" function-name) ("\"" string))
    ("  let to = near(value) after == north"
     ("let" keyword) ("to" variable-name) ("near" builtin) ("value" nil) ("after" nil) ("==" warning) ("north" constant))
    ("}")
    ("family Line of Cell = lines(Cell, 3)" ("Line" type) ("of" keyword) ("lines" builtin))
    ("board Cell = hex(3, 3)" ("Cell" type) ("hex" builtin))
    ("param draw: list of 0..9 = [1]" ("draw" variable-name) ("list" keyword))
    ("state { a: set of Cell, turn = B }" ("set" keyword) ("of" keyword) ("turn" keyword))
    ("end when can(pass) => if stuck(me) then me wins else 2 to A // end"
     ("end" keyword) ("pass" function-name) ("stuck" builtin) ("me" builtin) ("wins" keyword) ("to" keyword) ("// end" comment-delimiter))
    ("let pass = draw" ("pass" variable-name) ("draw" nil))
    ("stuck => draw" ("stuck" keyword) ("draw" keyword))
    ("expect slow with start = \".X\" after \"b2\": value = A wins, best = \"1\""
     ("slow" keyword) ("with" keyword) ("start" keyword) ("after" keyword) ("value" keyword) ("wins" keyword) ("best" keyword)))
  "Lines with the faces of their parts.")

(with-temp-buffer
  (zug-mode)
  (dolist (line test-lines) (insert (car line) "\n"))
  (font-lock-ensure)
  (dolist (line test-lines)
    (dolist (part (cdr line))
      (goto-char (point-min))
      (search-forward (car line))
      (goto-char (match-beginning 0))
      (re-search-forward (if (string-match-p "\\`[a-z]" (car part))
                             (concat "\\_<" (regexp-quote (car part))
                                     (if (string-match-p "[a-z]\\'" (car part)) "\\_>" ""))
                           (regexp-quote (car part))))
      (let ((found (test-face (save-excursion (goto-char (match-beginning 0)) (skip-chars-forward " ") (point))))
            (wanted (and (cadr part) (intern (format "font-lock-%s-face" (cadr part))))))
        (test-check (eq found wanted) "%s: `%s' has the face %s, not %s" (car line) (car part) found wanted))))
  (message "Emacs: %d lines with words that are known at their place only" (length test-lines)))

(let ((lines "state {\n  men: set of Cell = [\n    {a1}, {b1}\n  ]\n}\nmove go as \"{\" { // {\n  if done {\n    left = 1\n  } else {\n    left = 2\n  }\n}\nstuck => draw\n"))
  (with-temp-buffer
    (zug-mode)
    (insert (replace-regexp-in-string "^ +" "" lines))
    (indent-region (point-min) (point-max))
    (test-check (equal (buffer-string) lines) "indented:\n%s" (buffer-string))
    (comment-region (point-min) (progn (goto-char (point-min)) (line-end-position)))
    (test-check (string-prefix-p "// state {" (buffer-string)) "a comment begins with //")
    (message "Emacs: indentation by brackets, comments")))

(with-temp-buffer
  (insert "/a b/g.game:4:16: error[Z0101]: there is nothing called `heep`\ng.game:5:1: warning[Z0901]: `x` is never used\n")
  (let ((compilation-error-regexp-alist '(zug)))
    (compilation-mode)
    (let ((inhibit-read-only t)) (compilation--ensure-parse (point-max)))
    (goto-char (point-min))
    (let* ((message (get-text-property (point) 'compilation-message))
           (place (and message (compilation--message->loc message))))
      (test-check (and place (equal (compilation--loc->line place) 4)
                       (equal (caar (compilation--loc->file-struct place)) "/a b/g.game"))
                  "`compile' does not find the place: %S" place))))

(if (not (getenv "ZUG"))
    (message "Emacs: NOT RUN: Flymake and formatting: ZUG names no program")
  (setq zug-command (getenv "ZUG"))
  (with-temp-buffer
    (zug-mode)
    (insert "game \"G\"\nplayers A, B\nlet spare = 1\nstate { left: 0..3 = 3 }\nmove take when heep > 0 { left -= 1 }\nstuck => me losses\n")
    (let ((told 'nothing) (before (buffer-string)))
      (zug-flymake (lambda (problems &rest _) (setq told problems)))
      (with-timeout (30 nil)
        (while (eq told 'nothing) (accept-process-output nil 0.1)))
      (test-check (equal (mapcar (lambda (one) (list (line-number-at-pos (flymake-diagnostic-beg one)) (flymake-diagnostic-type one)))
                                 (and (listp told) told))
                         '((5 :error) (6 :error)))
                  "Flymake is told %S" told)
      (zug-format-buffer)
      (test-check (equal before (buffer-string)) "what cannot be read stays")
      (erase-buffer)
      (insert "game   \"G\"\nplayers A,B\n\n\n\nstate {left:0..3=3}\nmove take when left>0 {left-=1}\nstuck=>me loses\n")
      (zug-format-buffer)
      (test-check (equal (buffer-string)
                         "game \"G\"\nplayers A, B\n\nstate { left: 0..3 = 3 }\nmove take when left > 0 { left -= 1 }\nstuck => me loses\n")
                  "formatted:\n%s" (buffer-string))
      (message "Emacs: Flymake is told the places of two mistakes; the buffer is formatted"))))

(dolist (failure (last test-failures 40)) (message "%s" failure))
(when test-failures
  (message "%d failures" (length test-failures))
  (kill-emacs 1))

;;; test.el ends here
