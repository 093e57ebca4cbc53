/** The model as it is published; it is rewritten once for speed and exact times. */
export const PUBLISHED_MODEL = 'kokoro-v1.0.int8.onnx'

/** What the graph's file is called. */
export const GRAPH_FILE = 'kokoro.onnx'

/** What the weights' file is called in the graph; it lies beside it. */
export const WEIGHTS_FILE = 'kokoro.weights'
