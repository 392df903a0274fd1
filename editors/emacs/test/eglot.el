;;; eglot.el --- The language server with eglot -*- lexical-binding: t -*-
;;; Commentary:
;; emacs -q --batch -l zug-mode.el -l eglot.el, with the packages of the system; `ZUG' names the program.  Where there is no eglot, that is said.
;;; Code:

(require 'package)
(package-initialize)
(defvar zug-command)
(setq zug-command (getenv "ZUG"))
(require 'zug-mode)
(unless (require 'eglot nil t)
  (princ "NOT RUN: zug lsp with Emacs: no eglot\n")
  (kill-emacs 0))
(require 'flymake)

(defun zug-test-until (what is)
  "Wait until the function IS is true; WHAT says for what."
  (let ((until (+ (float-time) 30)) found)
    (while (and (not (setq found (funcall is))) (< (float-time) until))
      (accept-process-output nil 0.05))
    (unless found
      (princ (format "Emacs, eglot: not within 30 s: %s\n" what))
      (kill-emacs 1))
    found))

(let* ((folder (make-temp-file "zug" t))
       (file (expand-file-name "g.game" folder))
       (eglot-sync-connect 30)
       (inhibit-message t))
  (with-temp-file file
    (insert "game \"G\"\nplayers A, B\nstate { left: 0..3 = 3 }\n"
            "move take when lefft > 0 { left -= 1 }\nstuck => me loses\nexpect A wins in 3\n"))
  (find-file file)
  (unless (eq major-mode 'zug-mode) (error "%s" major-mode))
  (apply #'eglot--connect (eglot--guess-contact))
  (zug-test-until "the server is there" #'eglot-current-server)
  (eglot--maybe-activate-editing-mode)
  (flymake-mode 1)
  (flymake-start)
  (let ((found (zug-test-until "the report of a mistake" #'flymake-diagnostics)))
    (unless (string-match-p "lefft" (flymake-diagnostic-text (car found)))
      (error "%s" (flymake-diagnostic-text (car found)))))
  (princ "Emacs, eglot: the report of a mistake came\n")
  (goto-char (point-min))
  (search-forward "lefft")
  (delete-region (match-beginning 0) (match-end 0))
  (insert "left")
  (eglot--signal-textDocument/didChange)
  (zug-test-until "the report goes away" (lambda () (flymake-start) (null (flymake-diagnostics))))
  (goto-char (point-min))
  (search-forward "left:")
  (backward-char 2)
  (eglot-rename "rest")
  (unless (string-match-p "rest > 0 { rest -= 1 }" (buffer-string)) (error "%s" (buffer-string)))
  (goto-char (point-min))
  (search-forward "rest > 0")
  (replace-match "rest>0")
  (eglot-format-buffer)
  (unless (string-match-p "rest > 0" (buffer-string)) (error "%s" (buffer-string)))
  (princ "Emacs, eglot: the mistake was mended, a field renamed, the text formatted\n")
  (set-buffer-modified-p nil)
  (eglot-shutdown (eglot-current-server))
  (delete-directory folder t))
;;; eglot.el ends here
