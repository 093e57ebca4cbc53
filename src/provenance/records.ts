import type { ProvenanceRecord, ProvenanceRecords } from '../ports/video/provenance-records.ts'
import { readSidecar, recordFaults } from './verify.ts'

/**
 * Records of finished videos.
 *
 * @param textOf the content of a video's provenance file; null when it has none.
 */
export function createProvenanceRecords(
  textOf: (videoId: string) => Promise<string | null>,
): ProvenanceRecords {
  return {
    async find(videoId) {
      const text = await textOf(videoId)
      const sidecar = text === null ? null : readSidecar(text)
      if (sidecar === null || typeof sidecar === 'string') return null
      const { video, presenter } = sidecar
      return {
        sha256: video.sha256,
        sizeBytes: video.size_bytes,
        madeAt: new Date(video.created_at),
        durationSeconds: video.duration_seconds,
        width: video.width,
        height: video.height,
        presenterName: presenter.name,
        faultsWith: (script) => recordFaults(sidecar, script),
      } satisfies ProvenanceRecord
    },
  }
}
