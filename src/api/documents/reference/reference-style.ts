/** CSS of the reference page: contents, text and samples side by side, or stacked on small screens. */
export const REFERENCE_STYLE = `
  html { scroll-padding-top: 1.5rem }
  .layout { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 96rem; margin: 0 auto }
  nav { font-size: .9rem }
  .beside { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.75rem 1rem 3rem 1.5rem; border-right: 1px solid var(--line) }
  .folded { display: none }
  nav b { display: block; margin: 1.25rem 0 .25rem; font-size: .75rem; letter-spacing: .06em; text-transform: uppercase; color: var(--soft) }
  nav ul { list-style: none; margin: 0; padding: 0 }
  nav a { display: flex; justify-content: space-between; gap: .5rem; align-items: center; padding: .25rem .5rem; margin: 0 -.5rem; border-radius: .4rem; color: var(--ink); line-height: 1.35 }
  nav a:hover { background: var(--shade); text-decoration: none }
  nav .method { font-size: .6rem; padding: .1em .45em }
  main { padding: 3rem 2.5rem 8rem; min-width: 0 }
  section > h2 { font-size: 1.6rem; margin: 4.5rem 0 .25rem }
  section > p { color: var(--soft); max-width: 42rem }
  article, .intro { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 27rem); gap: 0 3rem; padding: 2.25rem 0; border-bottom: 1px solid var(--line) }
  article:last-child { border-bottom: 0 }
  .intro { padding-top: 0; border-bottom: 0 }
  .object { grid-template-columns: minmax(0, 46rem) }
  .told { max-width: 46rem; min-width: 0 }
  .shown { position: sticky; top: 1.5rem; align-self: start; min-width: 0 }
  .shown h4:first-child { margin-top: .25rem }
  .shown pre { max-height: 60vh; font-size: .8rem }
  .version { color: var(--soft); margin-top: -.5rem }
  h3 { font-size: 1.2rem; letter-spacing: -.01em; margin: 0 0 .25rem }
  h4 { font-size: .75rem; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); margin: 1.5rem 0 .4rem }
  .anchor { opacity: 0; font-weight: 400 } h3:hover .anchor, .anchor:focus { opacity: 1 }
  .place { margin: .25rem 0 .75rem } .place code { background: none; padding: 0 }
  .method { display: inline-block; flex: none; font: 650 .7rem/1.5 var(--mono); padding: .15em .55em; border-radius: .35em; color: var(--soft); background: color-mix(in srgb, currentcolor 12%, transparent) }
  .get { color: var(--accent) } .post { color: var(--green) } .delete { color: var(--red) } .put, .event { color: var(--amber) }
  .members { margin: 0; border-top: 1px solid var(--line) }
  .members dt { padding-top: .6rem }
  .members dt code { font-weight: 600; background: none; padding: 0 }
  .members dd { margin: 0; padding-bottom: .6rem; border-bottom: 1px solid var(--line); color: var(--soft); font-size: .925rem }
  .members .members { margin: .25rem 0 .5rem 1rem } .members .members dd:last-child { border-bottom: 0 }
  .facts, .optional { font-size: .825rem; color: var(--soft) } .facts code { font-weight: 400 !important; background: var(--shade) !important; padding: .05em .3em !important }
  .optional { font-style: italic }
  summary { cursor: pointer; color: var(--accent) }
  .answer { border-bottom: 1px solid var(--line); padding: .5rem 0 }
  .answer summary { color: var(--ink) } .answer b { font: 600 .875rem var(--mono); margin-right: .5rem }
  .answer[open] { padding-bottom: 1rem }
  .s2 { color: var(--green) } .s4 { color: var(--amber) } .s5 { color: var(--red) } .other { color: var(--soft) }
  @media (max-width: 70rem) {
    article, .intro { grid-template-columns: minmax(0, 1fr) } .shown { position: static; margin-top: 1.5rem }
  }
  @media (max-width: 48rem) {
    .layout { display: block }
    .beside { display: none }
    .folded { display: block; border-bottom: 1px solid var(--line); padding: .75rem 1.25rem }
    .folded summary { color: var(--ink); font-weight: 600 }
    main { padding: 2rem 1.25rem 5rem }
    section > h2 { margin-top: 3rem }
  }
`
