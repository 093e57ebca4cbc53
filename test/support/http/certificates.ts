import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The name in the certificate of test servers, which listen on 127.0.0.1. */
export const SERVER_NAME = 'server.test'

/** The path of a file in `certificates/`. */
export function certificatePath(name: string): string {
  return fileURLToPath(new URL(`certificates/${name}`, import.meta.url))
}

/** A file in `certificates/`, in PEM form. */
export function certificate(name: string): Buffer {
  return readFileSync(certificatePath(name))
}
