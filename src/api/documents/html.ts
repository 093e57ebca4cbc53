import { marked } from 'marked'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for HTML, including attribute values. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}

/** Converts trusted Markdown to HTML. Headings get ids, and wide tables scroll on their own. */
export function markdown(text: string): string {
  const html = marked.parse(text, { async: false })
  return html
    .replaceAll(/<h([1-6])>([^<]+)<\/h\1>/g, (_, level: string, heading: string) => {
      const id = heading.toLowerCase().replaceAll(/\s+/g, '-')
      return `<h${level} id="${id}">${heading}</h${level}>`
    })
    .replaceAll('<table>', '<div class="wide"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll(
      /<code class="language-json">([\s\S]*?)<\/code>/g,
      (_, json: string) => `<code>${colourJson(json)}</code>`,
    )
}

/** Converts a line or two of trusted Markdown to HTML, without a surrounding paragraph. */
export function inlineMarkdown(text: string): string {
  return marked.parseInline(text, { async: false })
}

/** Formats a value as indented JSON with syntax highlighting, as HTML. */
export function jsonHtml(value: unknown): string {
  return colourJson(escapeHtml(JSON.stringify(value, null, 2)))
}

/** Names, texts and other values of JSON that is escaped already. */
function colourJson(escaped: string): string {
  return escaped.replaceAll(
    /(&quot;(?:\\.|(?!&quot;)[^\\])*&quot;)(\s*:)?|\b(?:true|false|null)\b|-?\b\d[\d.]*\b/g,
    (token, text: string | undefined, colon: string | undefined) => {
      if (colon !== undefined) return `<span class="name">${text}</span>${colon}`
      return `<span class="${text === undefined ? 'value' : 'text'}">${token}</span>`
    },
  )
}
