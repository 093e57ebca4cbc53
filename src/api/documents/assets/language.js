// Before the page is drawn, so that nothing moves: the language that this reader chose last.
try {
  const language = localStorage.getItem('docs-language')
  if (language) document.documentElement.dataset.language = language
} catch {
  // Storage is forbidden here: the first language is shown.
}
