import type { PreparedFile } from '../../engines/engine.ts'
import { GRAPH_FILE, PUBLISHED_MODEL, WEIGHTS_FILE } from '../file-names.ts'
import { prepareModel, renewModel } from './prepare-model.ts'
import type { ModelFiles } from './graph.ts'

/** The model becomes a graph and its weights; every other file stays as it is. */
export function prepareFile(name: string, content: Buffer): readonly PreparedFile[] {
  return name === PUBLISHED_MODEL ? filesOf(prepareModel(content)) : [{ name, content }]
}

/** Makes the graph and the weights of those that an earlier release installed. */
export async function renewFiles(read: (name: string) => Promise<Buffer>): Promise<readonly PreparedFile[]> {
  return filesOf(renewModel(await read(GRAPH_FILE), await read(WEIGHTS_FILE)))
}

function filesOf({ graph, weights }: ModelFiles): readonly PreparedFile[] {
  return [
    { name: GRAPH_FILE, content: graph },
    { name: WEIGHTS_FILE, content: weights },
  ]
}
