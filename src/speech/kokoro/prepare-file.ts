import type { PreparedFile } from '../engines/engine.ts'
import { GRAPH_FILE, PUBLISHED_MODEL, WEIGHTS_FILE } from './file-names.ts'
import { prepareModel } from './model.ts'

/** The model becomes a graph and its weights; every other file stays as it is. */
export function prepareFile(name: string, content: Buffer): readonly PreparedFile[] {
  if (name !== PUBLISHED_MODEL) return [{ name, content }]
  const { graph, weights } = prepareModel(content)
  return [
    { name: GRAPH_FILE, content: graph },
    { name: WEIGHTS_FILE, content: weights },
  ]
}
