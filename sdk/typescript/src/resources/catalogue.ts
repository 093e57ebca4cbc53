import { call } from '../call.ts'
import type { CallOptions } from '../call.ts'
import type { components } from '../description.ts'
import { Reply } from '../reply.ts'
import type { Settings } from '../settings.ts'

type Schemas = components['schemas']

/** What never takes a parameter: GET of a whole list or of one thing. */
function reads<Data>(settings: Settings, path: string) {
  return (options: CallOptions = {}): Reply<Data> =>
    Reply.of(call<Data>(settings, { method: 'GET', path, ...options }))
}

/** What the account is and what is there to make videos with. */
export function catalogueOf(settings: Settings) {
  return {
    /** The account, its plan and what remains of its allowance. */
    me: reads<Schemas['Me']>(settings, '/me'),
    /** Seconds charged by day. */
    usage: reads<Schemas['Usage']>(settings, '/usage'),
    presenters: { list: reads<Schemas['PresenterList']>(settings, '/presenters') },
    voices: { list: reads<Schemas['VoiceList']>(settings, '/voices') },
    twins: { list: reads<Schemas['TwinList']>(settings, '/twins') },
    sets: { list: reads<Schemas['StudioSetList']>(settings, '/sets') },
    pronunciations: pronunciationsOf(settings),
  }
}

function pronunciationsOf(settings: Settings) {
  const pathOf = (word: string) => `/pronunciations/${encodeURIComponent(word)}`
  return {
    list: reads<Schemas['PronunciationList']>(settings, '/pronunciations'),
    /** How one word is said. */
    get: (word: string, options: CallOptions = {}): Reply<Schemas['Pronunciation']> =>
      Reply.of(call(settings, { method: 'GET', path: pathOf(word), ...options })),
    /** Sets how a word is said in later videos. @param sayAs a respelling in Latin letters. */
    set: (word: string, sayAs: string, options: CallOptions = {}): Reply<Schemas['Pronunciation']> =>
      Reply.of(call(settings, { method: 'PUT', path: pathOf(word), body: { say_as: sayAs }, ...options })),
    delete: (word: string, options: CallOptions = {}): Reply<Schemas['DeletedPronunciation']> =>
      Reply.of(call(settings, { method: 'DELETE', path: pathOf(word), ...options })),
  }
}
