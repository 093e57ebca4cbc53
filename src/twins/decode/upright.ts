import type * as NodeAv from 'node-av'

/** Places in the matrix of nine numbers by which a film says how it is to be turned (ISO 14496-12, 6.2.2). */
const MATRIX_BYTES = 36
const SINE_AT = 4

/**
 * The filters that turn a frame as it is meant to be seen: telephones are held upright, and their films lie on the
 * side and say so. Empty when it is upright, or turned by no quarters.
 */
export function uprightFilters(av: typeof NodeAv, frame: NodeAv.Frame): string[] {
  const matrix = frame.getSideData(av.AV_FRAME_DATA_DISPLAYMATRIX)
  if (!matrix || matrix.length < MATRIX_BYTES) return []
  const [cosine, sine] = [matrix.readInt32LE(0), matrix.readInt32LE(SINE_AT)]
  const quarters = (4 + Math.round(Math.atan2(sine, cosine) / (Math.PI / 2))) % 4
  return [[], ['transpose=clock'], ['hflip', 'vflip'], ['transpose=cclock']][quarters] ?? []
}
