/**
 * Makes the samples that are checked in under `voices/`, one for each voice of the catalogue, with the
 * product's own speaker: `npm run voice-previews`. Run it after a change of how voices sound; the neural
 * ones must be installed. `npm run voice-previews -- kokoro:aria` makes some of them.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { voiceSlug } from '../src/domain/speech/voice.ts'
import { readConfig } from '../src/config/config.ts'
import { loadFfmpeg } from '../src/ffmpeg/load-ffmpeg.ts'
import { createSpeaker } from '../src/speech/speaker.ts'
import { speakScript } from '../src/speech/speak-script.ts'
import { VOICES } from '../src/speech/voice-catalogue.ts'
import { installedEngines } from '../src/voices/installed.ts'

/** Clear for one voice of 16 kHz, and under 40 kB for a sentence. */
const BITS_PER_SECOND = 48_000

/** Writes a WAV file as AAC in MP4, its index first. */
async function encode(audioFile: string, outFile: string): Promise<void> {
  const ffmpeg = await loadFfmpeg()
  const input = await ffmpeg.Demuxer.open(audioFile)
  const stream = input.audio()
  if (!stream) throw new Error(`${audioFile} holds no sound`)
  const decoder = await ffmpeg.Decoder.create(stream)
  const filter = ffmpeg.FilterAPI.create('aformat=sample_fmts=fltp:channel_layouts=mono')
  const encoder = await ffmpeg.Encoder.create(ffmpeg.FF_ENCODER_AAC, { bitrate: BITS_PER_SECOND, filter })
  const muxer = await ffmpeg.Muxer.open(outFile, { format: 'ipod', options: { movflags: '+faststart' } })
  const track = muxer.addStream(encoder)
  const frames = filter.frames(decoder.frames(input.packets(stream.index)))
  for await (const packet of encoder.packets(frames)) {
    if (packet) await muxer.writePacket(packet, track)
  }
  await muxer.close()
  await input.close()
}

const wanted = process.argv.slice(2)
const speaker = createSpeaker({ processes: 1, installed: installedEngines(readConfig().cacheDir) })
const folder = await mkdtemp(join(tmpdir(), 'voice-previews-'))
try {
  for (const voice of VOICES.filter(({ id }) => wanted.length === 0 || wanted.includes(id))) {
    const [audioFile, soundFile] = [join(folder, 'speech.wav'), join(folder, 'speech.m4a')]
    const script = `Hello, I'm ${voice.name}. This is how your script sounds when I speak it.`
    await speakScript(speaker, { script, voiceId: voice.id, audioFile, soundFile })
    const target = join('voices', voiceSlug(voice.id), 'preview.m4a')
    await mkdir(join('voices', voiceSlug(voice.id)), { recursive: true })
    await encode(audioFile, target)
    console.log(target)
  }
} finally {
  await speaker.close()
  await rm(folder, { recursive: true })
}
