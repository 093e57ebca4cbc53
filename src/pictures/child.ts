import { serveTasks } from '../children/serve-tasks.ts'
import { fitPicture } from './fit-picture.ts'

/** The process that decodes what strangers send. Its parent is the pool of `remote-pictures.ts`. */

serveTasks({ fit: fitPicture })
