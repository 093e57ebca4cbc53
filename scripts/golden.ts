/**
 * Keeps what the stock presenters look like now: `npm run golden`, after a change of a look that is
 * meant. The tests then hold every later change against it.
 */
import { writeGolden } from '../test/unit/render/golden-frames.ts'

await writeGolden()
