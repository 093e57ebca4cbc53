/**
 * Runs in a page before its own scripts, and stands in for the camera and the microphone: it shows what a player plays.
 * A player keeps picture and sound in step by leaving pictures out where the machine is busy, as cameras do. A file that
 * Chromium shows as its own camera falls behind its sound instead, a little more each time.
 */
{
  const player = document.createElement('video')
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
  const pen = canvas.getContext('2d')
  const show = () => {
    pen.drawImage(player, 0, 0)
    player.requestVideoFrameCallback(show)
  }
  player.requestVideoFrameCallback(show)

  const ears = new AudioContext()
  const microphone = ears.createMediaStreamDestination()
  ears.createMediaElementSource(player).connect(microphone)

  const tracks = [...canvas.captureStream().getVideoTracks(), ...microphone.stream.getAudioTracks()]
  navigator.mediaDevices.getUserMedia = () =>
    Promise.resolve(new MediaStream(tracks.map((track) => track.clone())))

  globalThis.filmed = {
    /** Shows the first picture of a film. */
    show: (film) =>
      new Promise((shown, failed) => {
        player.addEventListener('seeked', () => shown(), { once: true })
        player.addEventListener('error', () => failed(new Error(player.error.message)), { once: true })
        player.src = film
        player.currentTime = 0.001
      }),
    begin: () => player.play(),
    /** Waits for its end. */
    end: () =>
      new Promise((over) => {
        if (player.ended) over()
        else player.addEventListener('ended', () => over(), { once: true })
      }),
  }
}
