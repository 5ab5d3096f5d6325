;;; vitrine.el --- vitrine in emacs with eglot -*- lexical-binding: t -*-
;;; Commentary:
;; Load this in the init file; then M-x eglot in a file of a catalogue, or let the hook do it.
;; Works with yaml-mode, yaml-ts-mode and, where neither is there, conf-mode.
;;; Code:
(require 'eglot)
(add-to-list 'eglot-server-programs '((yaml-mode yaml-ts-mode conf-mode conf-unix-mode conf-colon-mode) . ("vitrine" "lsp")))
(defun vitrine-ensure ()
  "Serve the buffer where it is a file of a catalogue."
  (when (and buffer-file-name (locate-dominating-file buffer-file-name "vitrine.yaml")) (eglot-ensure)))
(defun vitrine-project (folder)
  "The catalogue of FOLDER as a project, so that one server has all its files where no repository is around them."
  (let ((root (locate-dominating-file folder "vitrine.yaml"))) (when root (cons 'transient root))))
(add-hook 'project-find-functions #'vitrine-project t)
(add-hook 'yaml-mode-hook #'vitrine-ensure)
(add-hook 'yaml-ts-mode-hook #'vitrine-ensure)
(provide 'vitrine)
;;; vitrine.el ends here
