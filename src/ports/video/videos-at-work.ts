import type { VideoAtWork } from '../../domain/health/operations.ts'

/** Reads the videos of all accounts, for operators only. */
export interface VideosAtWork {
  /** Unfinished videos, the oldest first, and their total number. */
  unfinished(limit: number): Promise<{ videos: VideoAtWork[]; total: number }>
  /** Failed in the last so many hours by no fault of their request, the newest first. */
  failed(hours: number, limit: number): Promise<VideoAtWork[]>
}
