/** Hears how loud it is at a microphone. */
export interface Ear {
  /** Of the last fiftieth of a second, in dB below the loudest that there is; at least -100. */
  decibels(): number
  close(): void
}

const SAMPLES = 1_024
const SILENCE_DB = -100

/** Listens to a stream. Close it in the end. */
export function listen(stream: MediaStream): Ear {
  const context = new AudioContext()
  const analyser = new AnalyserNode(context, { fftSize: SAMPLES })
  const source = context.createMediaStreamSource(stream)
  source.connect(analyser)
  // One that was created before anybody pressed anything waits to be told.
  void context.resume()
  const samples = new Float32Array(SAMPLES)
  return {
    decibels() {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / SAMPLES
      return Math.max(SILENCE_DB, 10 * Math.log10(power))
    },
    close() {
      source.disconnect()
      void context.close()
    },
  }
}
