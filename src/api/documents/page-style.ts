/** CSS of every page, for the light and the dark colour scheme. */
export const PAGE_STYLE = `
  :root {
    color-scheme: light dark;
    --ink: light-dark(#1b1f2a, #e6e8ef); --soft: light-dark(#5b6375, #9aa3b7);
    --paper: light-dark(#fff, #12141b); --shade: light-dark(#f5f6f9, #191c25);
    --line: light-dark(#e3e6ed, #2a2e3b); --accent: light-dark(#3b4fd8, #98a6ff);
    --code: light-dark(#f5f6f9, #0d0f15);
    --green: light-dark(#0b7a4b, #5fd3a0); --amber: light-dark(#96590a, #f0b45e); --red: light-dark(#b3263a, #ff8d9b);
    --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
    font: 16px/1.6 Inter, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
    color: var(--ink); background: var(--paper); -webkit-text-size-adjust: 100%;
  }
  * { box-sizing: border-box }
  body { margin: 0 }
  .column { max-width: 46rem; margin: 0 auto; padding: 3rem 1.25rem 6rem }
  h1 { font-size: 2rem; line-height: 1.2; letter-spacing: -.02em; margin: 0 0 .75rem }
  h2 { font-size: 1.3rem; line-height: 1.3; letter-spacing: -.01em; margin: 2.75rem 0 .5rem; scroll-margin-top: 1.5rem }
  p { margin: .5rem 0 1rem }
  a { color: var(--accent); text-decoration: none }
  a:hover { text-decoration: underline }
  code { font: .875em/1.5 var(--mono); background: var(--shade); border-radius: .3em; padding: .12em .35em; overflow-wrap: anywhere }
  pre { background: var(--code); border: 1px solid var(--line); border-radius: .6rem; padding: .9rem 1rem; overflow-x: auto; margin: .75rem 0; font-size: .875rem; line-height: 1.55 }
  pre code { background: none; padding: 0; font-size: 1em; overflow-wrap: normal }
  img { display: block; width: 100%; height: auto; border-radius: .8rem }
  .wide { overflow-x: auto }
  table { width: 100%; border-collapse: collapse; text-align: left; font-size: .95rem }
  th, td { padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
  th { font-weight: 600 } td code { white-space: nowrap }
  .crumbs { font-size: .9rem; margin-bottom: 2rem; color: var(--soft) }
  .name { color: var(--accent) } pre .text { color: var(--green) } pre .value { color: var(--amber) }
`
