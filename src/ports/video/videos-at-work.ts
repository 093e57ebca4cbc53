import type { VideoAtWork } from '../../domain/health/operations.ts'

/** Reads the videos of all accounts, for operators only. */
export interface VideosAtWork {
  /** Unfinished videos, the oldest first, and their total number. */
  unfinished(limit: number): Promise<{ videos: VideoAtWork[]; total: number }>
  /** A video that was not deleted, of any account. */
  find(videoId: string): Promise<VideoAtWork | null>
  /** Failed in the last so many hours by no fault of their request, the newest first. */
  failed(hours: number, limit: number): Promise<VideoAtWork[]>
}
