/** What drawing and encoding take of what plain x264 takes on this machine: `npm run bench:frames`, two minutes. */
import { printFigures } from '../support/figure.ts'
import { frameFigures } from '../support/frames/frame-figures.ts'

printFigures(await frameFigures())
