import type { ApiPorts } from '../ports.ts'
import { voiceSlug } from '../../domain/speech/voice.ts'
import type { DocumentPage } from './document-page.ts'
import { escapeHtml } from './html.ts'
import { inlineMarkdown } from './markdown.ts'

/** What the gallery shows of a service. */
export type GalleryPorts = Pick<ApiPorts, 'renderer' | 'sets' | 'voiceCatalogue'>

/** A page on which the presenters and the sets can be looked at and the voices listened to. */
export function galleryPage({ renderer, sets, voiceCatalogue }: GalleryPorts): DocumentPage {
  const presenters = renderer.presenters()
  const heard = voiceCatalogue.filter(({ hasSample = true }) => hasSample)
  const list = presenters.map(
    ({ id, name, gender, language }) => `- \`${id}\`: ${name}, ${gender}, ${language}`,
  )
  const voices = heard.map(
    ({ name, gender, language, quality }) => `- ${name}, ${gender}, ${language}, ${quality}`,
  )
  const rooms = sets.map(({ id, name, description }) => `- \`${id}\`: ${name}. ${description}`)
  return {
    path: '/docs/gallery',
    title: 'Presenters and voices',
    label: 'Presenters and voices',
    group: 'Start',
    summary: 'The presenters and the sets of this service to look at, and its voices to listen to.',
    markdown: () => `# Presenters and voices

## Presenters\n\n${PRESENTERS}\n\n${list.join('\n')}

## Voices\n\n${VOICES}\n\n${voices.join('\n')}

## Sets\n\n${SETS}\n\n${rooms.join('\n')}\n`,
    html: () => `<h1>Presenters and voices</h1>
<h2 id="presenters">Presenters</h2><p>${inlineMarkdown(PRESENTERS)}</p><ul class="gallery">${presenters
      .map(({ id, name, role }) => {
        const folder = `/media/presenters/${id}`
        return `<li><video controls preload="none" playsinline poster="${folder}/thumbnail.jpg" src="${folder}/preview.mp4" aria-label="Preview of ${escapeHtml(name)}"></video>
<b>${escapeHtml(name)}</b><span>${escapeHtml(role)}</span><code>${id}</code></li>`
      })
      .join('')}</ul>
<h2 id="voices">Voices</h2><p>${inlineMarkdown(VOICES)}</p><ul class="voices">${heard
      .map(
        ({ id, name, gender, language, quality }) =>
          `<li><span><b>${escapeHtml(name)}</b> ${[gender, language, quality].join(' · ')}</span>
<audio controls preload="none" src="/media/voices/${voiceSlug(id)}/preview.m4a" aria-label="Sample of ${escapeHtml(name)}"></audio></li>`,
      )
      .join('')}</ul>
<h2 id="sets">Sets</h2><p>${inlineMarkdown(SETS)}</p><ul class="gallery">${sets
      .map(
        ({ id, name }) =>
          `<li><img src="/media/sets/${id}/thumbnail.jpg" alt="" loading="lazy"><b>${escapeHtml(name)}</b><code>${id}</code></li>`,
      )
      .join('')}</ul>`,
    sections: () =>
      ['Presenters', 'Voices', 'Sets'].map((title) => ({ id: title.toLowerCase(), title, level: 2 })),
  }
}

const PRESENTERS =
  'Send the id of a presenter as `presenter_id`. `GET /presenters` returns the same list with links to the previews.'
const VOICES =
  'Each presenter has a voice of their own. To choose another one, star it in the application and send its id from `GET /voices` as `voice_id`.'
const SETS = 'Send the id of a set as `options.background.set`. Every presenter can appear in every set.'
