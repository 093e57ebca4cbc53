/** Its owner deleted the video while it was being made: there is nothing left to do, so no retry helps. */
export class VideoDeleted extends Error {
  constructor(videoId: string) {
    super(`${videoId} was deleted.`)
    this.name = 'VideoDeleted'
  }
}
